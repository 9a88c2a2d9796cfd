import fc from 'fast-check'
import { vi } from 'vitest'
import type { AnyStateMachine, EventObject, SnapshotFrom } from 'xstate'
import { MACHINES, type MachineName } from '../../src/registry.ts'
import type { SampledMachine } from '../samples/sampled.ts'
import { start, step, type CommandFrom } from '../../src/runtime/step.ts'
import keptSeeds from './seeds.json' with { type: 'json' }

const NUMBER_OF_RUNS = 150
const LONGEST_WALK = 40

// Random walks on a busy machine take their time.
vi.setConfig({ testTimeout: 60_000 })

export const MACHINE_NAMES = Object.keys(MACHINES) as MachineName[] // Object.keys forgets the key type.

/**
 * Holds a law against random input. The seed is printed, `LAW_SEED` sets it, and seeds that once failed are stored in
 * seeds.json as `{"<name>": [seed, …]}` and run first.
 */
export function holds<T>(
  name: string,
  input: fc.Arbitrary<T>,
  law: (input: T) => void,
  numRuns = NUMBER_OF_RUNS,
): void {
  const kept: Readonly<Record<string, readonly number[]>> = keptSeeds
  const seed = process.env['LAW_SEED'] === undefined ? Date.now() % 2_147_483_647 : Number(process.env['LAW_SEED'])
  process.stdout.write(`${name}: seed ${seed}\n`)
  for (const each of [...(kept[name] ?? []), seed]) fc.assert(fc.property(input, law), { seed: each, numRuns })
}

/** Choices of sample events, modulo the number of samples in the machine's present state. */
export const choices = (maxLength = LONGEST_WALK): fc.Arbitrary<number[]> =>
  fc.array(fc.noBias(fc.nat({ max: 10_000 })), { maxLength, size: 'max' })

export interface WalkStep<M extends AnyStateMachine> {
  readonly event: EventObject
  readonly before: SnapshotFrom<M>
  readonly snapshot: SnapshotFrom<M>
  readonly commands: readonly CommandFrom<M>[]
}

/** Walks a machine by sample events; the first events are given. */
export function walk<M extends AnyStateMachine>(
  { machine, samplesAt }: SampledMachine<M>,
  by: readonly number[],
): readonly WalkStep<M>[] {
  let { snapshot } = start(machine)
  return by.map(choice => {
    const samples = samplesAt(snapshot)
    const event = samples[choice % samples.length]
    if (event === undefined) throw new Error(`${machine.id} has no samples`)
    const before = snapshot
    const next = step(machine, snapshot, event)
    snapshot = next.snapshot
    return { event, before, snapshot, commands: next.commands }
  })
}
