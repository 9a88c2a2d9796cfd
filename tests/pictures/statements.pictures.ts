import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { keepWindowOpen } from '@desk/platform/nouns/reconciliation/testing/keep-window-open'
import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { lastMonth } from '@desk/platform/testing/months'
import { goToHash } from '../e2e/desk/hash.ts'
import { expect, test } from './picture-fixture.ts'

const { month, middleMs } = lastMonth()

test('statements: periods, closing one, a signed statement, a file that was changed', async ({
  desk,
  visit,
  newBrowser,
  picture,
  demo,
}) => {
  const sources = demo.filter(({ accountId }) => accountId === DEMO_ACCOUNTS.acme).slice(0, 4)
  await keepWindowOpen(desk.databaseUrl, DEMO_ACCOUNTS.acme)
  const made: string[] = []
  for (const { accountId, sourceId, supplierIds } of sources) {
    const some = await makeRespondents(
      desk.database,
      { accountId, sourceId, supplierId: supplierIds[0] ?? null },
      Array.from({ length: 6 }, (_, no) => `panel-${sourceId}-${no + 1}`),
      { endedAtMs: middleMs },
    )
    made.push(...some.map(({ rdud }) => rdud))
  }
  const page = await visit('admin@acme.example', '/statements')
  const close = page.getByRole('main').getByRole('button', { name: /^Close / })
  await close.click()
  await expect(page.getByRole('alertdialog')).toContainText('Suppliers are owed')
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
  await goToHash(
    page,
    `/statements?whyStatement=${month}.all.total_cents&whySpan=chosen&whyFrom=${month}-14T00%3A00&whyTo=${month}-17T00%3A00`,
  )
  await expect(page.getByRole('dialog').getByText('The changes add up to the difference.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('row')).not.toHaveCount(2)
  await picture(page, 'statement-why')
  await goToHash(page, '/statements?of=project')
  await expect(page.getByRole('main').locator(`a[href^="#/statements/${month}?project="]`).first()).toBeVisible()
  await picture(page, 'statements-projects')

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
  for (const { projectId } of sources) {
    const preview = await desk.call('POST', '/v1/reconciliation/preview', {
      token,
      body: { pm_proj_ud: projectId, rduds: made, reason_code: 933 },
    })
    const {
      request,
      digest,
      number_to_type: number,
    } = preview.body as {
      readonly request: { readonly reconciliation_ud: number }
      readonly digest: string
      readonly number_to_type: string | null
    }
    await desk.call('POST', '/v1/reconciliation/store', {
      token,
      body: { reconciliation_ud: request.reconciliation_ud, digest, project_number: number ?? '' },
    })
  }
  for (const [at, rdud] of made.entries()) {
    const raised = await desk.call('POST', '/v1/disputes', {
      token,
      body: { rdud, evidence: `Our log has this respondent in the survey for ${12 + at} minutes, with ${at} breaks.` },
    })
    if (at % 3 !== 1 || raised.status !== 200) continue
    const { dispute_ud: id } = raised.body as { readonly dispute_ud: number }
    await desk.call('POST', `/v1/disputes/${id}/decide`, {
      token,
      body: at % 2 === 0 ? { decision: 'overturned', note: 'Seen.' } : { decision: 'upheld', note: 'Not in our log.' },
    })
  }
  await goToHash(page, '/statements/disputes')
  await expect(page.getByRole('table', { name: 'Disputes' }).getByRole('row')).not.toHaveCount(1)
  await picture(page, 'disputes')
  const { body } = await desk.call('POST', '/v1/statement-links', {
    token,
    body: { pm_sup_ud: Number(path.split('supplier=')[1]), note: 'Ada at the panel', expires_in_days: 30 },
  })
  const link = new URL(String((body as { readonly secret: string }).secret))
  await supplier.goto(`${link.pathname}?month=${month}${link.hash}`)
  await expect(supplier.getByRole('table', { name: 'Lines' }).getByRole('row')).not.toHaveCount(1)
  await picture(supplier, 'supplier-statements')
})
