import { BEGINNING } from '@desk/machines/journal/fold'
import { Playback } from '@desk/machines/journal/playback'
import { machineOf } from '@desk/machines/registry'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { MASKED_FINGERPRINT, type JournalEntry } from '@desk/schema/journal/entry'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { recordedMoment, type RecordedMoment } from '../recorded/recorded-moment.ts'

/** An event of a machine of the recording. */
export type Heard = readonly [machine: string, event: { readonly type: string } & Readonly<Record<string, unknown>>]

const BEGAN_AT_MS = Date.parse('2026-11-20T09:00:00Z')

/** A user is signed in, at this path. */
export const signedInAt = (path: string, user: CurrentUser = SAMPLE_USER): readonly Heard[] => [
  ['session', { type: 'app.started', hasToken: true, path }],
  ['session', { type: 'session.confirmed', callNo: 1, user, switchFlag: false, loginParentDshUd: null, atMs: 0 }],
]

/** A journal of these events, one entry after the other, a second apart. */
export function recordedEntries(heard: readonly Heard[]): readonly JournalEntry[] {
  return heard.map(([machine, event], index): JournalEntry => ({
    session: '00000000-0000-4000-8000-000000000001',
    seq: index + 1,
    atMs: BEGAN_AT_MS + index * 1_000,
    machine,
    version: machineOf(machine)?.version ?? '',
    // any event of a test: the fold reads it by the machine's schema
    event: event as JournalEntry['event'],
    fingerprint: MASKED_FINGERPRINT,
  }))
}

/** The last moment of such a journal. */
export function recordedAfter(heard: readonly Heard[]): RecordedMoment {
  const entries = recordedEntries(heard)
  const playback = new Playback(BEGINNING)
  playback.add(entries)
  return recordedMoment(playback.at(entries.length), entries)
}
