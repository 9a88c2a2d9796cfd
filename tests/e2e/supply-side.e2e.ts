import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from './desk/desk-fixture.ts'

test('the account’s own admin takes a new source to live: supplier, price, launch; the plain user learns by name whom to ask, and sees none of it (domain.md §4, §5.19, api:T8)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Launched by its admin')
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await page.getByRole('button', { name: 'New source' }).first().click()
  await page.getByRole('menuitem', { name: 'DIY' }).click()
  const main = page.getByRole('main')
  const blocks = main.getByRole('region', { name: /launch/ }).getByRole('listitem')
  await expect(
    blocks.filter({ hasText: 'A price is missing.' }).getByRole('button', { name: 'Go to Supply Price' }),
  ).toBeVisible()
  await main.getByRole('textbox', { name: 'Source Name' }).fill('Ana’s mix')
  await main.getByRole('textbox', { name: 'Target (N)' }).fill('100')
  await main.getByRole('textbox', { name: 'Supply Price' }).fill('2.50')
  await main.getByRole('combobox', { name: 'Add a supplier' }).focus()
  await page.keyboard.type('Northlight')
  await expect(page.getByRole('option', { name: 'Northlight Panels' }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { name: 'Ready to launch' })).toBeVisible()
  await main.getByRole('button', { name: 'Save and launch' }).click()
  const row = page.getByRole('grid', { name: 'Sources' }).getByRole('row').filter({ hasText: 'Ana’s mix' })
  await expect(row).toContainText('Live')
  // figures have every column for the admin (docs/decisions/0101)
  await expect(page.getByRole('columnheader', { name: 'Expense' })).toBeVisible()

  const user = await visit('user@acme.example', study.sourceTablePath)
  await expect(user.getByRole('columnheader', { name: 'Expense' })).toHaveCount(0)
  await user.getByRole('button', { name: 'New source' }).first().click()
  // without classic ones, which have a supplier
  await expect(user.getByRole('menuitem')).toHaveText([/^DIY/, /^Lucid/])
  await user.getByRole('menuitem', { name: 'DIY' }).click()
  const told = user
    .getByRole('main')
    .getByRole('region', { name: /launch/ })
    .getByRole('listitem')
  // three of the account's admins, of whom other tests make more
  const ask = 'Ask \\S+ \\S+, \\S+ \\S+ or \\S+ \\S+ to set it\\.'
  await expect(told).toHaveText([
    /The target must be greater than 0\./,
    new RegExp(`A price is missing\\. ${ask}`),
    new RegExp(`The source has no supplier\\. ${ask}`),
  ])
  await expect(user.getByRole('main').getByText('Northlight')).toHaveCount(0)
})

test('each supplier of a source has its entry link on the source: copied, tried and shown as a code; the plain user has none (§2.32, domain.md §3)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Handed to suppliers')
  const { projectId, surveyId } = study
  const accountId = DEMO_ACCOUNTS.acme
  const suppliers = [
    await desk.maker.supplier({ accountId, name: 'Heron' }),
    await desk.maker.supplier({ accountId, name: 'Kestrel' }),
  ]
  const stmid = await desk.maker.source({
    accountId,
    projectId,
    surveyId,
    name: 'Two suppliers',
    status: STATUS_CODES.live,
    supplierIds: suppliers,
  })
  const path = `/manage/project/${projectId}/survey/${surveyId}/stream/${stmid}`
  const page = await visit('admin@acme.example', path)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const links = page.getByRole('list', { name: 'Entry links by supplier' }).getByRole('listitem')
  await expect(links).toContainText(['Heron', 'Kestrel'])
  const link = await links.last().getByRole('textbox', { name: 'Entry link of Kestrel' }).inputValue()
  expect(link.slice(link.indexOf('/entry'))).toBe(`/entry/${stmid}?sup=${suppliers[1]}&rid=[%RID%]`)
  await links.last().getByRole('button', { name: 'Copy the entry link of Kestrel' }).click()
  await expect(
    page.getByRole('region', { name: /^Messages/ }).getByText('The entry link of Kestrel was copied'),
  ).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  const testLink = await links.last().getByRole('link', { name: 'Test the link of Kestrel' }).getAttribute('href')
  await links.last().getByRole('button', { name: 'QR code of the link of Kestrel' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the test link of Kestrel' })).toBeVisible()
  await expect(page.getByRole('dialog').getByText(testLink!, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const tried = new URL(testLink!)
  expect(tried.searchParams.get('sup')).toBe(String(suppliers[1]))
  const { headers } = await page.request
    .get(desk.url + tried.pathname + tried.search, { maxRedirects: 0 })
    .then(answer => ({ headers: answer.headers() }))
  expect(headers['location']).toMatch(/[?&]id=/)

  const user = await visit('user@acme.example', path)
  await expect(user.getByRole('textbox', { name: 'Test link' })).toBeVisible()
  await expect(user.getByRole('heading', { name: 'Entry links' })).toHaveCount(0)
})
