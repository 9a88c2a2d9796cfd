import { goToHash } from '../e2e/desk/hash.ts'
import { expect, test } from './picture-fixture.ts'

test('the labs and the assistant', async ({ visit, picture }) => {
  const page = await visit('super@desk.example', '/labs-1')
  await expect(page.getByRole('heading', { name: 'Labs' })).toBeVisible()
  await picture(page, 'labs')
  await goToHash(page, '/labs-1/sortable')
  await expect(page.getByRole('grid', { name: 'Columns in my own order' })).toBeVisible()
  await picture(page, 'own-order')
  const asking = await visit('admin@acme.example', '/assistant')
  await asking.getByRole('group', { name: 'Questions to begin with' }).getByRole('button').first().click()
  await expect(asking.getByText(/^Understood as/)).toBeVisible()
  await picture(asking, 'assistant')
})
