import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Erasure, ErasureScope } from '@desk/schema/erasure/erasure'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { PrivacyScreen } from './privacy.tsx'

const SCOPE: ErasureScope = {
  respondents: 2,
  unknown: 1,
  in_survey: 0,
  in_dispute: 1,
  projects: 1,
  surveys: 1,
  statement_lines: 2,
  sealed_lines: 0,
  reconciliation_rows: 0,
  recontact_entries: 0,
  disputes: 1,
}
const NOTHING = {
  respondents: 0,
  statement_lines: 0,
  reconciliation_rows: 0,
  recontact_entries: 0,
  disputes: 0,
  deliveries: 0,
  marks: 0,
}
const erasure = (more: Partial<Erasure> = {}): Erasure => ({
  erasure_ud: 7,
  state: 'requested',
  rule: 'request',
  reference: 'Letter 7',
  scope: SCOPE,
  erased: NOTHING,
  requested_by: 'Grace Hopper',
  requested_by_ud: 999,
  requested_by_link_ud: null,
  requested_at: '2026-11-20T10:00:00.000Z',
  decided_by: null,
  decided_at: null,
  done_at: null,
  ...more,
})
const deskWith = (answers: Answers) =>
  testDesk(
    { 'lookups.suppliers': [{ pm_sup_ud: 4, name: 'Kestrel' }], ...answers },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/admin/privacy?tab=erasure' },
  )

test('an account without erasures says how one comes about', async () => {
  const page = await draw(await deskWith({ 'erasures.list': [] }), <PrivacyScreen />)
  await expect.element(page.getByRole('heading', { name: 'No erasures yet' })).toBeVisible()
})

test('the scope is shown before the request, and another text hides it', async () => {
  const desk = await deskWith({ 'erasures.list': [], 'erasures.scope': SCOPE, 'erasures.request': erasure() })
  const page = await draw(desk, <PrivacyScreen />)
  await page.getByRole('button', { name: 'Request an erasure' }).click()
  const ids = page.getByLabelText('IDs')
  await ids.fill('one\ntwo\none\n')
  await page.getByRole('button', { name: 'Show the scope' }).click()
  await expect.element(page.getByRole('row', { name: /^Lines of closed statements/ })).toHaveTextContent(/2$/)
  await expect.element(page.getByText('1 ID has no entry.')).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'erasures.scope').map(({ body }) => body)).toEqual([
    { pm_sup_ud: null, ids: ['one', 'two'] },
  ])
  await ids.fill('three')
  await expect.element(page.getByRole('button', { name: 'Show the scope' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the scope' }).click()
  await page.getByLabelText('Reference').fill('Letter 7')
  await page.getByRole('button', { name: 'Request the erasure of 2' }).click()
  await expect.element(page.getByText('The erasure was requested. Another admin confirms it.')).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'erasures.request').map(({ body }) => body)).toEqual([
    { pm_sup_ud: null, ids: ['three'], rule: 'request', reference: 'Letter 7' },
  ])
})

test('fingerprints are named in place of IDs, and several people may share one', async () => {
  const desk = await deskWith({ 'erasures.list': [], 'erasures.scope': SCOPE })
  const page = await draw(desk, <PrivacyScreen />)
  await page.getByRole('button', { name: 'Request an erasure' }).click()
  await page.getByRole('combobox', { name: 'Named by' }).fill('Finger')
  await page.getByRole('option', { name: 'Fingerprints' }).click()
  await expect.element(page.getByText('Several people may share it.')).toBeVisible()
  await page.getByLabelText('IDs').fill('print-a')
  await page.getByRole('button', { name: 'Show the scope' }).click()
  await expect.element(page.getByRole('row', { name: /^Lines of closed statements/ })).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'erasures.scope').map(({ body }) => body)).toEqual([
    { pm_sup_ud: null, marks: 'fingerprint', ids: ['print-a'] },
  ])
})

test('another admin confirms, and the receipt has counts', async () => {
  const done = erasure({
    state: 'done',
    erased: { ...NOTHING, respondents: 2 },
    decided_by: 'Ada Lovelace',
    decided_at: '2026-11-21T10:00:00.000Z',
    done_at: '2026-11-21T10:00:01.000Z',
  })
  const desk = await deskWith({ 'erasures.list': [erasure()], 'erasures.confirm': done })
  const page = await draw(desk, <PrivacyScreen />)
  await page.getByRole('button', { name: 'Confirm erasure 7' }).click()
  await expect.element(page.getByText('This cannot be undone.')).toBeVisible()
  desk.answer({ 'erasures.list': [done] })
  await page.getByRole('button', { name: 'Confirm the erasure' }).click()
  await expect.element(page.getByRole('row', { name: /^Erasure 7/ })).toHaveTextContent(/Done2 entries erased/)
  await expect.element(page.getByRole('button', { name: 'Confirm erasure 7' })).not.toBeInTheDocument()
})

test('a supplier’s request names the supplier, and the maker of its link does not confirm it', async () => {
  const own = erasure({ requested_by: 'Kestrel (supplier)', requested_by_ud: SAMPLE_USER.uid, requested_by_link_ud: 3 })
  const page = await draw(await deskWith({ 'erasures.list': [own] }), <PrivacyScreen />)
  await expect.element(page.getByRole('row', { name: /^Erasure 7/ })).toHaveTextContent(/Kestrel \(supplier\)/)
  await expect.element(page.getByText('You made this link: another admin confirms.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Confirm erasure 7' }).elements()).toEqual([])
})

test('the admin who requested it may withdraw it alone', async () => {
  const own = erasure({ requested_by_ud: SAMPLE_USER.uid })
  const desk = await deskWith({
    'erasures.list': [own],
    'erasures.withdraw': refused(409, { message: 'This erasure is confirmed already.', reason: 'already_decided' }),
  })
  const page = await draw(desk, <PrivacyScreen />)
  await page.getByRole('button', { name: 'Withdraw erasure 7' }).click()
  expect(page.getByRole('button', { name: 'Confirm erasure 7' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect.element(page.getByText('This erasure is confirmed already.')).toBeVisible()
})
