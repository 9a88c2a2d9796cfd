import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'

/** The preview of the file: its rows by outcome. */
const PREVIEWED = [
  ['Rejected', 4],
  ['Accepted', 1],
  ['Needs confirmation', 1],
  ['Duplicate in the file', 1],
  ['Other project', 1],
  ['Unknown id', 1],
  ['Wrong state', 1],
  ['Unknown reason', 1],
  ['Already so', 1],
] as const

/** An account whose two studies were in the field, and what its client sends of the first one: rows of twelve kinds. */
async function inField(desk: Desk) {
  const accountId = await desk.maker.account({ name: 'Closing Research', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, roleId: 1, advancedView: true })
  const study = await desk.newStudy(accountId, 'Reconciled study')
  const other = await desk.newStudy(accountId, 'Other study')
  const source = study.sources['North panel']!
  const completes = await desk.respondents(
    source,
    'told',
    Array.from({ length: 10 }, () => '1000'),
  )
  const [term = ''] = await desk.respondents(source, 'termed', ['2000'])
  const [inSurvey = ''] = await desk.respondents(source, 'waiting', [null])
  const [foreign = ''] = await desk.respondents(other.sources['North panel']!, 'foreign', ['1000'])
  const [first = '', second = '', third = '', , fifth = '', sixth = '', seventh = ''] = completes
  const almost = `${fifth.slice(0, -1)}${fifth.endsWith('x') ? 'y' : 'x'}`
  const file = [
    'rdud,reason_code,comment',
    `${first},930,exact`,
    `" ${second.toUpperCase()} ",931,quoted and in capitals`,
    `https://desk.example/return?inbound_code=1000&rdud=${third},932,a whole return URL`,
    'told-4,933,the id of the supplier',
    `${almost},934,one letter off`,
    `${term},11,accepted`,
    `${first},930,a duplicate`,
    `${foreign},930,of another project`,
    'nobody-knows-this-one,930,unknown',
    `${inSurvey},930,still in the survey`,
    `${sixth},999,no such reason`,
    `${seventh},11,a complete already`,
  ].join('\n')
  const token = await desk.signIn(username, TEST_PASSWORD)
  const supplierId = source.supplierIds[0] ?? 0
  return { username, token, study, supplierId, file, reconciliationPath: `/projects/${study.projectId}/reconciliation` }
}

/** The cell of Full by: a forecast may come at any moment. */
const FULL_BY_AT = 2

/** The cells of the source's row of the source table, read again, without its forecast. */
async function figuresIn(page: Page, path: string): Promise<string> {
  await page.goto(`/#${path}`)
  await page.reload()
  const row = page.getByRole('row', { name: /North panel/ })
  await expect(row).toContainText('Live')
  const cells = await row.getByRole('gridcell').allTextContents()
  return cells.toSpliced(FULL_BY_AT, 1).join(' | ')
}

/** Opens a supplier's statement of the month, in its present form; gives its row of sums. */
async function statementIn(page: Page, supplierId: number): Promise<Locator> {
  await page.goto('/#/statements')
  await page.reload()
  await page.locator(`a[href^="#/statements/"][href$="supplier=${supplierId}"]`).first().click()
  return page.getByRole('table', { name: 'Sums' }).getByRole('row', { name: /^All/ })
}

/** Saves the supplier's signed file from its statement. */
async function supplierFileFrom(page: Page): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Supplier’s file' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^outcomes-\d{4}-\d\d-supplier-\d+\.csv$/)
  return readFile(await saved.path(), 'utf8')
}

/** The lines of a supplier's file, one a respondent: its id, outcome and reason. */
const outcomesIn = (file: string): readonly string[] =>
  file
    .trim()
    .split('\r\n')
    .slice(1, -1)
    .map(line => line.split(','))
    .map(([, rid, , outcome, reason]) => `${rid} ${outcome} ${reason}`)

