import { lastMonth } from '@desk/platform/testing/months'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { keepWindowOpen } from '@desk/platform/nouns/reconciliation/testing/keep-window-open'
import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'

const { month, name: monthName, middleMs } = lastMonth()

/** An account whose one supplier brought two completes last month, and its admin. */
async function setUp(desk: Desk) {
  const accountId = await desk.maker.account({ name: 'Owing Research' })
  // the month would close by itself five days after its window
  await keepWindowOpen(desk.databaseUrl, accountId)
  const study = await desk.newStudy(accountId, 'Owed study')
  const { sourceId, supplierIds } = study.sources['North panel']!
  await makeRespondents(desk.database, { accountId, sourceId, supplierId: supplierIds[0] ?? null }, ['one', 'two'], {
    endedAtMs: middleMs,
  })
  const { username } = await desk.maker.user({ accountId, roleId: 1 })
  return { username, supplierId: supplierIds[0] ?? 0, token: await desk.signIn(username, TEST_PASSWORD) }
}

/** Gives a file to the page that verifies, and what it says first. */
async function verdictOn(page: Page, name: string, content: string | Buffer): Promise<string> {
  await page
    .getByLabel('File of the statement')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  const verdict = page.getByRole('region', { name: `Verdict on ${name}` })
  await expect(verdict).toBeVisible()
  return verdict.innerText()
}

