import { fingerprint } from '@desk/machines/journal/fingerprint'
import { receive } from '@desk/machines/journal/receive'
import { MACHINES, type MachineName } from '@desk/machines/registry'
import { sampledOf } from '@desk/machines/tools/samples/sampled'
import { start, stateOf, step } from '@desk/machines/runtime/step'
import type { JournalEntry } from '@desk/schema/journal/entry'
import type { AnyMachineSnapshot } from 'xstate'

const ROUNDS = 3

/** Records the same session each time: every machine takes its sample events, round after round, all machines by turns. */
export function recordSession(session: string): JournalEntry[] {
  const snapshots = new Map<string, AnyMachineSnapshot>()
  const entries: JournalEntry[] = []
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const name of Object.keys(MACHINES) as MachineName[]) {
      // Object.keys forgets the key type
      const { machine, samplesAt, version } = sampledOf(name)
      const samples = samplesAt(snapshots.get(name) ?? start(machine).snapshot).length
      for (let at = 0; at < samples; at++) {
        const before = snapshots.get(name) ?? start(machine).snapshot
        const event = receive(name, samplesAt(before)[(at * (turn + 1)) % samples]) as JournalEntry['event'] | null // decoded events are JSON
        if (event === null) throw new Error(`${name} does not receive its own sample.`)
        const { snapshot } = step(machine, before, event)
        snapshots.set(name, snapshot)
        entries.push({
          session,
          seq: entries.length + 1,
          atMs: Date.now(),
          machine: name,
          version,
          event,
          fingerprint: fingerprint(stateOf(snapshot)),
        })
      }
    }
  }
  return entries
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(JSON.stringify(recordSession(process.argv[2] ?? 'session')))