/** Gives a file to the page that verifies, and what it says of it. */
async function verdictOn(page: Page, name: string, text: string): Promise<Locator> {
  await page
    .getByLabel('File of the statement')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  return page.getByRole('region', { name: `Verdict on ${name}` })
}

test('the books are closed and opened again: respondents come in and back, the client’s file with rows of twelve kinds is previewed and stored, the supplier’s statement and signed file say so, a page without a session verifies the file and names a changed line, and the undo brings figures and statement back (§1.1, §2.22, §4.13, §7.16, settlement.md §1, §2)', async ({
  desk,
  visit,
  newBrowser,
}) => {
  const { username, token, study, supplierId, file, reconciliationPath } = await inField(desk)
  const books = await visit(username, study.sourceTablePath, { token })
  const figures = await figuresIn(books, study.sourceTablePath)
  // ten completes at $2.50
  await expect(await statementIn(books, supplierId)).toHaveText(/^All\s*10\s*\$25\.00$/)

  const page = await visit(username, `${reconciliationPath}?way=file`, { token })
  // a new project has the new version, which takes a choice from a list, too
  await expect(page.getByRole('radio', { name: 'Choose from the list' })).toBeAttached()
  await page.getByLabel('File of the reconciliation').setInputFiles({
    name: 'answers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  })
  await expect(page.getByRole('heading', { name: 'Preview of answers.csv' })).toBeVisible()
  const outcomes = page.getByRole('table', { name: 'Outcomes', exact: true })
  await expect(outcomes.getByRole('row', { name: /^All rows/ })).toContainText('12')
  for (const [outcome, rows] of PREVIEWED)
    await expect(outcomes.getByRole('row', { name: new RegExp(`^${outcome}`) })).toContainText(String(rows))
  // a preview changes nothing
  expect(await figuresIn(books, study.sourceTablePath)).toBe(figures)

  // four of ten completes are more than 20 %
  const number = page.getByLabel(/^Type the project number, /)
  const label = await number.evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent ?? '')
  await number.fill(label.replace(/^.*number, /, ''))
  await page.getByRole('button', { name: 'Store 5 rows' }).click()
  await expect(page.getByText('5 rows of answers.csv are applied.')).toBeVisible()
  const request = page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row', { name: /answers\.csv/ })
  await expect(request).toContainText('Stored')

  const reconciled = await figuresIn(books, study.sourceTablePath)
  expect(reconciled).not.toBe(figures)
  expect(reconciled).toContain('7')
  // four taken back, one added
  await expect(await statementIn(books, supplierId)).toHaveText(/^All\s*15\s*\$17\.50$/)
  const signed = await supplierFileFrom(books)
  expect(outcomesIn(signed)).toEqual([
    'told-1 applied_reject 930',
    'told-2 applied_reject 931',
    'told-3 applied_reject 932',
    'told-4 applied_reject 933',
    'termed-1 applied_accept 11',
    'waiting-1 not_eligible_status 930',
    'told-7 already_in_state 11',
  ])

  const supplier = await (await newBrowser()).newPage()
  await supplier.goto('/verify-statement.html')
  await expect(await verdictOn(supplier, 'whole.csv', signed)).toContainText(
    /^Valid: Outcomes of .*, by Closing Research\. 7 lines\./,
  )
  const changed = await verdictOn(supplier, 'changed.csv', signed.replace(',931,', ',930,'))
  await expect(changed).toContainText('Not valid')
  await expect(changed.getByRole('list', { name: 'Faults' })).toHaveText('Line 2 was changed (row 3 of the file)')

  await request.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo 5 rows' }).click()
  await expect(page.getByText('5 rows undone. Figures and money are as before.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(request).toContainText('Undone')
  expect(await figuresIn(books, study.sourceTablePath)).toBe(figures)
  // the five movements stay, and five back
  await expect(await statementIn(books, supplierId)).toHaveText(/^All\s*20\s*\$25\.00$/)
  expect(outcomesIn(await supplierFileFrom(books)).filter(line => line.includes(' undone '))).toHaveLength(5)
})
