import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Objection } from '@desk/schema/privacy/objections'
import type { SubjectAccess } from '@desk/schema/privacy/subject-access'
import { expect, test, vi } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { PrivacyScreen } from './privacy.tsx'

const IN_FORCE: Objection = {
  objection_id: 7,
  supplier_id: 3,
  supplier: 'Panel One',
  rid: 'p-77',
  made_by: 'Ann Lee',
  made_at: '2026-11-20T10:00:00.000Z',
  withdrawn_by: null,
  withdrawn_at: null,
}
const PERSON: SubjectAccess = {
  supplier_id: 3,
  supplier: 'Panel One',
  rid: 'p-77',
  entries: [
    {
      rdud: 'a-0193f0d0000040008000000000888888',
      stmid: 4,
      source_name: 'Panel',
      survey_name: 'Habits',
      project_name: 'Coffee',
      code: 30,
      is_test: false,
      entered_at: '2026-11-20T10:00:00.000Z',
      ended_at: null,
      interview_seconds: 200,
      address: '198.51.100.7',
      fingerprint: null,
    },
  ],
  events: [],
  verdicts: [],
  listed: [],
  statement_lines: [],
  recontact: [],
  reconciliation_rows: [],
  objections: [IN_FORCE],
  is_partial: false,
}
const SUPPLIERS = [
  {
    pm_sup_ud: 3,
    name: 'Panel One',
    pm_supplier_type_code_ud: 1,
    recruitment_type: 1,
    sources_count: 1,
    redirect_types: [],
  },
]
const privacyDesk = (tab: string, answers: Answers) =>
  testDesk(
    { 'lookups.suppliers': SUPPLIERS, 'lookups.codes': [], 'objections.list': [IN_FORCE], ...answers },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: `/admin/privacy?tab=${tab}` },
  )

test('an objection is listed with its author, and withdrawn after a question', async () => {
  const desk = await privacyDesk('objections', { 'objections.withdraw': IN_FORCE })
  const page = await draw(desk, <PrivacyScreen />)
  await expect.element(page.getByRole('row', { name: /^p-77/ })).toHaveTextContent(/Panel One.*Ann Lee.*In force/)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  desk.answer({
    'objections.list': [{ ...IN_FORCE, withdrawn_at: '2026-11-21T10:00:00.000Z', withdrawn_by: 'Bo Ray' }],
  })
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await expect.element(page.getByRole('row', { name: /^p-77/ })).toHaveTextContent(/Withdrawn.*Bo Ray/)
})

test('objections that do not load are read again on request; without one the page says how to record one', async () => {
  const desk = await privacyDesk('objections', {
    'objections.list': refused(503, { message: 'The database is away for the moment.' }),
  })
  const page = await draw(desk, <PrivacyScreen />)
  await expect.element(page.getByRole('heading', { name: 'The objections did not load' })).toBeVisible()
  desk.answer({ 'objections.list': [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'No objections' })).toBeVisible()
})

test('a respondent is looked up by a supplier’s ID, shown and saved; the address has no ID', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL')
  const desk = await privacyDesk('access', { 'subjectAccess.read': PERSON })
  const page = await draw(desk, <PrivacyScreen />)
  await page.getByLabelText('Named by').selectOptions('ID of Panel One')
  await page.getByLabelText('Supplier ID').fill('p-77')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect.element(page.getByRole('heading', { name: 'p-77 · Panel One' })).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Entries' })).toHaveTextContent(/Coffee.*198\.51\.100\.7/)
  const [asked] = desk.asked.filter(({ key }) => key === 'subjectAccess.read')
  expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({ supplier_id: '3', rid: 'p-77' })
  expect(desk.history.location.href).not.toContain('p-77')
  await page.getByRole('button', { name: 'Download JSON' }).click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  saved.mockRestore()
})

test('an unknown respondent is said', async () => {
  const desk = await privacyDesk('access', {
    'subjectAccess.read': refused(404, { message: 'This was not found.' }),
  })
  const page = await draw(desk, <PrivacyScreen />)
  await page.getByLabelText('RDUD', { exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect.element(page.getByText(/not found/i)).toBeVisible()
})
