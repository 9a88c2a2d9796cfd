import { describeForm } from '@desk/machines/form/form.fields'
import type { FormEvent } from '@desk/machines/form/form.events'
import { formMachine } from '@desk/machines/form/form.machine'
import { BEGINNING } from '@desk/machines/journal/fold'
import { start, step } from '@desk/machines/runtime/step'
import { NewUserForm } from '@desk/schema/users/user-form'
import { beforeEach, describe, expect, test } from 'vitest'
import { DRAFT_LIFE_MS, findDraft } from './drafts.ts'
import { openJournalStore, type JournalStore } from './journal-store.ts'
import { entriesOf } from './journal-writer.ts'
import type { JournalOwner } from './recorder.ts'
import { freshDatabase } from './testing/fake-database.ts'

const [ANN, BOB] = [
  { uid: 11, pm_dsh_ud: 2 },
  { uid: 12, pm_dsh_ud: 2 },
]
const HOUR_MS = 3_600_000
const NOW_MS = 100 * HOUR_MS
const FIELDS = [...describeForm(NewUserForm), { name: 'password', isSecret: true }]

const opened = (form = 'user.edit 12'): FormEvent => ({
  type: 'form.opened',
  form,
  fields: FIELDS,
  values: { firstname: 'Ada', lastname: 'Byron' },
})
const typed = (value: string, field = 'firstname'): FormEvent => ({ type: 'field.changed', field, value })
const found = (firstname: string): FormEvent => ({
  type: 'form.draftFound',
  form: 'user.edit 12',
  values: { firstname },
})
const LEFT: readonly FormEvent[] = [{ type: 'form.leaveRequested', to: null }, { type: 'form.leaveConfirmed' }]
const SAVED: readonly FormEvent[] = [
  { type: 'form.submitRequested' },
  { type: 'form.validated', attemptNo: 1, faults: [] },
  { type: 'form.saved', attemptNo: 1 },
]

let store: JournalStore
beforeEach(async () => {
  freshDatabase()
  store = await openJournalStore()
  return () => store.close()
})

/** Keeps a journal in which a form lived through these events, one a millisecond, the last of them at that moment. */
async function lived(
  events: readonly FormEvent[],
  {
    session = 'j1',
    owner = ANN,
    atMs = NOW_MS - HOUR_MS,
  }: { session?: string; owner?: JournalOwner; atMs?: number } = {},
) {
  let { snapshot } = start(formMachine)
  const taken = events.map((event, index) => {
    snapshot = step(formMachine, snapshot, event).snapshot
    return { seq: index + 1, atMs: atMs - events.length + 1 + index, machine: 'form/1', event, state: snapshot }
  })
  await store.append(entriesOf(session, taken), { session, build: 'b1', from: BEGINNING, owner })
}
const offered = (owner: JournalOwner = ANN, form = 'user.edit 12') => findDraft(store, owner, form, NOW_MS)
const draft = (firstname: string, atMs = NOW_MS - HOUR_MS) => ({
  values: { firstname },
  before: { firstname: 'Ada' },
  atMs,
  hadSecrets: false,
})

describe('a form’s unsaved draft, folded from the journals of this browser', () => {
  test('has the changed fields at the end of the page; a typed password is only mentioned (§5.27)', async () => {
    await lived([opened(), typed('Grace'), { type: 'secretField.changed', field: 'password', isFilled: true }])
    expect(await offered()).toEqual({ ...draft('Grace'), hadSecrets: true })
  })

  test('survives when the end of the session closed the form, even during the question about leaving', async () => {
    await lived([opened(), typed('Grace'), { type: 'form.leaveRequested', to: null }, { type: 'form.closed' }])
    expect(await offered()).toEqual(draft('Grace', NOW_MS - HOUR_MS - 1))
  })

  test('belongs to this user, account and form only (law 4)', async () => {
    await lived([opened(), typed('Grace')])
    expect(
      await Promise.all([
        offered(),
        offered(BOB),
        offered({ ...ANN, pm_dsh_ud: 3 }),
        offered(ANN, 'user.edit 13'),
        offered(ANN, 'user.create'),
      ]),
    ).toEqual([draft('Grace'), null, null, null, null])
  })

  test('is not offered while its tab is open: an older one of a closed tab is', async () => {
    await lived([opened(), typed('Grace')], { session: 'gone' })
    await lived([opened(), typed('Hedy')], { session: 'alive', atMs: NOW_MS })
    const offeredBeside = (...alive: readonly string[]) => findDraft(store, ANN, 'user.edit 12', NOW_MS, new Set(alive))
    expect([await offeredBeside(), await offeredBeside('alive'), await offeredBeside('alive', 'gone')]).toEqual([
      draft('Hedy', NOW_MS),
      draft('Grace'),
      null,
    ])
  })

  test('excludes text typed during the search; an earlier draft is still offered', async () => {
    await lived([opened(), typed('Grace')], { session: 'before' })
    await lived([opened(), typed('Hedy')], { session: 'present', atMs: NOW_MS + 1 })
    expect(await offered()).toEqual(draft('Grace'))
  })

  test('is gone once saved, discarded, typed back or declined, and after a day', async () => {
    const ends: readonly (readonly FormEvent[])[] = [
      [opened(), typed('Grace'), ...SAVED],
      [opened(), typed('Grace'), ...LEFT],
      [opened(), typed('Grace'), typed('Ada')],
      [opened(), found('Grace'), { type: 'form.draftDeclined' }],
      [opened()],
    ]
    for (const [index, end] of ends.entries())
      await lived(end, { session: `j${index}`, owner: { uid: index, pm_dsh_ud: 2 } })
    await lived([opened(), typed('Grace')], { session: 'old', owner: BOB, atMs: NOW_MS - DRAFT_LIFE_MS - 1 })
    expect(await Promise.all([...ends.keys(), BOB.uid].map(uid => offered({ uid, pm_dsh_ud: 2 })))).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('the latest word counts: what a later page saved or declined is not offered again, what it only looked at is', async () => {
    const later: readonly (readonly [FormEvent[], unknown])[] = [
      [[opened(), found('Grace'), { type: 'form.draftDeclined' }], null],
      [[opened(), found('Grace'), { type: 'form.draftTaken' }, ...SAVED], null],
      [[opened(), found('Grace'), { type: 'form.draftTaken' }], draft('Grace', NOW_MS)],
      [[opened(), typed('Hedy')], draft('Hedy', NOW_MS)],
      [[opened(), found('Grace'), { type: 'form.leaveRequested', to: null }], draft('Grace')],
      [[opened(), found('Grace'), typed('Hedy'), ...LEFT], draft('Grace')],
    ]
    for (const [uid, [events]] of later.entries()) {
      await lived([opened(), typed('Grace')], { session: `first ${uid}`, owner: { uid, pm_dsh_ud: 2 } })
      await lived(events, { session: `then ${uid}`, owner: { uid, pm_dsh_ud: 2 }, atMs: NOW_MS })
    }
    expect(await Promise.all([...later.keys()].map(uid => offered({ uid, pm_dsh_ud: 2 })))).toEqual(
      later.map(([, expected]) => expected),
    )
  })

  test('what does not fold to the state that was recorded is not offered (law 1)', async () => {
    await lived([opened(), typed('Grace')])
    const { entries } = await store.read('j1')
    await store.append(
      entries.map(entry => ({ ...entry, fingerprint: '0'.repeat(16) })),
      { session: 'j1', build: 'b1', from: BEGINNING, owner: ANN },
    )
    expect(await offered()).toBeNull()
  })
})
