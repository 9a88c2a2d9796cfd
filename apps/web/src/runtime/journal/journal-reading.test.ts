import { fingerprint } from '@desk/machines/journal/fingerprint'
import { MACHINES } from '@desk/machines/registry'
import { start, stateOf, step } from '@desk/machines/runtime/step'
import type { JournalEntry } from '@desk/schema/journal/entry'
import type { JournalSummary } from '@desk/schema/journal/journal-view'
import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { readJournal } from './journal-reading.ts'

const { machine, version } = MACHINES.sidebar

function lived(length: number): readonly JournalEntry[] {
  let { snapshot } = start(machine)
  return Array.from({ length }, (_, index): JournalEntry => {
    const event = { type: 'sidebar.toggleRequested' } as const
    snapshot = step(machine, snapshot, event).snapshot
    return {
      session: 'j1',
      seq: index + 1,
      atMs: index,
      machine: 'sidebar',
      version,
      event,
      fingerprint: fingerprint(stateOf(snapshot)),
    }
  })
}

const SUMMARY: JournalSummary = {
  journal: 'j1',
  pm_dsh_ud: 2,
  dashboard_name: 'Acme',
  uid: 4,
  username: 'una',
  firstname: 'Una',
  lastname: 'Ortiz',
  build: 'b1',
  first_at: '2026-11-21T18:00:00.000Z',
  last_at: '2026-11-21T18:10:00.000Z',
  duration_seconds: 600,
  entries: 7,
  errors: 0,
  has_gaps: false,
}

/** A server that gives so many entries a page, and counts every call. */
function server(entries: readonly JournalEntry[], pageSize: number) {
  const calls: (readonly [string, unknown])[] = []
  const answer = (after: number) => {
    const page = entries.filter(({ seq }) => seq > after).slice(0, pageSize)
    return {
      journal: SUMMARY,
      from: after === 0 ? { seq: 0, states: {}, versions: {} } : null,
      entries: page,
      gaps: [],
      is_masked: false,
      next_after: page.length === pageSize ? (page.at(-1)?.seq ?? null) : null,
    }
  }
  const call = async (
    key: string,
    { query, payload }: { query?: { after: number }; payload?: { after: number; token: string } },
  ) => {
    calls.push([key, query ?? payload])
    return key === 'journals.openLink' ? { ...answer(payload?.after ?? 0), seq: 3 } : answer(query?.after ?? 0)
  }
  // The part of the client that reading asks for.
  return { calls, api: { call } as unknown as ApiClient }
}

describe('reading a journal', () => {
  test('asks for its pages in order, for nothing else, and folds every entry to the recorded state (R2, law 1)', async () => {
    const { calls, api } = server(lived(7), 3)
    let clock = 0
    const progress: number[] = []
    const read = await readJournal(
      { api, nowMs: () => (clock += 5), breathe: async () => undefined },
      { kind: 'id', journal: 'j1' },
      new AbortController().signal,
      folded => progress.push(folded),
    )
    expect(calls).toEqual([0, 3, 6].map(after => ['journals.read', { after, limit: 5_000 }]))
    expect([read.playback.folded, read.playback.fault(), read.exported.entries.length, read.pointsAt]).toEqual([
      7,
      null,
      7,
      null,
    ])
    // in stretches: the page lives between them
    expect(progress.length).toBeGreaterThan(1)
  })

  test('a link is opened by its token, in the body alone, and names the moment to show (S4)', async () => {
    const { calls, api } = server(lived(2), 5)
    const read = await readJournal(
      { api, nowMs: () => 0, breathe: async () => undefined },
      { kind: 'link', token: 't1' },
      new AbortController().signal,
      () => undefined,
    )
    expect([calls, read.pointsAt]).toEqual([[['journals.openLink', { token: 't1', after: 0, limit: 5_000 }]], 3])
  })

  test('stops when the reader has gone', async () => {
    const { api } = server(lived(5), 10)
    const stop = new AbortController()
    let clock = 0
    const reading = readJournal(
      { api, nowMs: () => (clock += 10), breathe: async () => stop.abort() },
      { kind: 'id', journal: 'j1' },
      stop.signal,
      () => undefined,
    )
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})
