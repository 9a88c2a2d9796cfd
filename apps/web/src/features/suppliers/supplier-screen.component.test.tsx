import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk } from '#runtime/testing/test-desk.ts'
import { SupplierScreen } from './supplier-screen.tsx'

test('a supplier form whose lists did not load says so, and Retry reads them again', async () => {
  const notNow = refused(403, { message: 'Not now.' })
  const desk = await testDesk(
    { 'lookups.supplierTypes': notNow, 'lookups.codes': notNow },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/suppliers/new' },
  )
  const page = await draw(desk, <SupplierScreen id={null} />)
  await expect.element(page.getByText('The supplier did not load')).toBeVisible()
  desk.answer({ 'lookups.supplierTypes': [], 'lookups.codes': [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name (required)' })).toBeVisible()
})
