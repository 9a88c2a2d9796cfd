import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Dispute } from '@desk/schema/disputes/dispute'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { filterChip } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { DisputesScreen } from './disputes.tsx'

const ADMIN = { ...SAMPLE_USER, role_id: 1 as const }
const DISPUTE: Dispute = {
  dispute_ud: 7,
  state: 'disputed',
  pm_sup_ud: 4,
  supplier_name: 'Kestrel',
  pm_proj_ud: 5,
  project_name: 'Tea study',
  reconciliation_ud: 30,
  request_number: 2,
  rdud: `1-${'0'.repeat(32)}`,
  rid: 'panel-1',
  reason_code: 933,
  complete_month: '2026-10',
  supply_cents: 250,
  sell_cents: 850,
  currency: 'USD',
  evidence: '<b>14 minutes</b>',
  raised_by: null,
  raised_at: '2026-11-20T12:00:00.000Z',
  lapses_at: '2026-12-05T05:00:00.000Z',
  decided_by: null,
  decided_at: null,
  decision_note: '',
  overturned_by: null,
  version: 1,
}
const LIST = {
  total: 2,
  disputes: [
    DISPUTE,
    {
      ...DISPUTE,
      dispute_ud: 6,
      rid: 'panel-2',
      state: 'upheld' as const,
      decided_by: 'Ana Admin',
      decided_at: '2026-11-21T12:00:00.000Z',
      decision_note: 'Not in our log',
    },
  ],
}
const PATH = '/statements/disputes'
const deskOf = (answers: Answers = {}, path = PATH) =>
  testDesk(
    {
      'disputes.list': LIST,
      'lookups.codes': [],
      'lookups.suppliers': [{ pm_sup_ud: 4, name: 'Kestrel' }],
      ...answers,
    },
    { user: ADMIN, path },
  )

test('a dispute about a complete without a supply price promises no amount (docs/decisions/0092)', async () => {
  const unpriced = { total: 1, disputes: [{ ...DISPUTE, supply_cents: null }] }
  const page = await draw(await deskOf({ 'disputes.list': unpriced }), <DisputesScreen />)
  await expect.element(page.getByRole('row', { name: /panel-1/ }).getByTitle(/^Not known/)).toHaveTextContent('–')
  await page.getByRole('button', { name: /^Decide about/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Decision').selectOptions('Overturn: accept the respondent')
  await expect.element(dialog.getByRole('button', { name: 'Overturn', exact: true })).toBeVisible()
  await expect.element(dialog).toHaveTextContent('Kestrel is paid a price that is not known again')
})

test('each dispute says whose it is, its cost, the evidence as text, and its state (settlement.md §2)', async () => {
  const page = await draw(await deskOf(), <DisputesScreen />)
  const row = page.getByRole('row', { name: /panel-1/ })
  await expect
    .element(row)
    .toHaveTextContent(
      /Kestrel.*Tea study, request 2.*933 Speeder.*October 2026.*\$2\.50.*<b>14 minutes<\/b>.*by the supplier.*Awaiting a decision/,
    )
  await expect
    .element(page.getByRole('row', { name: /panel-2/ }))
    .toHaveTextContent(/Upheld.*by Ana Admin.*Not in our log/)
  expect(page.getByRole('button', { name: /^Decide about/ }).elements()).toHaveLength(1)
})

test('the filters of the URL are asked for, and changed in it', async () => {
  const desk = await deskOf({}, `${PATH}?state=disputed&supplier=4`)
  const page = await draw(desk, <DisputesScreen />)
  await expect.element(filterChip('State')).toHaveTextContent('State: Awaiting')
  await filterChip('State').click()
  await page.getByRole('menuitem', { name: 'Lapsed' }).click()
  await expect.poll(() => desk.asked.filter(({ key }) => key === 'disputes.list').length).toBe(2)
  expect(desk.asked.filter(({ key }) => key === 'disputes.list').map(({ url }) => url.search)).toEqual([
    '?limit=100&offset=0&state=disputed&supplier=4',
    '?limit=100&offset=0&state=lapsed&supplier=4',
  ])
})

test('a decision shows the money before it is sent, with the version that was seen', async () => {
  const desk = await deskOf({ 'disputes.decide': { ...DISPUTE, state: 'overturned', version: 2 } })
  const page = await draw(desk, <DisputesScreen />)
  await page.getByRole('button', { name: /^Decide about panel-1/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide about panel-1 of Kestrel' })
  await dialog.getByLabelText('Decision').selectOptions('Overturn: accept the respondent')
  await expect.element(dialog.getByText(/is paid \$2\.50 again, and the client is billed \$8\.50/)).toBeVisible()
  await dialog.getByLabelText('Note to the supplier').fill('Seen\nin our log')
  await dialog.getByRole('button', { name: 'Overturn and pay $2.50' }).click()
  await expect.element(page.getByText('The dispute is overturned')).toBeVisible()
  expect(desk.asked.find(({ key }) => key === 'disputes.decide')?.body).toEqual({
    decision: 'overturned',
    note: 'Seen\nin our log',
    version: 1,
  })
})

test('the evidence is whole in the dialog; a longer one scrolls, by keyboard too', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, no) => `Answer ${no} took 14 minutes`).join('\n')
  const disputes = [
    { ...DISPUTE, evidence: lines(12) },
    { ...DISPUTE, dispute_ud: 8, rid: 'panel-8', evidence: lines(60) },
  ]
  const page = await draw(await deskOf({ 'disputes.list': { total: 2, disputes } }), <DisputesScreen />)
  const evidence = page.getByRole('region', { name: 'Evidence' })
  const hidden = () => {
    const { scrollHeight, clientHeight } = evidence.element()
    return scrollHeight - clientHeight
  }
  await page.getByRole('button', { name: /^Decide about panel-1/ }).click()
  await expect.element(evidence).toHaveTextContent('Answer 11 took 14 minutes')
  expect(hidden()).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Decide about panel-8/ }).click()
  await expect.element(evidence).toHaveTextContent('Answer 59 took 14 minutes')
  expect(hidden()).toBeGreaterThan(0)
  evidence.element().scrollTop = 0
  page.getByRole('button', { name: 'Close', exact: true }).element().focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(evidence.element())
  await userEvent.keyboard('{End}')
  await expect.poll(() => evidence.element().scrollTop).toBeGreaterThan(0)
})

