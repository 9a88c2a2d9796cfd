import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { ACTIVITY_LEVELS, type Activity } from '@desk/schema/defender/activity'
import type { ListedMark, ListedMarks } from '@desk/schema/defender/mark-lists'
import { expect, test } from 'vitest'
import { addFilter } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ActivityScreen } from './activity-screen.tsx'

const AT = '2026-11-20T11:00:00.000Z'
const levels = ACTIVITY_LEVELS.map(from => ({ from, marks: from === 26 ? 1 : 0, attempts: from === 26 ? 40 : 0 }))
const ACTIVITY: Activity = {
  hours: 24,
  as_of: AT,
  entries: 100_000,
  is_partial: true,
  without_fingerprint: 12,
  levels: { fingerprint: levels, address: ACTIVITY_LEVELS.map(from => ({ from, marks: 0, attempts: 0 })) },
  busiest: {
    fingerprint: [
      {
        kind: 'fingerprint',
        value: 'f-1',
        attempts: 40,
        rids: 30,
        surveys: 2,
        completes: 1,
        refused: 39,
        last_at: AT,
        lists: [],
      },
    ],
    address: [],
  },
}
const ENTRY: ListedMark = {
  entry_id: 4,
  list: 'block',
  kind: 'fingerprint',
  value: 'f-9',
  note: 'farm',
  state: 'in_force',
  added_by: 'Shreya Rao',
  added_at: AT,
  until: null,
  removed_by: null,
  removed_at: null,
}
const listed = (rows: readonly ListedMark[]): ListedMarks => ({
  list: 'block',
  version: 1,
  as_of: AT,
  total: rows.length,
  rows,
})
const desk = (answers: Answers = {}) =>
  testDesk(
    { 'defenderViews.activity': ACTIVITY, 'markLists.list': listed([ENTRY]), 'markLists.history': [], ...answers },
    { user: { ...SAMPLE_USER, role_id: 1, account_type: 'DEFENDER' }, path: '/defender/activity' },
  )
const sent = (on: Awaited<ReturnType<typeof desk>>, key: string) =>
  on.asked.filter(call => call.key === key).map(({ body }) => body)

test('attempts are by level, the busiest with their figures, and uncounted further ones are mentioned (§2.27, §9.7)', async () => {
  const on = await desk()
  const page = await draw(on, <ActivityScreen />)
  await expect
    .element(page.getByRole('table', { name: 'Devices by attempts' }).getByRole('row', { name: /26 to 70/ }))
    .toHaveTextContent(/26 to 70 attempts.*40 entries.*1.*100%/)
  await expect
    .element(page.getByRole('table', { name: 'Busiest devices' }).getByRole('row', { name: /f-1/ }))
    .toHaveTextContent(/f-1.*40.*30.*2.*1.*39/)
  await expect.element(page.getByText('100,000, the latest: there were more')).toBeVisible()
})

