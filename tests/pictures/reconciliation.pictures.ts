import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { expect, test } from './picture-fixture.ts'

test('the file of a reconciliation while it is worked on', async ({ demo, visit, picture }) => {
  const project = demo.find(({ plan }) => plan.status === 'live')?.projectId ?? 0
  const page = await visit('admin@acme.example', `/projects/${project}/reconciliation?way=file`, {
    prepare: async own => {
      // a file of 100,000 rows that stays half read
      await own.route(/\/v1\/reconciliation\/\d+\/progress/, route =>
        new URL(route.request().url()).searchParams.has('after')
          ? undefined
          : route.fulfill({ json: { version: 1, work: { step: 'keeping', done: 52_000, of: 100_000 } } }),
      )
      await own.route(/\/v1\/reconciliation\/\d+$/, route =>
        route.request().method() === 'POST' ? undefined : route.fallback(),
      )
    },
  })
  await page.getByLabel('File of the reconciliation').setInputFiles({
    name: 'rejected of November, all suppliers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('rdud,reason_code\nnobody,930\n'),
  })
  await expect(page.getByText('52,000 of 100,000 rows read')).toBeVisible()
  await picture(page, 'reconciliation-progress')
})

test('a preview that is narrowed to the rows of one of its sums', async ({ demo, desk, visit, picture }) => {
  const live = demo.find(({ plan }) => plan.status === 'live')
  if (live === undefined) throw new Error('The demo has a live source')
  const { accountId, sourceId, projectId, supplierIds } = live
  const made = await makeRespondents(desk.database, { accountId, sourceId, supplierId: supplierIds[0] ?? null }, [
    'panel-1',
    'panel-2',
    'panel-3',
    'panel-4',
  ])
  const page = await visit('admin@acme.example', `/projects/${projectId}/reconciliation?way=paste`)
  await page
    .getByLabel('Ids')
    .fill([...made.map(({ rdud }, at) => `${rdud},${at < 3 ? 930 : 931}`), 'no-such-respondent,930'].join('\n'))
  await page.getByRole('button', { name: 'Preview 5 lines' }).click()
  await page.getByRole('button', { name: /^Sell price, 930 Fraud/ }).click()
  await expect(page.getByText('Shown: applied, reason 930 Fraud')).toBeVisible()
  await picture(page, 'reconciliation-rows', { part: page.getByRole('table', { name: 'Reasons', exact: true }) })
})
