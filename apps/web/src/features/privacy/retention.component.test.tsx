import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Retention } from '@desk/schema/privacy/retention'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { PrivacyScreen } from './privacy.tsx'

const STORED: Retention = {
  marks_days: 90,
  identities_days: 396,
  journals_days: 30,
  version: 1,
  next: { marks: 12, identities: 100_000, journals: 0 },
  last: { at: '2026-11-27T03:00:00.000Z', marks: 7, identities: 0 },
  exclusions_beyond: 1,
}
const retentionDesk = (answers: Answers) =>
  testDesk(
    { 'retention.read': STORED, 'lookups.codes': [], ...answers },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/admin/privacy' },
  )

test('each period says what the next sweep removes and what the last one did', async () => {
  const page = await draw(await retentionDesk({}), <PrivacyScreen />)
  const row = page.getByRole('row', { name: /^Addresses and fingerprints/ })
  await expect.element(row).toHaveTextContent(/90 days after the window.*12.*7$/)
  await expect
    .element(page.getByRole('row', { name: /^Supplier IDs and answers/ }))
    .toHaveTextContent(/100,000 or more0$/)
  await expect.element(page.getByText('1 exclusion looks back further than 90 days.', { exact: false })).toBeVisible()
})

test('an edit is saved with the version that was read; a period that is too short says why', async () => {
  const desk = await retentionDesk({ 'retention.update': { ...STORED, marks_days: 60, version: 2 } })
  const page = await draw(desk, <PrivacyScreen />)
  await page.getByRole('button', { name: 'Edit' }).click()
  const field = page.getByLabelText('Addresses and fingerprints')
  await field.fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('A rule may look back 720 hours', { exact: false })).toBeVisible()
  await field.fill('60')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('60 days after the window', { exact: false })).toBeVisible()
  const [sent] = desk.asked.filter(({ key }) => key === 'retention.update')
  expect(sent?.body).toEqual({ marks_days: 60, identities_days: 396, journals_days: 30, version: 1 })
})

test('a retention that does not load is read again on request', async () => {
  const desk = await retentionDesk({
    'retention.read': refused(503, { message: 'The database is away for the moment.' }),
  })
  const page = await draw(desk, <PrivacyScreen />)
  await expect.element(page.getByRole('heading', { name: 'The retention did not load' })).toBeVisible()
  desk.answer({ 'retention.read': STORED })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('table', { name: 'Retention' })).toBeVisible()
})
