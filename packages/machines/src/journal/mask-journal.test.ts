import { MASKED_FINGERPRINT, type JournalEntry, type JournalEvent } from '@desk/schema/journal/entry'
import { personalNamesOf } from '@desk/schema/journal/personal'
import { expect, test } from 'vitest'
import { MACHINES, type MachineName } from '../registry.ts'
import { sampledOf } from '../../tools/samples/sampled.ts'
import { start, stateOf, step } from '../runtime/step.ts'
import { fingerprint } from './fingerprint.ts'
import { BEGINNING, fold, replay } from './fold.ts'
import { maskCheckpoint, maskEntry } from './mask-journal.ts'

const CANARY = 'Canarybird'
const tagOf = (text: string): string => String(text.length)

/** The event with a canary in every text that is marked personal. */
function withCanaries(names: ReadonlySet<string>, value: unknown, inPersonal = false): unknown {
  if (typeof value === 'string') return inPersonal ? `${CANARY} ${value}` : value
  if (Array.isArray(value)) return value.map(item => withCanaries(names, item, inPersonal))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withCanaries(names, field, inPersonal || names.has(name))]),
  )
}

/** A journal in which each machine has received all its samples. */
function lived(): JournalEntry[] {
  const entries: JournalEntry[] = []
  for (const machine of Object.keys(MACHINES) as MachineName[]) {
    // Object.keys loses the key type
    const sampled = sampledOf(machine)
    const names = personalNamesOf(sampled.events)
    let { snapshot } = start(sampled.machine)
    for (const round of [1, 3]) {
      const samples = sampled.samplesAt(snapshot).length
      for (let at = 0; at < samples; at++) {
        const event = withCanaries(names, sampled.samplesAt(snapshot)[(at * round) % samples]) as JournalEvent // a sample is an event
        snapshot = step(sampled.machine, snapshot, event).snapshot
        entries.push({
          session: 's',
          seq: entries.length + 1,
          atMs: 0,
          machine,
          version: sampled.version,
          event,
          fingerprint: fingerprint(stateOf(snapshot)),
        })
      }
    }
  }
  return entries
}

const entries = lived()
const masked = entries.map(entry => maskEntry(entry, tagOf))
const textOf = (value: unknown): string => JSON.stringify(value)

test('no masked entry and no masked state of any machine holds personal data at any moment', () => {
  const holders = new Set(entries.filter(({ event }) => textOf(event).includes(CANARY)).map(({ machine }) => machine))
  expect([...holders].toSorted()).toEqual(['act', 'app', 'form', 'menu', 'session', 'status-change', 'user-dialog'])
  expect(masked.filter(entry => textOf(entry).includes(CANARY) || entry.fingerprint !== MASKED_FINGERPRINT)).toEqual([])
  const telling: string[] = []
  let before = BEGINNING
  for (const entry of entries) {
    before = fold([entry], before)
    // a checkpoint of machines is plain data
    if (textOf(maskCheckpoint(JSON.parse(textOf(before)), tagOf)).includes(CANARY))
      telling.push(`${entry.seq} ${entry.machine} ${entry.event.type}`)
  }
  expect(telling).toEqual([])
})

test('masking keeps the states: every entry leads to the same state value, and no difference is reported', () => {
  const valuesOf = (journal: readonly JournalEntry[]) => {
    let at = BEGINNING
    return journal.map(entry => {
      at = fold([entry], at)
      return at.states[entry.machine]?.value
    })
  }
  expect(valuesOf(masked)).toEqual(valuesOf(entries))
  expect([replay(entries).kind, replay(masked).kind]).toEqual(['equal', 'equal'])
})
