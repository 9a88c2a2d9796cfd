import type { BusinessUnit } from '@desk/schema/accounts/business-unit'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ADMIN } from '../users/testing/users-desk.ts'
import { BusinessUnitsScreen } from './business-units.tsx'

const HEALTH: BusinessUnit = {
  business_unit_ud: 7,
  business_unit_name: 'Health',
  status_id: 1,
  version: 3,
  projects_count: 2,
  rate_cards_count: 1,
}
const RETAIL: BusinessUnit = { ...HEALTH, business_unit_ud: 8, business_unit_name: 'Retail', projects_count: 0 }

const unitsDesk = (answers: Answers = {}, path = '/admin/business-unit') =>
  testDesk(
    {
      'businessUnits.list': [HEALTH, RETAIL],
      'history.read': [],
      'lookups.codes': [{ pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' }],
      ...answers,
    },
    { user: { ...ADMIN, invoices_by_business_unit: true }, path },
  )

test('the units are listed with what uses them (api:B1)', async () => {
  const page = await draw(await unitsDesk(), <BusinessUnitsScreen />)
  const grid = page.getByRole('grid', { name: 'Business units' })
  await expect.element(grid.getByRole('row').nth(1)).toHaveTextContent('Health721')
  await expect.element(grid.getByRole('row').nth(2)).toHaveTextContent('Retail801')
})

test('the search of the URL leaves the units that match', async () => {
  const page = await draw(await unitsDesk({}, '/admin/business-unit?q=reta'), <BusinessUnitsScreen />)
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Retail')
})

test('an account without units explains them, and makes its first (api:B2)', async () => {
  const desk = await unitsDesk({ 'businessUnits.list': [] })
  const page = await draw(desk, <BusinessUnitsScreen />)
  await expect.element(page.getByRole('heading', { name: 'No business units yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New business unit' }).click()
  const dialog = page.getByRole('dialog', { name: 'New business unit' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Health')
  desk.answer({ 'businessUnits.create': HEALTH, 'businessUnits.list': [HEALTH] })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('button', { name: 'Health', exact: true })).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'businessUnits.create').map(({ body }) => body)).toEqual([
    { business_unit_name: 'Health' },
  ])
})

test('a name that another unit has is refused at the field, and its text stays (§5.28, api:B3)', async () => {
  const message = 'There is a business unit Retail already'
  const desk = await unitsDesk({
    'businessUnits.change': refused(422, { message, details: [{ path: ['business_unit_name'], message }] }),
  })
  const page = await draw(desk, <BusinessUnitsScreen />)
  await page.getByRole('button', { name: 'Health', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Business unit 7' })
  const name = dialog.getByRole('textbox', { name: /^Name/ })
  await name.fill('Retail')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(message)).toBeVisible()
  await expect.element(name).toHaveValue('Retail')
  expect(desk.asked.findLast(({ key }) => key === 'businessUnits.change')?.body).toEqual({
    business_unit_name: 'Retail',
    version: 3,
  })
})

test('a unit in use is not retired: its projects and rate cards are named, with the way to each project (api:B3)', async () => {
  const desk = await unitsDesk({
    'businessUnits.change': refused(409, {
      message: 'It is used by 21 projects.',
      reason: 'in_use',
      current: {
        projects_count: 21,
        projects: [{ pm_proj_ud: 1001, pm_proj_name: 'Habits', pm_proj_rep_num: 'P-1' }],
        rate_cards_count: 1,
        rate_cards: [{ rate_card_ud: 801, rate_card_name: 'Health card' }],
      },
    }),
  })
  const page = await draw(desk, <BusinessUnitsScreen />)
  await page.getByRole('button', { name: 'Retire Health' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  const dialog = page.getByRole('dialog', { name: 'Health is in use' })
  await expect.element(dialog.getByRole('link', { name: 'Habits' })).toHaveAttribute('href', '#/projects/1001/edit')
  await expect
    .element(dialog.getByRole('list', { name: 'Projects of this unit' }))
    .toHaveTextContent('HabitsProject P-1and 20 more')
  await expect
    .element(dialog.getByRole('list', { name: 'Rate cards for this unit' }))
    .toHaveTextContent('Health cardRate card 801')
})

test('an unused unit is retired after one question, and leaves the list (api:B3)', async () => {
  const desk = await unitsDesk({ 'businessUnits.change': { ...RETAIL, status_id: 2, version: 4 } })
  const page = await draw(desk, <BusinessUnitsScreen />)
  await page.getByRole('button', { name: 'Retire Retail' }).click()
  desk.answer({ 'businessUnits.list': [HEALTH] })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Retail was retired' })).toBeVisible()
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Health')
  expect(desk.asked.findLast(({ key }) => key === 'businessUnits.change')?.body).toEqual({
    business_unit_name: 'Retail',
    status_id: 2,
    version: 3,
  })
})

test('a retirement that fails otherwise says why in the question', async () => {
  const desk = await unitsDesk({ 'businessUnits.change': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <BusinessUnitsScreen />)
  await page.getByRole('button', { name: 'Retire Retail' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  await expect.element(page.getByRole('alertdialog').getByRole('alert')).toHaveTextContent('Not now.')
})

test('a list that fails to load shows so and can be retried', async () => {
  const desk = await unitsDesk({ 'businessUnits.list': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <BusinessUnitsScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'businessUnits.list': [HEALTH] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('Health')
})
