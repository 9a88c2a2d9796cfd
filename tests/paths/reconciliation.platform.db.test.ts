import type { ReconciliationEvent } from '@desk/machines/reconciliation/reconciliation.events'
import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import { start, stateOf, step } from '@desk/machines/runtime/step'
import { coverageOf } from '@desk/machines/tools/paths/coverage'
import { pathsOf } from '@desk/machines/tools/paths/paths'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { MachinePath, PathStep } from '@desk/machines/tools/paths/walk'
import { usePlatform } from '@desk/platform/testing/platform'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import type { SnapshotFrom } from 'xstate'
import { beforeAll, describe, expect, test } from 'vitest'
import { Books, COMPLETES, type Asked, type BooksOptions, type CommandOf, type ReconciliationCommand } from './books.ts'
import { useCutOffPlatform } from './cut-off.ts'

/*
 * Every generated path of the shipped reconciliation machine, with the facts of a real platform: where a path says that the
 * platform answered something, the call that the machine asked for is made, its answer must be that fact, and the machine steps
 * with the answer instead of the sample. States and commands must come out as the path says.
 */
const platform = usePlatform()
const cutOff = useCutOffPlatform(1)

const { machine } = PATH_SOURCES.reconciliation
type ReconciliationMachine = typeof machine
type Snapshot = SnapshotFrom<ReconciliationMachine>
type EventOf<T extends ReconciliationEvent['type']> = Extract<ReconciliationEvent, { type: T }>

let accountId = 0
let token = ''
let maker: StudyMaker

beforeAll(async () => {
  maker = new StudyMaker(platform().database)
  const study = await maker.study()
  accountId = study.accountId
  token = await platform().signIn(study.username, TEST_PASSWORD)
})

/** Makes the call that the machine waits for, which has to be this one. */
async function answerTo<T extends Asked['type']>(books: Books, type: T) {
  const { asked } = books
  if (asked?.type !== type) throw new Error(`The machine waits for ${asked?.type ?? 'nothing'}, not for ${type}.`)
  const { status, body } = await books.answer(asked)
  return { status, body, command: asked as CommandOf<T> } // its type was just compared
}

/** The answer to the same call while the platform's database is away. */
async function answerCutOff({ type, params: { callNo } }: Asked): Promise<EventOf<'reconciliation.failed'>> {
  const response = await fetch(`${cutOff()}/v1/reconciliation/${type}`, {
    method: 'POST',
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: '{}',
  })
  const body = (await response.json()) as { readonly message: string } // of any refusal
  expect([response.status, body.message]).toEqual([503, expect.any(String)])
  return { type: 'reconciliation.failed', callNo, message: body.message, reason: null }
}

const BY_THE_USER = 'what the user does in the page asks the platform for nothing by itself'

/** How an event comes about: its work at the platform, or why the platform has no part in it. */
const WORLD: {
  readonly [T in ReconciliationEvent['type']]:
    | string
    | ((books: Books, event: EventOf<T>, at: Snapshot) => Promise<ReconciliationEvent>)
} = {
  'reconciliation.opened': async ({ projectId }, event) => ({ ...event, projectId }),
  'reconciliation.retrieveRequested': BY_THE_USER,
  'reconciliation.retrieved': async books => {
    const { status, body, command } = await answerTo(books, 'retrieve')
    expect([status, body.total]).toEqual([200, COMPLETES - books.rejected])
    return { type: 'reconciliation.retrieved', callNo: command.params.callNo, rows: body.total }
  },
  'reconciliation.submitted': async (books, event) => {
    books.takeList()
    return event
  },
  'reconciliation.requestReopened': async (books, event) => ({
    ...event,
    reconciliationId: await books.previewedBefore(),
  }),
  'reconciliation.progressed': 'progress is reported while the platform works (progress.http.db.test.ts)',
  'reconciliation.uploaded': async books => {
    const { status, body, command } = await answerTo(books, 'upload')
    expect([status, body.request?.state]).toEqual([200, 'previewed'])
    const reconciliationId: number = body.request.reconciliation_ud
    return { type: 'reconciliation.uploaded', callNo: command.params.callNo, reconciliationId }
  },
  'reconciliation.previewed': async books => {
    const { status, body, command } = await answerTo(books, 'preview')
    expect([status, body.request?.state]).toEqual([200, 'previewed'])
    const preview = { digest: body.digest, changes: body.changes, numberToType: body.number_to_type }
    return { type: 'reconciliation.previewed', callNo: command.params.callNo, preview }
  },
  'reconciliation.rowsTicked': BY_THE_USER,
  'reconciliation.reasonTicked': BY_THE_USER,
  'reconciliation.supplierTicked': async ({ supplierId }, event) => ({ ...event, supplierId }),
  'reconciliation.suggestionsConfirmed': async (_books, event) => ({ ...event, lines: [4] }),
  'reconciliation.previewRequested': BY_THE_USER,
  'reconciliation.numberTyped': async (_books, event, { context: { preview } }) => ({
    ...event,
    number: ` ${preview?.numberToType ?? event.number} `,
  }),
  'reconciliation.storeRequested': async (books, event) => ({ ...event, commandId: books.newOrder() }),
  'reconciliation.stored': async books => {
    const { status, body, command } = await answerTo(books, 'store')
    expect([status, body.digest]).toEqual([200, command.params.digest])
    books.rejected += body.changes
    return { type: 'reconciliation.stored', callNo: command.params.callNo, changes: body.changes }
  },
  'reconciliation.previewOutdated': async (books, _event, at) => {
    await books.rejectMeanwhile(at.context.reconciliationId ?? 0)
    const { status, body, command } = await answerTo(books, 'store')
    expect([status, body.reason]).toEqual([409, 'rows_changed'])
    return { type: 'reconciliation.previewOutdated', callNo: command.params.callNo, rows: body.current.rows }
  },
  'reconciliation.failed': async books => {
    const { asked } = books
    if (asked === null) throw new Error('The machine waits for nothing.')
    if (asked.type !== 'upload') return answerCutOff(asked)
    await books.sendBefore()
    const { status, body } = await books.answer(asked)
    expect([status, body.reason]).toEqual([409, 'known_file'])
    return { type: 'reconciliation.failed', callNo: asked.params.callNo, message: body.message, reason: body.reason }
  },
  'reconciliation.cancelRequested': BY_THE_USER,
  'reconciliation.retryRequested': BY_THE_USER,
  'reconciliation.restartRequested': BY_THE_USER,
  'reconciliation.leaveRequested': BY_THE_USER,
  'reconciliation.leaveConfirmed': BY_THE_USER,
  'reconciliation.leaveDeclined': BY_THE_USER,
}

