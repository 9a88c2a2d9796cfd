import type { AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate'
import { pathsOf } from '../paths/paths.ts'
import { stepBy, type MachinePath, type PathSource } from '../paths/walk.ts'
import { PATH_SOURCES } from '../paths/sources.ts'
import { written, writtenStep } from '../paths/written.ts'
import { start, stateOf, type MachineState } from '../../src/runtime/step.ts'
import { deedMutantsOf } from './deed-mutants.ts'
import { EQUIVALENTS } from './equivalents.ts'
import { MUTANT_KINDS, mutantsOf, type Mutant, type MutantKind } from './mutants.ts'
import type { Place } from './places.ts'

export type MutantCounts = Readonly<Record<MutantKind, number>>

export interface MutantReport {
  readonly killed: MutantCounts
  readonly all: MutantCounts
  /** Mutants that survived; and listed equivalents that a test noticed or that are no mutants any more. */
  readonly survivors: readonly string[]
  /** How many are equivalent, by equivalents.ts. */
  readonly equivalent: number
}

/** The number of mutants of each kind; 0 if absent. */
export const counts = (said: Partial<MutantCounts> = {}): Record<MutantKind, number> =>
  Object.fromEntries(MUTANT_KINDS.map(kind => [kind, said[kind] ?? 0])) as Record<MutantKind, number> // fromEntries forgets the keys.

const fails = (attempt: () => boolean): boolean => {
  try {
    return !attempt()
  } catch {
    return true
  }
}

/** The recorded paths as a tree, so that a common beginning is walked once. */
interface Way {
  readonly choice: number
  readonly text: string
  readonly on: Map<number, Way>
}

const textOf = (step: Parameters<typeof writtenStep>[0], before: MachineState): string =>
  writtenStep(step, before).join('\n')

function waysOf(paths: readonly MachinePath<AnyStateMachine>[]): ReadonlyMap<number, Way> {
  const ways = new Map<number, Way>()
  for (const { beginning, steps, choices } of paths) {
    let at = ways
    steps.forEach((step, index) => {
      const choice = choices[index] ?? -1
      const way: Way = at.get(choice) ?? {
        choice,
        text: textOf(step, steps[index - 1]?.state ?? beginning),
        on: new Map(),
      }
      at.set(choice, way)
      at = way.on
    })
  }
  return ways
}

function goesAsRecorded(
  source: PathSource<AnyStateMachine>,
  ways: ReadonlyMap<number, Way>,
  snapshot: AnyMachineSnapshot,
): boolean {
  return [...ways.values()].every(({ choice, text, on }) => {
    const step = stepBy(source, snapshot, choice)
    return textOf(step, stateOf(snapshot)) === text && goesAsRecorded(source, on, step.snapshot)
  })
}

const isIn = (value: StateValue, [first, ...rest]: readonly string[]): boolean => {
  if (first === undefined) return true
  if (typeof value === 'string') return value === first && rest.length === 0
  const inner = value[first]
  return inner !== undefined && isIn(inner, rest)
}

/** The number of paths through a changed transition to try before the whole tree. */
const MAX_NEAR = 12

/** The recorded paths to a state with the transition, shortest first. */
function waysThrough(
  paths: readonly MachinePath<AnyStateMachine>[],
  { path: state, event }: Place,
): readonly MachinePath<AnyStateMachine>[] {
  const through = paths.flatMap(path => {
    const at = path.steps.findIndex(
      (step, index) => step.event.type === event && isIn((path.steps[index - 1]?.state ?? path.beginning).value, state),
    )
    return at === -1 ? [] : [{ ...path, steps: path.steps.slice(0, at + 1) }]
  })
  return through.toSorted((one, other) => one.steps.length - other.steps.length).slice(0, MAX_NEAR)
}

interface Recorded {
  readonly text: string
  readonly paths: readonly MachinePath<AnyStateMachine>[]
  readonly ways: ReadonlyMap<number, Way>
}

/**
 * The path tests notice a mutant when the paths generated from it differ from the recorded ones. The recorded paths are tried
 * first, which is quick.
 */
function pathsNotice(
  source: PathSource<AnyStateMachine>,
  { text, paths, ways }: Recorded,
  { make, place }: Pick<Mutant, 'make' | 'place'>,
): boolean {
  const machine = make()
  const mutated = { ...source, machine }
  const near = place === undefined ? [] : waysThrough(paths, place)
  if (near.some(path => fails(() => goesAsRecorded(mutated, waysOf([path]), start(machine).snapshot)))) return true
  return (
    fails(() => goesAsRecorded(mutated, ways, start(machine).snapshot)) ||
    fails(() => written(pathsOf(mutated, 'in every state')) === text)
  )
}

/**
 * Gives a function that says whether the tests generated from a machine notice a mutant of it.
 * @param recorded the text of its paths.txt
 */
export function noticedByPaths(
  source: PathSource<AnyStateMachine>,
  recorded: string,
  paths = pathsOf(source, 'in every state'),
): (mutant: Pick<Mutant, 'make' | 'place'>) => boolean {
  if (written(paths) !== recorded)
    throw new Error(`${source.machine.id}: the recorded paths are not those of the machine; run its path tests first`)
  const known: Recorded = { text: recorded, paths, ways: waysOf(paths) }
  return mutant => pathsNotice(source, known, mutant)
}

/** Every mutant of a machine: of its chart, and of its actions on its paths. */
const allMutantsOf = (
  source: PathSource<AnyStateMachine>,
  paths: readonly MachinePath<AnyStateMachine>[],
): readonly Mutant[] => [...mutantsOf(source.machine), ...deedMutantsOf(source, paths)]

/**
 * Runs the tests generated from a machine, its recorded paths, against every mutant of it.
 * @param source the machine and the samples that generate its paths
 * @param recorded the text of its paths.txt
 * @param isQuick skips the mutants that equivalents.ts names: each costs as much as all others of a small machine
 * @returns how many were noticed, of each kind, and by name those that were not
 */
export function judgeMutants(source: PathSource<AnyStateMachine>, recorded: string, isQuick = false): MutantReport {
  const paths = pathsOf(source, 'in every state')
  const isNoticedByPaths = noticedByPaths(source, recorded, paths)
  const killed = counts()
  const all = counts()
  const survivors: string[] = []
  const equivalents = new Set(EQUIVALENTS.flatMap(({ machine, names }) => (machine === source.machine.id ? names : [])))
  const equivalent = equivalents.size
  for (const mutant of allMutantsOf(source, paths)) {
    const isEquivalent = equivalents.has(mutant.name)
    const isNoticed = !(isQuick && isEquivalent) && isNoticedByPaths(mutant)
    if (isEquivalent && !isNoticed) {
      equivalents.delete(mutant.name)
      continue
    }
    all[mutant.kind] += 1
    if (isNoticed) killed[mutant.kind] += 1
    else survivors.push(mutant.name)
  }
  return {
    killed,
    all,
    survivors: [...survivors, ...[...equivalents].map(name => `no equivalent: ${name}`)],
    equivalent,
  }
}

/**
 * Judges the mutants of every machine of the registry, one machine after the other.
 * @param recordedOf gives the text of a machine's paths.txt by the machine's name
 */
export function* judgeEveryMachine(
  recordedOf: (name: string) => string,
): Generator<MutantReport & { readonly name: string }> {
  for (const [name, source] of Object.entries(PATH_SOURCES)) {
    // Every machine is put through the same; its own types do not matter here.
    yield { name, ...judgeMutants(source as unknown as PathSource<AnyStateMachine>, recordedOf(name)) }
  }
}