test('a month is closed, its signed file saved, and verified without a session: whole it is valid, with one byte changed it is not, and the line is named (settlement.md §2)', async ({
  desk,
  visit,
  newBrowser,
}) => {
  const { username, token } = await setUp(desk)
  const page = await visit(username, '/reports', { token })
  await page.getByRole('main').getByRole('link', { name: 'Statements' }).click()
  await expect(
    page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Statements' }),
  ).toHaveAttribute('aria-current', 'page')
  const period = page.getByRole('region', { name: monthName })
  await expect(period).toContainText('Open; closes automatically at')
  await page.getByRole('button', { name: `Close ${monthName}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('This signs 1 statement')
  await expect(dialog).toContainText('2 completes')
  await dialog.getByRole('button', { name: `Close ${monthName}` }).click()
  await expect(period).toContainText('Closed by')

  await period.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('table', { name: 'Lines' }).getByRole('row')).toHaveCount(3)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Signed CSV' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(new RegExp(`^statement-${month}-\\d+\\.csv$`))
  const text = await readFile(await saved.path(), 'utf8')

  const supplier = await (await newBrowser()).newPage()
  const sent: string[] = []
  supplier.on('request', request => sent.push(new URL(request.url()).pathname))
  await supplier.goto('/verify-statement.html')
  await expect(supplier.getByRole('heading', { name: 'Verify a statement' })).toBeVisible()
  // the page alone: nothing of the console, which would look for a session
  const ofPage = sent.splice(0)
  expect(
    ofPage.filter(
      path =>
        !/^\/(?:verify-statement\.html|theme-boot\.js|favicon\.svg|assets\/(?:verify-statement|inter)-.*)$/.test(path),
    ),
  ).toEqual([])
  await supplier.context().setOffline(true)
  expect(await verdictOn(supplier, 'whole.csv', text)).toMatch(/^Valid: .*by Owing Research\. 2 lines, 5\.00 USD\./)
  const changed = await verdictOn(supplier, 'changed.csv', text.replace(',250,', ',251,'))
  expect(changed).toContain('Not valid')
  expect(changed).toContain('Line 1 was changed (row 2 of the file)')
  expect(sent).toEqual([])

  // whose key it is, is asked for on purpose
  await supplier.context().setOffline(false)
  await verdictOn(supplier, 'again.csv', text)
  await supplier.getByRole('link', { name: 'ask this desk whose key it is' }).click()
  await expect(supplier.getByText('Owing Research')).toBeVisible()
})

test('what a project is charged is chosen in the address, closed with the rest, saved as an unsigned XLSX, which the verifying page refuses (settlement.md §2)', async ({
  desk,
  visit,
  newBrowser,
}) => {
  const { username, token } = await setUp(desk)
  const page = await visit(username, '/statements', { token })
  await page.getByRole('radio', { name: 'Projects' }).click()
  await expect(page).toHaveURL(/#\/statements\?of=project$/)
  const period = page.getByRole('region', { name: monthName })
  await expect(period.getByRole('row', { name: /^Owed study/ })).toContainText('2')
  await page.getByRole('button', { name: `Close ${monthName}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'This signs 1 statement of projects, and those of suppliers',
  )
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Close ${monthName}` })
    .click()
  await period.getByRole('link', { name: 'Owed study' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Owed study, ${monthName}`)
  await expect(page.getByRole('table', { name: 'Lines' }).getByRole('row')).toHaveCount(3)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Unsigned XLSX' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(new RegExp(`^statement-${month}-project-\\d+\\.xlsx$`))
  const workbook = await readFile(await saved.path())

  const client = await (await newBrowser()).newPage()
  await client.goto('/verify-statement.html')
  await client.context().setOffline(true)
  await client
    .getByLabel('File of the statement')
    .setInputFiles({ name: 'charged.xlsx', mimeType: 'application/octet-stream', buffer: workbook })
  await expect(client.getByRole('alert')).toContainText('charged.xlsx is a workbook, which is an unsigned copy')
  await page.getByRole('link', { name: 'Statements of projects' }).click()
  await expect(page).toHaveURL(/#\/statements\?of=project$/)
})

test('an admin makes a link, the supplier sees its statement by it without a session, and nothing once it is revoked (S11, S4)', async ({
  desk,
  visit,
  newBrowser,
}) => {
  const { username, token, supplierId } = await setUp(desk)
  await desk.call('POST', `/v1/statements/${month}/close`, { token })
  const page = await visit(username, `/statements/${month}?supplier=${supplierId}`, { token })
  const links = page.getByRole('region', { name: 'Supplier links' })
  await links.getByRole('button', { name: 'Make a link' }).click()
  const form = page.getByRole('dialog', { name: 'Create a supplier link' })
  await form.getByLabel('Recipient').fill('Ada at the panel')
  await form.getByRole('button', { name: 'Create link' }).click()
  const address = (await page.getByLabel('The link', { exact: true }).innerText()).trim()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(links.getByRole('row', { name: /Ada at the panel/ })).toContainText('Never')

  const supplier = await (await newBrowser()).newPage()
  const sent: string[] = []
  supplier.on('request', request => sent.push(request.url()))
  const local = new URL(address)
  await supplier.goto(`${local.pathname}${local.hash}`)
  await expect(supplier.getByRole('heading', { name: /^Statements of / })).toBeVisible()
  await expect(supplier.getByRole('table', { name: 'Lines' }).getByRole('row')).toHaveCount(3)
  const [saved] = await Promise.all([
    supplier.waitForEvent('download'),
    supplier.getByRole('button', { name: 'Signed CSV', exact: true }).click(),
  ])
  const text = await readFile(await saved.path(), 'utf8')
  // the token is in no address that was sent, and nothing of the console was loaded
  expect(sent.filter(url => url.includes(local.hash.slice(1)))).toEqual([])
  expect(
    sent
      .map(url => new URL(url).pathname)
      .filter(
        path =>
          !/^\/(?:supplier-statements\.html|theme-boot\.js|favicon\.svg|assets\/(?:supplier-statements|inter|rolldown-runtime)-.*|v1\/supplier-statements.*)$/.test(
            path,
          ) && path !== saved.suggestedFilename(),
      ),
  ).toEqual([])
  await supplier.getByRole('link', { name: 'Verify a file' }).click()
  expect(await verdictOn(supplier, 'own.csv', text)).toMatch(/^Valid: .*by Owing Research\. 2 lines, 5\.00 USD\./)

  await page.reload()
  await links.getByRole('button', { name: /^Revoke the link for Ada at the panel/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke it' }).click()
  await expect(links.getByText('No link is live.')).toBeVisible()
  await supplier.goto(`${local.pathname}${local.hash}`)
  await expect(supplier.getByText('This link was revoked.', { exact: false })).toBeVisible()
})
