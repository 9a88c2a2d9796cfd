import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
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

test('each security switch is in one row with the threshold that it governs', async () => {
  await browser.viewport(1440, 900)
  const desk = await testDesk(
    { 'lookups.supplierTypes': [], 'lookups.codes': [] },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/suppliers/new' },
  )
  const page = await draw(desk, <SupplierScreen id={null} />)
  await expect.element(page.getByRole('region', { name: 'Security' })).toBeVisible()
  const topOf = (name: string) =>
    Math.round(document.querySelector(`[data-field="${name}"]`)?.getBoundingClientRect().top ?? Number.NaN)
  expect(
    [
      ['text_analytics_flg', 'language_threshold'],
      ['bot_detection_flg', 'threat_level'],
      ['activity_enabled_flg', 'token_threshold'],
    ].map(names => new Set(names.map(topOf)).size),
  ).toEqual([1, 1, 1])
})
