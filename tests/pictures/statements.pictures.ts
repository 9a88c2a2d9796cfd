import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { goToHash } from '../e2e/desk/hash.ts'
import { expect, test } from './picture-fixture.ts'

const now = new Date()
const lastMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 12)
const month = new Date(lastMonthMs).toISOString().slice(0, 7)

test('statements: periods, closing one, a signed statement, a file that was changed', async ({
  desk,
  visit,
  newBrowser,
  picture,
  demo,
}) => {
  const sources = demo.filter(({ accountId }) => accountId === DEMO_ACCOUNTS.acme).slice(0, 4)
  for (const { accountId, sourceId, supplierIds } of sources)
    await makeRespondents(
      desk.database,
      { accountId, sourceId, supplierId: supplierIds[0] ?? null },
      Array.from({ length: 6 }, (_, no) => `panel-${sourceId}-${no + 1}`),
      { endedAtMs: lastMonthMs },
    )
  const page = await visit('admin@acme.example', '/statements')
  const close = page.getByRole('main').getByRole('button', { name: /^Close / })
  await close.click()
  await expect(page.getByRole('alertdialog')).toContainText('Total')
  await picture(page, 'statement-close')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Close / })
    .click()
  await expect(page.getByText(/^Closed by /)).toBeVisible()
  await picture(page, 'statements')
  const statement = page.getByRole('main').locator(`a[href^="#/statements/${month}"]`).nth(1)
  const path = (await statement.getAttribute('href'))?.slice(1) ?? ''
  await goToHash(page, path)
  await expect(page.getByRole('table', { name: 'Lines' }).getByRole('row')).not.toHaveCount(1)
  await picture(page, 'statement')

  const supplier = await (await newBrowser()).newPage()
  const answer = await desk.call('GET', `/v1${path.replace('?', '/file?')}`, {
    token: await desk.tokenOf('admin@acme.example'),
  })
  await supplier.goto('/verify-statement.html')
  await supplier.getByLabel('File of the statement').setInputFiles({
    name: `statement-${month}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(String(answer.body).replace(/,\d+,[0-9a-f]{64}/, match => match.replace(/\d/, '9'))),
  })
  await expect(supplier.getByText(/^Not valid/)).toBeVisible()
  await picture(supplier, 'statement-verified')

  const token = await desk.tokenOf('admin@acme.example')
  const { body } = await desk.call('POST', '/v1/statement-links', {
    token,
    body: { pm_sup_ud: Number(path.split('supplier=')[1]), note: 'Ada at the panel', expires_in_days: 30 },
  })
  const link = new URL(String((body as { readonly secret: string }).secret))
  await supplier.goto(`${link.pathname}?month=${month}${link.hash}`)
  await expect(supplier.getByRole('table', { name: 'Lines' }).getByRole('row')).not.toHaveCount(1)
  await picture(supplier, 'supplier-statements')
})
