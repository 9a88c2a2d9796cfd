import type { StatusChangeEvent } from '@desk/machines/status-change/status-change.events'
import type { StatusChangeAnswer } from '@desk/schema/statuses/status-view'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { statusChangeHandlers } from './status-change-handlers.ts'

const AT = '2026-11-02T09:30:00.000Z'
const answer: StatusChangeAnswer = {
  status: { statusid: 2, effective_statusid: 2, reason: null, changed_by: 'Una Ortiz', changed_at: AT, version: 4 },
  allowed: [],
  events: [
    {
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
    },
  ],
}

/** The machine's events after a sent change with this answer of the platform. */
async function heardAfter(answered: StatusChangeAnswer): Promise<readonly StatusChangeEvent[]> {
  const heard: StatusChangeEvent[] = []
  // Only the one call is made.
  const api = { call: () => Promise.resolve(answered) } as unknown as ApiClient
  statusChangeHandlers(api).patchStatus(
    { commandId: 'c1', scope: 'source', id: 7, to: 2, version: 3, note: '' },
    event => void heard.push(event),
  )
  await new Promise(resolve => setImmediate(resolve))
  return heard
}

describe('the answer to a status change (api:P9)', () => {
  test('with its events is an accepted change', async () => {
    expect(await heardAfter(answer)).toEqual([{ type: 'status.changeAccepted', commandId: 'c1', version: 4 }])
  })

  test('without an event is one that another user had made already: theirs, with who and when', async () => {
    expect(await heardAfter({ ...answer, events: [] })).toEqual([
      {
        type: 'status.changeConflicted',
        commandId: 'c1',
        current: { status: 2, changedBy: 'Una Ortiz', changedAt: AT, reason: null, version: 4 },
      },
    ])
  })
})
