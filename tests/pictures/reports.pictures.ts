import { goToHash } from '../e2e/desk/hash.ts'
import { expect, test } from './picture-fixture.ts'

test('reports: all, traffic by two things, suppliers, terminations', async ({ visit, picture }) => {
  const page = await visit('admin@acme.example', '/reports')
  await expect(page.getByRole('link', { name: 'Terminations' })).toBeVisible()
  await picture(page, 'reports')
  const pictures = [
    ['report-traffic', '/reports/traffic?and=supplier', 'Traffic'],
    ['report-suppliers', '/reports/suppliers', 'Supplier performance'],
    ['report-terminations', '/reports/terminations?by=supplier', 'Terminations'],
  ] as const
  for (const [name, path, label] of pictures) {
    await goToHash(page, path)
    await expect(page.getByRole('grid', { name: label }).getByRole('rowheader')).not.toHaveCount(0)
    await picture(page, name)
  }
})
