import type { AnyStateMachine } from 'xstate'
import { canonicalJson } from '../../src/journal/fingerprint.ts'
import type { CommandFrom, MachineState } from '../../src/runtime/step.ts'
import { contextChanges } from './context-changes.ts'
import type { MachinePath } from './walk.ts'

type Path = MachinePath<AnyStateMachine>
type Step = Path['steps'][number]

const INDENT = '  '
const NOTHING = '▸ nothing'

const commandLine = ({ type, params }: CommandFrom<AnyStateMachine>): string => `→ ${type} ${canonicalJson(params)}`
const changesLine = (changes: readonly string[]): readonly string[] =>
  changes.length === 0 ? [] : [`= ${changes.join(', ')}`]

const isSameValue = (one: MachineState['value'], other: MachineState['value']): boolean =>
  one === other || canonicalJson(one) === canonicalJson(other)

/** One step as text: where it leads (▸), what it asks for (→) and what it changes in the context (=). */
export function writtenStep(step: Step, before: MachineState): readonly string[] {
  const { title, event, state, commands } = step
  const done = [...commands.map(commandLine), ...changesLine(contextChanges(before.context, state.context, event))]
  return done.length === 0 && isSameValue(before.value, state.value)
    ? [`${title} ${NOTHING}`]
    : [`${title} ▸ ${canonicalJson(state.value)}`, ...done.map(line => INDENT + line)]
}

/** The steps of a path, each under the one before it unless that did nothing. */
function indentedSteps({ beginning, steps }: Path): readonly string[] {
  let before = beginning
  let depth = 0
  return steps.map(step => {
    const lines = writtenStep(step, before)
    const text = lines.map(line => INDENT.repeat(depth) + line).join('\n')
    if (lines[0]?.endsWith(NOTHING) !== true) depth += 1
    before = step.state
    return text
  })
}

/**
 * The paths of a machine as `<name>.paths.txt` records them: a tree, where it begins first. Below each step are the
 * steps that may follow it; a beginning that several paths share is written once.
 */
export function written(paths: readonly Path[]): string {
  const told = new Set<string>()
  const beginnings = paths
    .slice(0, 1)
    .map(({ beginning }) =>
      [
        `begins ▸ ${canonicalJson(beginning.value)}`,
        ...changesLine(contextChanges({}, beginning.context)).map(line => INDENT + line),
      ].join('\n'),
    )
  const steps = paths.flatMap(path =>
    indentedSteps(path).flatMap((step, index) => {
      const way = path.choices.slice(0, index + 1).join(' ')
      if (told.has(way)) return []
      told.add(way)
      return [step]
    }),
  )
  return [...beginnings, ...steps].join('\n') + '\n'
}
