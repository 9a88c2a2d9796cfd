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
