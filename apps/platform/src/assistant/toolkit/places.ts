import type { AssistantPlace } from '@desk/schema/assistant/figure-token'
import { Id } from '@desk/schema/ids/ids'
import { Effect, Schema } from 'effect'
import { ToolRefusal, type ToolDesk } from './tool.ts'

/** The places of a tool's questions. */
export const PlaceScope = Schema.Literals(['account', 'project', 'survey', 'source', 'supplier'])
export type PlaceScope = typeof PlaceScope.Type

/** The fields by which tools are asked about a place. */
export const placeFields = {
  scope: PlaceScope,
  /** Left out of the account. */
  id: Schema.optionalKey(Id),
}
export interface Asked {
  readonly scope: PlaceScope
  readonly id?: number
}

/** A place with the path of its screen, and the ids above it. */
export interface Place {
  readonly place: AssistantPlace
  readonly link: string
  readonly projectId: number | null
  readonly surveyId: number | null
  /** The completes that are wanted of it; null: it has no target. */
  readonly target: number | null
}

const idOf = ({ scope, id }: Asked): Effect.Effect<number, ToolRefusal> =>
  id === undefined
    ? Effect.fail(new ToolRefusal({ message: `Say which ${scope} is meant, by its id.` }))
    : Effect.succeed(id)

/** Finds a place by its id, as the caller may see it. */
export const placeOf = Effect.fn('Assistant.placeOf')(function* (asked: Asked, { calls, caller }: ToolDesk) {
  if (asked.scope === 'account') {
    const place = { scope: asked.scope, id: null, name: caller.user.dashboard_name }
    return { place, link: '/projects', projectId: null, surveyId: null, target: null } satisfies Place
  }
  const id = yield* idOf(asked)
  const params = { id }
  switch (asked.scope) {
    case 'project': {
      const { pm_proj_name: name, respondents: target } = yield* calls.projects.read({ params })
      return {
        place: { scope: 'project', id, name },
        link: `/projects/${id}`,
        projectId: id,
        surveyId: null,
        target,
      } satisfies Place
    }
    case 'survey': {
      const { pm_sy_name: name, pm_proj_ud: projectId, respondents: target } = yield* calls.surveys.read({ params })
      const link = `/projects/${projectId}/survey/${id}/streams`
      return { place: { scope: 'survey', id, name }, link, projectId, surveyId: id, target } satisfies Place
    }
    case 'source': {
      const {
        name,
        pm_proj_ud: projectId,
        pm_sy_ud: surveyId,
        respondents: target,
      } = yield* calls.sources.read({ params })
      const link = `/projects/${projectId}/survey/${surveyId}/streams?only=${id}`
      return { place: { scope: 'source', id, name }, link, projectId, surveyId, target } satisfies Place
    }
    case 'supplier': {
      const { name } = yield* calls.suppliers.read({ params })
      return {
        place: { scope: 'supplier', id, name },
        link: `/suppliers/${id}`,
        projectId: null,
        surveyId: null,
        target: null,
      } satisfies Place
    }
  }
})

/** The filters of a report that leave this place alone. */
export function reportFilters({ scope, id }: AssistantPlace): Readonly<Record<string, readonly [number]>> {
  if (id === null) return {}
  if (scope === 'project') return { pm_proj_ud: [id] }
  if (scope === 'survey') return { pm_sy_ud: [id] }
  if (scope === 'source') return { stmid: [id] }
  return { pm_sup_ud: [id] }
}

/** The path of a report with these choices. */
export function reportPath(
  type: string,
  choices: Readonly<Record<string, string | readonly [number] | undefined>>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(choices)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return `/reports/${type}${text === '' ? '' : `?${text}`}`
}
