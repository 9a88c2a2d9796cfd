import type { AnyStateMachine } from 'xstate'
import { pathsOf, walkBy, type MachinePath, type PathSource } from '../paths/paths.ts'
import { written, writtenPath } from '../paths/written.ts'
import { PATH_SOURCES } from '../paths/sources.ts'
import { mutantsOf, type Mutant, type MutantKind } from './mutants.ts'

export interface MutantReport {
  readonly killed: Readonly<Record<MutantKind, number>>
  readonly all: Readonly<Record<MutantKind, number>>
  readonly survivors: readonly string[]
}

const fails = (attempt: () => boolean): boolean => {
  try {
    return !attempt()
  } catch {
    return true
  }
}

/** The path tests: what is generated from the mutant is not what is recorded. The recorded ways are tried first, being quick. */
function pathsNotice(source: PathSource<AnyStateMachine>, paths: readonly MachinePath<AnyStateMachine>[], recorded: string, { machine }: Mutant): boolean {
  const mutated = { ...source, machine }
  return (
    paths.some(path => fails(() => writtenPath(walkBy(mutated, path.choices)) === writtenPath(path))) ||
    fails(() => written(pathsOf(mutated, 'in every state')) === recorded)
  )
}

/**
 * Puts every mutant of a machine before the tests that are generated from it: its paths, with what is recorded of them.
 * @param source what its paths are generated from
 * @param recorded the text of its paths.txt
 * @returns how many were noticed, of each kind, and by name those that were not
 */
export function judgeMutants(source: PathSource<AnyStateMachine>, recorded: string): MutantReport {
  const paths = pathsOf(source, 'in every state')
  if (written(paths) !== recorded) throw new Error(`${source.machine.id}: the recorded paths are not those of the machine; run its path tests first`)
  const killed = { removed: 0, retargeted: 0, negated: 0 }
  const all = { removed: 0, retargeted: 0, negated: 0 }
  const survivors: string[] = []
  for (const mutant of mutantsOf(source.machine)) {
    all[mutant.kind] += 1
    if (pathsNotice(source, paths, recorded, mutant)) killed[mutant.kind] += 1
    else survivors.push(mutant.name)
  }
  return { killed, all, survivors }
}

/**
 * Judges the mutants of every machine of the registry, one machine after the other.
 * @param recordedOf gives the text of a machine's paths.txt by the machine's name
 */
export function* judgeEveryMachine(recordedOf: (name: string) => string): Generator<MutantReport & { readonly name: string }> {
  for (const [name, source] of Object.entries(PATH_SOURCES)) {
    // Every machine is put through the same; its own types do not matter here.
    yield { name, ...judgeMutants(source as unknown as PathSource<AnyStateMachine>, recordedOf(name)) }
  }
}