test('a dispute that was decided in between says so in the dialog', async () => {
  const conflict = { message: 'The dispute is lapsed already.', reason: 'already_decided', current: null }
  const desk = await deskOf({ 'disputes.decide': refused(409, conflict) })
  const page = await draw(desk, <DisputesScreen />)
  await page.getByRole('button', { name: /^Decide about panel-1/ }).click()
  desk.answer({ 'disputes.list': { total: 1, disputes: [{ ...DISPUTE, state: 'lapsed' }] } })
  await page.getByRole('button', { name: 'Uphold the rejection' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The dispute is lapsed already.')
  // nothing is left to decide, and the list behind shows what it became
  await expect.element(page.getByRole('button', { name: 'Uphold the rejection' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('row', { name: /panel-1.*Lapsed/ })).toBeVisible()
  expect(page.getByRole('button', { name: /^Decide about panel-1/ }).elements()).toEqual([])
})

test('a dispute is raised with an RDUD and evidence; a missing value is reported at its field', async () => {
  const desk = await deskOf({ 'disputes.raise': refused(404, { message: 'There is nothing here.' }) })
  const page = await draw(desk, <DisputesScreen />)
  await page.getByRole('button', { name: 'Raise a dispute' }).click()
  const dialog = page.getByRole('dialog', { name: 'Raise a dispute for a supplier' })
  await dialog.getByRole('button', { name: 'Raise the dispute' }).click()
  await expect.element(dialog.getByText('Evidence is required')).toBeVisible()
  await dialog.getByLabelText('RDUD').fill(DISPUTE.rdud)
  await dialog.getByLabelText('Evidence').fill('14 minutes\nas the log says')
  await dialog.getByRole('button', { name: 'Raise the dispute' }).click()
  await expect.element(dialog.getByText('No complete of this RDUD is rejected now')).toBeVisible()
  desk.answer({ 'disputes.raise': DISPUTE })
  await dialog.getByRole('button', { name: 'Raise the dispute' }).click()
  await expect.element(page.getByText('The dispute was raised')).toBeVisible()
  expect(desk.asked.findLast(({ key }) => key === 'disputes.raise')?.body).toEqual({
    rdud: DISPUTE.rdud,
    evidence: '14 minutes\nas the log says',
  })
})

test('without disputes it says what they are, and one that fails to load is read again', async () => {
  const none = await draw(await deskOf({ 'disputes.list': { total: 0, disputes: [] } }), <DisputesScreen />)
  await expect.element(none.getByRole('heading', { name: 'No disputes yet' })).toBeVisible()
  await none.unmount()
  const desk = await deskOf({ 'disputes.list': refused(422, { message: 'Not now.', details: [] }) })
  const page = await draw(desk, <DisputesScreen />)
  await expect.element(page.getByRole('heading', { name: 'The disputes did not load' })).toBeVisible()
  desk.answer({ 'disputes.list': LIST })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('row', { name: /panel-1/ })).toBeVisible()
})