test('an entry is removed, and brought back by Undo', async () => {
  const on = await desk({ 'markLists.remove': { entries: [4] }, 'markLists.restore': { entries: [4] } })
  const page = await draw(on, <ActivityScreen />)
  await expect
    .element(page.getByRole('table', { name: /Block list/ }).getByRole('row', { name: /f-9/ }))
    .toHaveTextContent(/f-9.*Fingerprint.*In force.*farm.*Shreya Rao.*No end/)
  await page.getByRole('button', { name: 'Remove f-9' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sent(on, 'markLists.restore')).toEqual([{ entries: [4] }])
  expect(sent(on, 'markLists.remove')).toEqual([{ entries: [4] }])
})

test('faulty lines are named and nothing is added until the good ones are asked for (§5.28)', async () => {
  const on = await desk({
    'markLists.add': ({ body }) => {
      const { take } = body as { take: string }
      return {
        list: 'block',
        is_stored: take === 'good',
        lines: 2,
        added: take === 'good' ? 1 : 0,
        renewed: 0,
        reading: { delimiter: null, head_row: null, sheets: [], rows_not_read: [], hidden_rows: 0 },
        faulty: 1,
        faults: [
          { line: 2, text: '10.0.0.0/8', message: 'Wider than /16: say that wide networks are meant, if this one is' },
        ],
      }
    },
  })
  const page = await draw(on, <ActivityScreen />)
  await page.getByRole('button', { name: 'Add to the block list' }).click()
  await page.getByLabelText('Fingerprints, addresses and networks', { exact: true }).fill('f-1\n10.0.0.0/8')
  await page.getByLabelText('Note', { exact: true }).fill('farm')
  await page.getByRole('button', { name: 'Add all' }).click()
  await expect
    .element(page.getByRole('list', { name: 'Faulty lines' }))
    .toHaveTextContent('Line 2, “10.0.0.0/8”: Wider than /16: say that wide networks are meant, if this one is')
  await page.getByText('Networks wider than /16 (IPv6: /32) are meant').click()
  await page.getByRole('button', { name: 'Add the 1 good lines' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 added, 1 left out')
  // the stored value stays as it was read
  await expect.element(dialog).toHaveTextContent('One column, without a delimiter; no row names the columns.')
  expect(dialog.getByText('Read it in another way').elements()).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const form = { list: 'block', kind: 'either', text: 'f-1\n10.0.0.0/8', note: 'farm', until: null }
  expect(sent(on, 'markLists.add')).toEqual([
    { ...form, take: 'all' },
    { ...form, take: 'good', wide: true },
  ])
})

test('a list that cannot be read is read in another way from its refusal', async () => {
  const message = 'The file is empty.'
  const on = await desk({ 'markLists.add': refused(422, { message, details: [{ path: ['text'], message }] }) })
  const page = await draw(on, <ActivityScreen />)
  await page.getByRole('button', { name: 'Add to the block list' }).click()
  await page.getByLabelText('Fingerprints, addresses and networks', { exact: true }).fill('f-1;x')
  await page.getByRole('button', { name: 'Add all' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await page.getByText('Read it in another way').click()
  await page.getByLabelText('Columns are divided by').selectOptions('semicolons')
  await page.getByRole('button', { name: 'Read it so' }).click()
  await expect
    .poll(() => sent(on, 'markLists.add'))
    .toEqual([
      { list: 'block', kind: 'either', text: 'f-1;x', note: '', until: null, take: 'all' },
      { list: 'block', kind: 'either', text: 'f-1;x', delimiter: ';', note: '', until: null, take: 'all' },
    ])
})

test('an empty list says what it is for', async () => {
  const on = await desk({ 'markLists.list': listed([]) })
  const page = await draw(on, <ActivityScreen />)
  await expect.element(page.getByRole('heading', { name: 'No entries' })).toBeVisible()
})

test('a network has its kind and can be chosen by it; the history of the lists is a DEFENDER account’s too (§2.27, docs/decisions/0077)', async () => {
  const on = await desk({
    'markLists.list': listed([{ ...ENTRY, kind: 'network', value: '203.0.113.0/24' }]),
    'markLists.history': [
      {
        act: 'edited',
        by: 'Staff',
        by_uid: 9,
        at: AT,
        changes: [{ field: 'block_added', from: null, to: 1 }],
        reason: null,
        note: null,
      },
    ],
  })
  const page = await draw(on, <ActivityScreen />)
  await expect
    .element(page.getByRole('table', { name: /^Block list/ }).getByRole('row', { name: /203\.0\.113\.0/ }))
    .toHaveTextContent(/203\.0\.113\.0\/24.*Network.*In force/)
  await expect
    .element(page.getByRole('region', { name: 'History' }))
    .toHaveTextContent(/Staff.*Added to the block list/)
  await addFilter('Kind', 'Network')
  await expect
    .poll(() =>
      on.asked
        .filter(({ key }) => key === 'markLists.list')
        .at(-1)
        ?.url.searchParams.get('kind'),
    )
    .toBe('network')
})
