import { replay } from '@desk/machines/journal/fold'
import type { StatusChangeEvent } from '@desk/machines/status-change/status-change.events'
import type { StatusChangeAnswer } from '@desk/schema/statuses/status-view'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { entriesOf } from '../journal/journal-writer.ts'
import type { Taken } from '../journal/recorder.ts'
import { statusOrderer, type StatusOrder } from './status-orders.ts'

const AT = '2026-11-02T09:30:00.000Z'
const ORDER: StatusOrder = { scope: 'source', id: 7, name: 'North panel', from: 1, to: 2, version: 3, note: '' }
const STATUS = {
  statusid: 2,
  effective_statusid: 2,
  reason: null,
  changed_by: 'Una Ortiz',
  changed_at: AT,
  version: 4,
} as const
const EVENT = {
  scope: 'source',
  id: 7,
  pm_proj_ud: 1,
  pm_sy_ud: 2,
  from: 1,
  to: 2,
  reason: null,
  note: null,
  by: 'Una Ortiz',
  by_uid: 12,
  at: AT,
  version: 4,
  command_id: 'c1',
} as const
const MADE: StatusChangeAnswer = { status: STATUS, allowed: [], events: [EVENT] }
const refused = new ApiError({
  status: 409,
  message: 'The target is reached.',
  reason: 'target_reached',
  requestId: 'r-7',
})
const lost = new ApiError({ status: 0, message: '' })

/** Orders in front of a platform that answers so, one after the other. */
function ordering(...answers: readonly (() => Promise<StatusChangeAnswer>)[]) {
  const sent: unknown[] = []
  const taken: Taken[] = []
  const orders = new Map<string, (event: StatusChangeEvent) => void>()
  let instances = 0
  const order = statusOrderer({
    // Only the one call is made.
    api: {
      call: (_name: string, request: unknown) => (sent.push(request), answers[sent.length - 1]!()),
    } as unknown as ApiClient,
    recorder: {
      instanceOf: machine => `${machine}/${(instances += 1)}`,
      record: (machine, event, state) => void taken.push({ seq: taken.length + 1, atMs: 1, machine, event, state }),
    },
    orders,
  })
  const journal = () => entriesOf('j1', taken).map(({ machine, event }) => `${machine} ${event.type}`)
  const told = (placed: Promise<boolean>) =>
    placed.then(
      isOurs => (isOurs ? 'made' : 'made by another'),
      (failure: unknown) => failure,
    )
  return { order, orders, sent, taken, journal, told }
}

describe('a status change that is one of many', () => {
  test('is sent once as it was ordered, and is in the journal with its order and its result (api:P9, law 1)', async () => {
    const { order, sent, taken, journal, told } = ordering(
      async () => MADE,
      () => Promise.reject(refused),
    )
    expect(await told(order({ ...ORDER, note: 'The client asked.' }, 'c1'))).toBe('made')
    expect(await told(order({ ...ORDER, id: 8 }, 'c2'))).toBe(refused)
    expect(sent).toEqual([
      {
        headers: { 'idempotency-key': 'c1' },
        payload: { scope: 'source', id: 7, statusid: 2, version: 3, command_id: 'c1', note: 'The client asked.' },
      },
      {
        headers: { 'idempotency-key': 'c2' },
        payload: { scope: 'source', id: 8, statusid: 2, version: 3, command_id: 'c2' },
      },
    ])
    expect(journal()).toEqual([
      ...['changeRequested', 'noteChanged', 'confirmed', 'changeAccepted'].map(
        type => `status-change/1 status.${type}`,
      ),
      ...['changeRequested', 'confirmed', 'changeRejected'].map(type => `status-change/2 status.${type}`),
    ])
    const entries = entriesOf('j1', taken)
    expect([replay(entries).kind, entries.at(-1)?.event]).toEqual([
      'equal',
      {
        type: 'status.changeRejected',
        commandId: 'c2',
        message: 'The target is reached.',
        reason: 'target_reached',
        requestId: 'r-7',
      },
    ])
  })

  test('that is pushed back is announced as its own, and is made although its answer was lost', async () => {
    let lose: (failure: ApiError) => void = () => undefined
    const { order, orders, journal, told } = ordering(() => new Promise((_, reject) => (lose = reject)))
    const placed = told(order(ORDER, 'c1'))
    orders.get('c1')?.({ type: 'status.changeEchoed', commandId: 'c1', scope: 'source', id: 7, version: 4 })
    lose(lost)
    expect(await placed).toBe('made')
    expect(journal()).toEqual(
      ['changeRequested', 'confirmed', 'changeEchoed', 'changeRejected'].map(type => `status-change/1 status.${type}`),
    )
  })

  test('that another user had made already is made; another change of theirs is the reason of its failure', async () => {
    const stale = new ApiError({
      status: 409,
      message: 'The status has changed in the meantime.',
      reason: 'stale_version',
      current: { ...STATUS, statusid: 5, effective_statusid: 5 },
    })
    const { order, journal, told } = ordering(
      async () => ({ ...MADE, events: [] }),
      () => Promise.reject(stale),
    )
    expect([await told(order(ORDER, 'c1')), await told(order(ORDER, 'c2'))]).toEqual(['made by another', stale])
    expect(journal().filter(line => line.endsWith('Conflicted'))).toEqual([
      'status-change/1 status.changeConflicted',
      'status-change/2 status.changeConflicted',
    ])
  })
})
