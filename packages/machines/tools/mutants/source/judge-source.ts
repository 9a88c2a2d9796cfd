import type { AnyStateMachine } from 'xstate'
import type { MachineName } from '../../../src/registry.ts'
import type { PathSource } from '../../paths/walk.ts'
import { noticedByPaths } from '../judge-mutants.ts'
import { instrumentedMachine } from './instrumented-machine.ts'
import type { SourceChange } from './instrument.ts'
import { SOURCE_EQUIVALENTS } from './source-equivalents.ts'
import { UnitJudge } from './unit-judge.ts'

export interface SourceReport {
  readonly all: number
  readonly byPaths: number
  readonly byUnitTests: number
  /** Listed equivalents (source-equivalents.ts) that no test noticed. */
  readonly equivalents: number
  /** By name: changes that no test noticed; and listed equivalents that a test noticed or that exist no more. */
  readonly survivors: readonly string[]
}

interface Judged {
  readonly change: SourceChange
  readonly machines: Set<string>
  isNoticedByPaths: boolean
}

/**
 * Runs the paths of the machines against every change of their sources (instrument.ts), and the unit tests against the changes
 * that the paths do not notice.
 * @param sources what the paths of the machines are generated from, by their names
 * @param recordedOf gives the text of a machine's recorded paths by the machine's name
 */
export async function judgeSources(
  sources: Readonly<Partial<Record<MachineName, PathSource<AnyStateMachine>>>>,
  recordedOf: (name: MachineName) => string,
): Promise<SourceReport> {
  const judged = new Map<string, Judged>()
  for (const [name, source] of Object.entries(sources) as [MachineName, PathSource<AnyStateMachine>][]) {
    const { changes, machineWith } = await instrumentedMachine(name)
    const notice = noticedByPaths(source, recordedOf(name))
    for (const change of changes) {
      const known = judged.get(change.id) ?? { change, machines: new Set(), isNoticedByPaths: false }
      judged.set(change.id, known)
      known.machines.add(name)
      known.isNoticedByPaths ||= notice({ make: () => machineWith(change.id) })
    }
  }
  return judgeByUnitTests([...judged.values()])
}

async function judgeByUnitTests(judged: readonly Judged[]): Promise<SourceReport> {
  const unit = await UnitJudge.begin()
  try {
    if (await unit.isRed()) throw new Error('The unit tests fail as the code is; mend them first.')
    const unnoticed: SourceChange[] = []
    const missed = judged.filter(({ isNoticedByPaths }) => !isNoticedByPaths)
    for (const { change, machines } of missed) if (!(await unit.notices(change, machines))) unnoticed.push(change)
    const said = new Set(SOURCE_EQUIVALENTS.flatMap(({ names }) => names))
    const unnoticedNames = new Set(unnoticed.map(({ name }) => name))
    return {
      all: judged.length,
      byPaths: judged.length - missed.length,
      byUnitTests: missed.length - unnoticed.length,
      equivalents: unnoticed.filter(({ name }) => said.has(name)).length,
      survivors: [
        ...unnoticed.filter(({ name }) => !said.has(name)).map(({ name, line }) => `${name} (line ${line})`),
        ...[...said]
          .filter(
            name =>
              judged.some(({ change }) => change.name.startsWith(name.split(' ')[0] ?? '')) &&
              !unnoticedNames.has(name),
          )
          .map(name => `no equivalent: ${name}`),
      ],
    }
  } finally {
    await unit.end()
  }
}
