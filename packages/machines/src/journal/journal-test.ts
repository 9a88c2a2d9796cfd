import type { JournalEntry } from '@desk/schema/journal/entry'
import type { JournalExport } from '@desk/schema/journal/journal-export'
import { canonicalJson, fingerprint } from './fingerprint.ts'
import { fold, replay, type Checkpoint } from './fold.ts'
import { markerOf } from './markers.ts'

/** The fault of a journal, at the entry after which it shows. */
export type JournalFault =
  /** The replayed state differs from the recorded one. */
  | { readonly kind: 'differs'; readonly seq: number; readonly machine: string; readonly expected: string }
  /** The replayed state equals the recorded one, which was itself wrong. */
  | { readonly kind: 'lived'; readonly seq: number; readonly machine: string }

/** A checkpoint as the export has it; its states are what a machine made. */
const checkpointOf = (exported: JournalExport): Checkpoint => exported.from as unknown as Checkpoint

/** The events of a machine until an entry. */
const eventsOf = (
  { entries }: JournalExport,
  { machine, seq }: Pick<JournalFault, 'machine' | 'seq'>,
): readonly JournalEntry[] => entries.filter(entry => entry.machine === machine && entry.seq <= seq)

/** The fault of an entry that a person names: its replayed state differs from the recorded one, else the recorded one is wrong. */
function faultAt(exported: JournalExport, { seq, machine, fingerprint: expected }: JournalEntry): JournalFault {
  const state = fold(eventsOf(exported, { machine, seq }), checkpointOf(exported)).states[machine]
  return state !== undefined && fingerprint(state) === expected
    ? { kind: 'lived', seq, machine }
    : { kind: 'differs', seq, machine, expected }
}

/**
 * Finds the fault that a test of this journal should show: at the given entry, else at the first that replays differently from
 * the recording, else at the first error that the user saw.
 * @param seq the entry after which the state is wrong, when a person says so
 * @returns null when nothing was wrong
 */
function faultOf(exported: JournalExport, seq?: number): JournalFault | null {
  if (seq !== undefined) {
    const asked = exported.entries.find(entry => entry.seq === seq)
    return asked === undefined ? null : faultAt(exported, asked)
  }
  const report = replay(exported.entries, checkpointOf(exported))
  if (report.kind === 'mismatch')
    return { kind: 'differs', seq: report.seq, machine: report.machine, expected: report.expected }
  if (report.kind === 'machine changed' && report.matters !== null) return { kind: 'differs', ...report.matters }
  const wrong = exported.entries.find(entry => markerOf(entry.event) === 'error')
  return wrong === undefined ? null : { kind: 'lived', seq: wrong.seq, machine: wrong.machine }
}

const literal = (value: unknown): string => canonicalJson(value)

function statesOf(from: Checkpoint, machine: string): string {
  const state = Object.hasOwn(from.states, machine) ? from.states[machine] : undefined
  if (state === undefined) return `{ seq: ${from.seq}, states: {}, versions: {} }`
  return `{ seq: ${from.seq}, states: { ${JSON.stringify(machine)}: ${literal(state)} }, versions: { ${JSON.stringify(machine)}: ${JSON.stringify(from.versions[machine])} } }`
}

/**
 * Writes a journal's fault as a Vitest file that fails until the fault is fixed (R3). It holds the events of the one machine
 * up to the entry, asks for no network and writes nothing (R2).
 * @returns the file's text
 */
function journalTestText(exported: JournalExport, fault: JournalFault): string {
  const { seq, machine } = fault
  const from = checkpointOf(exported)
  const own = eventsOf(exported, fault)
  const state = fold(own, from).states[machine]
  const happened = own.at(-1)?.event.type ?? 'nothing'
  const assertion =
    fault.kind === 'differs'
      ? `// This is the fingerprint of the state as it was lived; the machine gives another one now.
  expect(fingerprint(state)).toBe(${JSON.stringify(fault.expected)})`
      : `// This is the state as it was lived, which was wrong. Say here what it should have been: expect(state).toEqual(…)
  expect(state).not.toEqual(${literal(state)})`
  const title =
    fault.kind === 'differs'
      ? `${machine} stands after ${happened} where it stood when it was lived`
      : `${machine} does not end where it did after ${happened}`
  return `// To be kept in tests/journals/, where its imports are found. Run it at the root: npx --yes pnpm@12.21.0 exec vitest run tests/journals
import { ${fault.kind === 'differs' ? "fingerprint } from '@desk/machines/journal/fingerprint'\nimport { " : ''}fold } from '@desk/machines/journal/fold'
import { expect, test } from 'vitest'

/** From journal ${exported.journal}, build ${exported.build.replaceAll(/[\r\n*]/g, ' ')}, entry ${seq}. */
const FROM = ${statesOf(from, machine)}
const ENTRIES = [
${own.map(entry => `  ${literal(entry)},`).join('\n')}
]

test(${JSON.stringify(title)}, () => {
  const state = fold(ENTRIES, FROM).states[${JSON.stringify(machine)}]${fault.kind === 'differs' ? "\n  if (state === undefined) throw new Error('The machine is gone.')" : ''}
  ${assertion}
})
`
}

/** A journal's fault as a file: what `pnpm replay --test` writes and what support downloads. */
export interface JournalTest {
  readonly fault: JournalFault
  readonly text: string
}

/**
 * Writes the test of a journal's fault.
 * @param seq the entry after which the state is wrong, when a person says so; else what `faultOf` finds
 * @returns null when nothing was wrong, or there is no such entry
 */
export function journalTest(exported: JournalExport, seq?: number): JournalTest | null {
  const fault = faultOf(exported, seq)
  return fault && { fault, text: journalTestText(exported, fault) }
}
