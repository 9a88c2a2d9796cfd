import type { AnyStateMachine } from 'xstate'
import { canonicalJson } from '../journal/fingerprint.ts'
import type { MachinePath } from './paths.ts'

type Path = MachinePath<AnyStateMachine>

const stepLine = ({ title, state, commands }: Path['steps'][number]) => {
  const asked = commands.map(({ type, params }) => `${type} ${canonicalJson(params)}`)
  return [`  ${title} ▸ ${canonicalJson(state.value)}`, ...asked.map(command => `      → ${command}`)].join('\n')
}

/** One path as text: where each event leads and what it asks for. */
export const writtenPath = ({ title, steps }: Path): string => [title, ...steps.map(stepLine)].join('\n')

/** The paths of a machine as `<name>.paths.txt` records them. */
export const written = (paths: readonly Path[]): string => paths.map(writtenPath).join('\n\n') + '\n'
