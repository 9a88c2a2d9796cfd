import type { Page } from '@playwright/test'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'

const ADA = 'advanced@acme.example'

/** The cells of the source's row of the source table. */
async function figuresOf(page: Page, path: string): Promise<string> {
  await goToHash(page, path)
  const row = page.getByRole('row', { name: /North panel/ })
  await expect(row).toContainText('Live')
  return (await row.getByRole('gridcell').allTextContents()).join(' | ')
}

test('a file with rows of twelve kinds is previewed, stored and seen in the source table; its undo brings the figures back (§2.22, §7.16)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Reconciled study')
  const other = await desk.newStudy('acme', 'Other study')
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
  const path = study.sourceTablePath.replace(/\/survey\/.*$/, '/reconciliation')

  const page = await visit(ADA, study.sourceTablePath)
  const before = await figuresOf(page, study.sourceTablePath)
  await goToHash(page, `${path}?way=file`)
  await page.getByLabel('File of the reconciliation').setInputFiles({
    name: 'told.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  })
  await expect(page.getByRole('heading', { name: 'Preview of told.csv' })).toBeVisible()
  const outcomes = page.getByRole('table', { name: 'Outcomes', exact: true })
  await expect(outcomes.getByRole('row', { name: /^All rows/ })).toContainText('12')
  for (const [outcome, rows] of [
    ['Rejected', 4],
    ['Accepted', 1],
    ['Needs confirmation', 1],
    ['Duplicate in the file', 1],
    ['Other project', 1],
    ['Unknown id', 1],
    ['Not eligible', 1],
    ['Unknown reason', 1],
    ['Already so', 1],
  ] as const) {
    await expect(outcomes.getByRole('row', { name: new RegExp(`^${outcome}`) })).toContainText(String(rows))
  }
  expect(await figuresOf(await visit(ADA, study.sourceTablePath), study.sourceTablePath)).toBe(before)

  // four of ten completes are more than 20 %
  const number = page.getByLabel(/^Type the project number, /)
  const [, typed = ''] =
    /number, (.*)$/.exec((await number.evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent)) ?? '') ??
    []
  await number.fill(typed)
  await page.getByRole('button', { name: 'Store 5 rows' }).click()
  await expect(page.getByText('5 rows of told.csv are applied.')).toBeVisible()
  const request = page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row', { name: /told\.csv/ })
  await expect(request).toContainText('Stored')

  const reconciled = await figuresOf(await visit(ADA, study.sourceTablePath), study.sourceTablePath)
  expect(reconciled).not.toBe(before)
  expect(reconciled).toContain('7')

  await request.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo 5 rows' }).click()
  await expect(page.getByText('5 rows undone. Figures and money are as before.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(request).toContainText('Undone')
  expect(await figuresOf(await visit(ADA, study.sourceTablePath), study.sourceTablePath)).toBe(before)
})
