import { fingerprint } from '@desk/machines/journal/fingerprint'
import { receive } from '@desk/machines/journal/receive'
import { sampledOf } from '@desk/machines/tools/samples/sampled'
import { start, stateOf, step } from '@desk/machines/runtime/step'
import type { JournalEntry, JournalEvent } from '@desk/schema/journal/entry'
import { pick, seeded } from '../harness/random.ts'

/** How often each machine has an event: on a page with a live table, most are the feed's. */
const KEYS = [
  'feed',
  'feed',
  'feed',
  'feed',
  'feed',
  'feed',
  'session',
  'sidebar',
  'load/1',
  'status-change',
  'completes-chart/1',
] as const
const SEED = 7

/** A journal of so many entries as a browser would write it: samples of what machines that live in a page hear, by chance. */
export function longJournal(length: number): readonly JournalEntry[] {
  const random = seeded(SEED)
  const snapshots = new Map<string, ReturnType<typeof start>['snapshot']>()
  return Array.from({ length }, (_, index): JournalEntry => {
    const machine = pick(random, KEYS)
    const sampled = sampledOf(machine)
    const before = snapshots.get(machine) ?? start(sampled.machine).snapshot
    const event = receive(machine, pick(random, sampled.samplesAt(before)))
    if (event === null) throw new Error(`A sample of ${machine} is no event of it.`)
    const after = step(sampled.machine, before, event).snapshot
    snapshots.set(machine, after)
    // receive() leaves plain JSON fields.
    return {
      session: 'bench',
      seq: index + 1,
      atMs: index * 12,
      machine,
      version: sampled.version,
      event: event as JournalEvent,
      fingerprint: fingerprint(stateOf(after)),
    }
  })
}
