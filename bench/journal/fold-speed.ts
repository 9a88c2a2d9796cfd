import { BEGINNING, fold } from '@desk/machines/journal/fold'
import { Playback } from '@desk/machines/journal/playback'
import { machineOf } from '@desk/machines/registry'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { createRequire } from 'node:module'
import { seeded } from '../harness/random.ts'
import { quantile } from '../measure.ts'

type Machine = NonNullable<ReturnType<typeof machineOf>>['machine']
type Snapshot = ReturnType<Machine['getInitialSnapshot']>

/** The peer, as the machines' own package has it. */
const { initialTransition, transition } = createRequire(
  new URL('../../packages/machines/package.json', import.meta.url),
)('xstate') as {
  initialTransition: (machine: Machine) => [Snapshot, unknown]
  transition: (machine: Machine, snapshot: Snapshot, event: { readonly type: string }) => [Snapshot, unknown]
}

/** Entries a second of replaying: the fold that gives a journal's last states. */
export function foldedPerSecond(entries: readonly JournalEntry[]): number {
  const begunMs = performance.now()
  fold(entries, BEGINNING)
  return (entries.length * 1_000) / (performance.now() - begunMs)
}

/** The same events put straight through xstate's transition(), which checks, leaves out and compares nothing. */
export function transitionsPerSecond(entries: readonly JournalEntry[]): number {
  const machines = new Map<string, Machine>()
  for (const { machine } of entries) {
    const registered = machineOf(machine)
    if (registered !== null) machines.set(machine, registered.machine)
  }
  const snapshots = new Map([...machines].map(([key, machine]) => [key, initialTransition(machine)[0]]))
  const begunMs = performance.now()
  for (const { machine: key, event } of entries) {
    const [machine, before] = [machines.get(key), snapshots.get(key)]
    if (machine === undefined || before === undefined) continue
    const [after] = transition(machine, before, event)
    snapshots.set(key, after)
  }
  return (entries.length * 1_000) / (performance.now() - begunMs)
}

/** How long it takes to find moments anywhere in a journal that has been folded once, in ms. */
export function seekMs(
  entries: readonly JournalEntry[],
  seeks: number,
): { readonly medianMs: number; readonly worstMs: number; readonly readyMs: number } {
  const playback = new Playback(BEGINNING)
  playback.add(entries)
  const begunMs = performance.now()
  playback.fold()
  const readyMs = performance.now() - begunMs
  const random = seeded(11)
  const took = Array.from({ length: seeks }, () => {
    const position = Math.floor(random() * (entries.length + 1))
    const fromMs = performance.now()
    playback.at(position)
    return performance.now() - fromMs
  })
  return { medianMs: quantile(took, 0.5), worstMs: Math.max(...took), readyMs }
}

/** The same without marks: everything from the beginning, with transition() alone. */
export function rawSeekMs(entries: readonly JournalEntry[], position: number): number {
  const before = entries.slice(0, position)
  const begunMs = performance.now()
  transitionsPerSecond(before)
  return performance.now() - begunMs
}