async function perform(books: Books, command: ReconciliationCommand): Promise<void> {
  switch (command.type) {
    case 'retrieve':
    case 'upload':
    case 'preview':
    case 'store':
      books.asked = command
      break
    case 'cancel':
      books.asked = null
      break
    case 'abandon':
      expect(command.params.projectId).toBe(books.projectId)
      await books.abandon(command.params.reconciliationId)
      break
    case 'forgetContent':
    case 'leave':
      break
  }
}

/** The platform has the request in the state that the machine shows, and refuses what the machine does. */
async function expectStand(books: Books, snapshot: Snapshot): Promise<void> {
  await books.expectFigures()
  const { reconciliationId: id, preview } = snapshot.context
  if (id === null) return
  const isStored = snapshot.matches('stored')
  expect(await books.stateOf(id)).toBe(isStored ? 'stored' : 'previewed')
  const shown = stand.preview(snapshot)
  if (shown === null || shown.isChanged || shown.canStore || preview === null) return
  const refused = await books.call('POST', '/v1/reconciliation/store', {
    reconciliation_ud: id,
    digest: preview.digest,
    project_number: snapshot.context.typedNumber,
  })
  expect([refused.status, refused.body.reason]).toEqual([
    409,
    preview.changes === 0 ? 'nothing_to_apply' : 'number_needed',
  ])
}

/** A path ends while the machine waits: the call still comes to a good end, so that the tried step works again. */
async function expectGoodEnd(books: Books): Promise<void> {
  const { asked } = books
  if (asked === null) return
  const { status, body } = await books.answer(asked)
  expect([asked.type, status, body.reason]).toEqual([asked.type, 200, undefined])
  if (asked.type === 'store') books.rejected += body.changes
  await books.expectFigures()
}

async function walk(path: MachinePath<ReconciliationMachine>): Promise<MachinePath<ReconciliationMachine>> {
  const call: BooksOptions['call'] = (method, url, body, headers = {}) =>
    platform().call(method, url, { token, headers, ...(body === undefined ? {} : { body }) })
  const books = await Books.open({ database: platform().database, maker, accountId, call })
  await books.guard(path.steps.some(({ event }) => event.type === 'reconciliation.numberTyped'))
  let { snapshot } = start(machine)
  const steps: PathStep<ReconciliationMachine>[] = []
  for (const expected of path.steps) {
    // the entry of an event's own type takes that event
    const comes = WORLD[expected.event.type] as
      | string
      | ((books: Books, event: ReconciliationEvent, at: Snapshot) => Promise<ReconciliationEvent>)
    const event = typeof comes === 'string' ? expected.event : await comes(books, expected.event, snapshot)
    if ('callNo' in event && event.type !== 'reconciliation.progressed') books.asked = null
    const next = step(machine, snapshot, event)
    expect({ value: next.snapshot.value, commands: next.commands.map(({ type }) => type) }).toEqual({
      value: expected.state.value,
      commands: expected.commands.map(({ type }) => type),
    })
    for (const command of next.commands) await perform(books, command)
    snapshot = next.snapshot
    await expectStand(books, snapshot)
    steps.push({ event, title: expected.title, state: stateOf(snapshot), commands: next.commands, snapshot })
  }
  await expectGoodEnd(books)
  return { ...path, steps }
}

const paths = pathsOf(PATH_SOURCES.reconciliation)
const walks = new Map<string, Promise<MachinePath<ReconciliationMachine>>>()

/** Goes a path, once. */
function gone(path: MachinePath<ReconciliationMachine>): Promise<MachinePath<ReconciliationMachine>> {
  const begun = walks.get(path.title) ?? walk(path)
  walks.set(path.title, begun)
  return begun
}

describe('the platform gives the facts of the reconciliation machine (§2.22, §7.16, api:R3, api:R9, api:R10, api:R11)', () => {
  test.each(paths.map(path => [path.title, path] as const))('%s', async (_title, path) => {
    const { steps } = await gone(path)
    expect(steps.map(({ state }) => state.value)).toEqual(path.steps.map(({ state }) => state.value))
  })

  test('and with them every state and every transition is gone through', { timeout: 120_000 }, async () => {
    const walked: MachinePath<ReconciliationMachine>[] = []
    for (const path of paths)
      await gone(path).then(
        walkedPath => walked.push(walkedPath),
        () => 'its own test tells',
      )
    const { uncoveredStates, uncoveredTransitions } = coverageOf(machine, walked)
    expect([uncoveredStates, uncoveredTransitions]).toEqual([[], []])
  })
})
