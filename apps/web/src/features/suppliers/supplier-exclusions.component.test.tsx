import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { SupplierExclusion } from '@desk/schema/exclusions/exclusion'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { SupplierExclusions } from './supplier-exclusions.tsx'

const SNACKS = { pm_proj_ud: 5, name: 'Snacks', number: 'SN-1' }
const STORED: SupplierExclusion = { pm_sup_ud: 7, version: 2, everywhere: false, projects: [SNACKS] }
const ADMIN = { ...SAMPLE_USER, role_id: 1 as const }

const open = (answers: Answers = {}) => testDesk({ 'exclusions.ofSupplier': STORED, ...answers }, { user: ADMIN })
const panel = <SupplierExclusions supplierId={7} name="North panel" />

test('a project is taken out of a supplier’s exclusions with the version that was read (§7.17)', async () => {
  const desk = await open({ 'exclusions.excludeSupplier': { ...STORED, version: 3, projects: [] } })
  const page = await draw(desk, panel)
  await page.getByRole('button', { name: 'Take Snacks out' }).click()
  await page.getByRole('button', { name: 'Apply exclusions' }).click()
  await expect.element(page.getByText('It is excluded from no single project.')).toBeVisible()
  expect(desk.asked.find(({ key }) => key === 'exclusions.excludeSupplier')?.body).toEqual({ projects: [], version: 2 })
})

test('the switch adds the supplier to those that the account excludes', async () => {
  const accountId = ADMIN.pm_dsh_ud
  const others = [{ pm_sup_ud: 3, name: 'South panel' }]
  const desk = await open({
    'exclusions.ofAccount': { pm_dsh_ud: accountId, version: 4, suppliers: others },
    'exclusions.excludeForAccount': { pm_dsh_ud: accountId, version: 5, suppliers: others },
  })
  const page = await draw(desk, panel)
  const everywhere = page.getByRole('switch', { name: /^Exclude from every project/ })
  await expect.element(everywhere).not.toBeChecked()
  desk.answer({ 'exclusions.ofSupplier': { ...STORED, everywhere: true } })
  await page.getByText('Exclude from every project').click()
  await expect.element(everywhere).toBeChecked()
  expect(desk.asked.find(({ key }) => key === 'exclusions.excludeForAccount')?.body).toEqual({
    suppliers: [3, 7],
    version: 4,
  })
})

test('exclusions that did not load say so, and Retry reads them again', async () => {
  const desk = await open({ 'exclusions.ofSupplier': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, panel)
  await expect.element(page.getByText('The exclusions did not load')).toBeVisible()
  desk.answer({ 'exclusions.ofSupplier': STORED })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('Snacks')).toBeVisible()
})
