import type { JournalEntry } from '@desk/schema/journal/entry'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transition, type AnyMachineSnapshot, type EventObject } from 'xstate'
import { fingerprint } from '../../src/journal/fingerprint.ts'
import { BEGINNING, fold, replay, type Checkpoint } from '../../src/journal/fold.ts'
import { receive } from '../../src/journal/receive.ts'
import { start, stateOf, step } from '../../src/runtime/step.ts'
import { sampledOf } from '../samples/sampled.ts'
import { choices, holds, MACHINE_NAMES, walk } from './walks.ts'

/** A journal as a page would keep it: several machines and instances, interleaved, written to storage and read again. */
function lived(steps: readonly (readonly [machine: number, choice: number])[]): readonly JournalEntry[] {
  const keys = [...MACHINE_NAMES, 'load/other'] as const
  const snapshots = new Map<string, AnyMachineSnapshot>()
  const entries = steps.map(([machineChoice, choice], index): JournalEntry => {
    const key = keys[machineChoice % keys.length] ?? 'load/other'
    const { machine, samplesAt, version } = sampledOf(key)
    const before = snapshots.get(key) ?? start(machine).snapshot
    const samples = samplesAt(before)
    const event = receive(key, samples[choice % samples.length]) as JournalEntry['event'] | null // Decoded events are JSON.
    if (event === null) throw new Error(`${key} does not receive its own sample`)
    const { snapshot } = step(machine, before, event)
    snapshots.set(key, snapshot)
    return {
      session: 's',
      seq: index + 1,
      atMs: 0,
      machine: key,
      version,
      event,
      fingerprint: fingerprint(stateOf(snapshot)),
    }
  })
  return JSON.parse(JSON.stringify(entries)) as JournalEntry[]
}

/** The commands among the actions of xstate's transition(). */
const commandsOf = (actions: readonly { readonly type: string; readonly params: unknown }[]): readonly unknown[] =>
  actions.flatMap(({ type, params }) =>
    type === 'passOn'
      ? (params as { readonly commands: readonly unknown[] }).commands // passingOn() declares these parameters.
      : params === undefined
        ? { type }
        : { type, params },
  )

const steps = fc.array(fc.noBias(fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 10_000 }))), {
  maxLength: 60,
  size: 'max',
})

describe('law 1: a fold from the start, or from any checkpoint and the rest, gives the same fingerprint at every entry', () => {
  test('law 1: replay of a recorded course is equal, from the start and from every checkpoint', () => {
    holds(
      'law 1',
      fc.tuple(steps, fc.nat({ max: 60 })),
      ([walked, cut]) => {
        const entries = lived(walked)
        const whole = fold(entries)
        expect(replay(entries)).toEqual({ kind: 'equal', checkpoint: whole })
        const head = fold(entries.slice(0, cut % (entries.length + 1)))
        const stored = JSON.parse(JSON.stringify(head)) as Checkpoint
        expect(replay(entries.slice(head.seq), stored)).toEqual({ kind: 'equal', checkpoint: whole })
        expect(fold(entries, stored)).toEqual(whole)
      },
      50,
    )
  })
  test('law 1: the order is that of seq, and repeats change nothing', () => {
    holds(
      'law 1 order',
      fc.tuple(steps, fc.nat()),
      ([walked, turn]) => {
        const entries = lived(walked)
        const by = entries.length === 0 ? 0 : turn % entries.length
        expect(fold([...entries.slice(by), ...entries, ...entries.slice(0, by)])).toEqual(fold(entries))
      },
      50,
    )
  })
})

describe('law 2: no event, in any order, throws in any machine, and an unknown event changes nothing', () => {
  for (const name of MACHINE_NAMES) {
    const { machine, samplesAt } = sampledOf(name)
    const own = new Set(samplesAt(start(machine).snapshot).map(({ type }) => type))
    const foreign = MACHINE_NAMES.flatMap(other =>
      sampledOf(other).samplesAt(start(sampledOf(other).machine).snapshot),
    ).filter(({ type }) => !own.has(type))

    test(`law 2: ${name} takes its events in any order`, () => {
      holds(`law 2 ${name}`, choices(), by => {
        const walked = walk(sampledOf(name), by)
        expect(walked.length).toBe(by.length)
      })
    })
    test(`law 2: ${name} is not changed by events of other machines or of none`, () => {
      const unknown: fc.Arbitrary<EventObject> = fc.oneof(
        fc.constantFrom(...foreign),
        fc.record({ type: fc.string() }).filter(({ type }) => !own.has(type)),
      )
      holds(`law 2 unknown ${name}`, fc.tuple(choices(), unknown), ([by, event]) => {
        const at = walk(sampledOf(name), by).at(-1)?.snapshot ?? start(machine).snapshot
        const { snapshot, commands } = step(machine, at, event)
        expect(snapshot).toBe(at)
        expect(commands).toEqual([])
      })
    })
    test(`law 2: ${name} receives nothing but its own events, whatever comes`, () => {
      const anything = fc.oneof(
        fc.anything(),
        fc
          .tuple(fc.constantFrom(...own), fc.dictionary(fc.string(), fc.jsonValue()))
          .map(([type, rest]) => ({ ...rest, type })),
        fc
          .tuple(fc.constantFrom(...samplesAt(start(machine).snapshot)), fc.string(), fc.jsonValue())
          .map(([event, key, value]) => ({ ...event, [key]: value })),
      )
      holds(`law 2 receive ${name}`, fc.tuple(choices(5), anything), ([by, raw]) => {
        const at = walk(sampledOf(name), by).at(-1)?.snapshot ?? start(machine).snapshot
        const event = receive(name, raw)
        expect(event === null || own.has(event.type)).toBe(true)
        expect(() => (event === null ? null : step(machine, at, event))).not.toThrow()
      })
    })
  }
})

describe('law 1: xstate’s own transition() gives the same state, tags and actions after every event', () => {
  for (const name of MACHINE_NAMES) {
    const sampled = sampledOf(name)
    test(`law 1: ${name} moves as xstate moves it`, () => {
      holds(`law 1 xstate ${name}`, choices(), by => {
        for (const { event, before, snapshot, commands } of walk(sampled, by)) {
          const [next, actions] = transition(sampled.machine, before, event)
          expect([stateOf(snapshot), snapshot.status, [...snapshot.tags]]).toEqual([
            stateOf(next),
            next.status,
            [...next.tags],
          ])
          expect(commands).toEqual(commandsOf(actions))
        }
      })
    })
  }
})

test('law 1: a checkpoint before the first entry is the beginning', () => {
  expect([fold([]), replay([])]).toEqual([BEGINNING, { kind: 'equal', checkpoint: BEGINNING }])
})
