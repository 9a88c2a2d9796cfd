import type { Caller } from '@desk/api/authorization'
import type { KnownIntent } from '@desk/schema/assistant/answer'
import type { Project } from '@desk/schema/projects/project'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { Effect } from 'effect'
import { askedFor, type DeskCalls } from '../desk.ts'

const OFFERED = 6
const NAME_MAX_LENGTH = 60

const offer = (intent: string, example: string): KnownIntent => ({ intent, example })

/** Questions that need no project. */
const ALWAYS: readonly KnownIntent[] = [
  offer('attention', 'What needs attention?'),
  offer('figure.completes', 'How many completes by project this week?'),
  offer('compare', 'Compare completes of this week with last week'),
  offer('projects.live', 'Which projects are live?'),
]
const OF_NOTHING: readonly KnownIntent[] = [
  offer('attention', 'What needs attention?'),
  offer('projects.live', 'Which projects are live?'),
  offer('formula', 'How is IR calculated?'),
  offer('formula', 'How is conversion calculated?'),
]

/** A project as a question names it: by its name, or its number where the name is long or has quotes of its own. */
export const namedProject = ({ pm_proj_name: name, pm_proj_ud: id }: Project): string =>
  name.length > NAME_MAX_LENGTH || /[“”„"]/u.test(name) ? `project ${id}` : `project “${name}”`

/**
 * The questions to begin with: what a buyer asks first, of the projects that the account has.
 * @returns none where they cannot be read now
 */
export const offersFor = (caller: Caller, calls: DeskCalls): Effect.Effect<readonly KnownIntent[]> => {
  const first = (status: StatusCode) =>
    Effect.map(calls.projects.list({ query: { status, limit: 1 } }), ([project]) => project)
  const read = Effect.gen(function* () {
    const [live, paused, stopped] = yield* Effect.all([
      first(STATUS_CODES.live),
      first(STATUS_CODES.autoPaused),
      first(STATUS_CODES.paused),
    ])
    const halted = paused ?? stopped
    const shown = live ?? halted ?? (yield* calls.projects.list({ query: { limit: 1 } }))[0]
    if (shown === undefined) return OF_NOTHING
    return [
      offer('figures', `How is ${namedProject(shown)} doing?`),
      ...ALWAYS.slice(0, 1),
      ...(halted === undefined ? [] : [offer('why.paused', `Why was ${namedProject(halted)} paused?`)]),
      ...ALWAYS.slice(1),
      offer('reconciliation', `Until when can ${namedProject(shown)} be reconciled?`),
    ].slice(0, OFFERED)
  })
  return askedFor(caller)(Effect.catch(read, () => Effect.succeed(OF_NOTHING)))
}

const THIS_PROJECT = /this project|“Streaming habits”/

/** Examples with a project of the account in the place of “this project”, which a page without a project does not have. */
export const withProject = (
  examples: readonly KnownIntent[],
  calls: DeskCalls,
): Effect.Effect<readonly KnownIntent[]> => {
  if (!examples.some(({ example }) => THIS_PROJECT.test(example))) return Effect.succeed(examples)
  return calls.projects.list({ query: { limit: 1 } }).pipe(
    Effect.map(([project]) =>
      project === undefined
        ? examples
        : examples.map(({ intent, example }) => offer(intent, example.replace(THIS_PROJECT, namedProject(project)))),
    ),
    Effect.catch(() => Effect.succeed(examples)),
  )
}
