import { expect, test } from './picture-fixture.ts'

test('Defender Metrics of an account without embedded reports', async ({ visit, picture }) => {
  const page = await visit('admin@acme.example', '/defender/metrics')
  await expect(page.getByText(/^As of /)).toBeVisible()
  await picture(page, 'defender-metrics')
})
