import type { AnswerItem } from '@desk/schema/assistant/answer'
import { AskedInstant, Id } from '@desk/schema/ids/ids'
import { STATUS_CODES, StatusScope } from '@desk/schema/statuses/status'
import { Effect, Schema } from 'effect'
import { figuresOf } from './figure.ts'
import { placeOf } from './places.ts'
import { readWhole } from './read-figures.ts'
import { deskTool, type ToolDesk } from './tool.ts'

const LINES_MAX = 20
const PROJECTS_MAX = 100
const PROJECTS_AT_ONCE = 4

const outOfFieldOf = (scope: StatusScope, id: number, { calls }: ToolDesk) => {
  const params = { id }
  switch (scope) {
    case 'project':
      return Effect.map(calls.projects.read({ params }), ({ out_of_field_date }) => out_of_field_date)
    case 'survey':
      return Effect.map(calls.surveys.read({ params }), ({ out_of_field_date }) => out_of_field_date)
    case 'source':
      return Effect.map(
        calls.sources.read({ params }),
        ({ out_of_field_date, survey_out_of_field_date }) => out_of_field_date ?? survey_out_of_field_date,
      )
  }
}

/** The plan of a project, survey or source: when it ends, and how many completes are left. */
export const readPlan = deskTool('read_plan', {
  description:
    'When a project, survey or source is out of field, its completes and target, and how many completes are left.',
  fields: { scope: StatusScope, id: Id },
  run: Effect.fn('Assistant.readPlan')(function* ({ scope, id }, desk) {
    const found = yield* placeOf({ scope, id }, desk)
    const [{ figures }, at] = yield* Effect.all([
      readWhole(found, ['completes', 'target'], desk),
      outOfFieldOf(scope, id, desk),
    ])
    const completes = figures.get('completes')
    const target = figures.get('target')
    const isKnown = typeof completes?.value === 'number' && typeof target?.value === 'number'
    const left = isKnown ? Math.max(0, (target.value ?? 0) - (completes.value ?? 0)) : null
    const item: AnswerItem = {
      title: found.place.name,
      detail:
        at === null
          ? 'No out of field date'
          : Date.parse(at) <= desk.at.getTime()
            ? 'Out of field since'
            : 'Out of field',
      at,
      link: found.link,
      figures: [
        ...figuresOf({ left }, left === null ? [] : ['left'], { place: found.place, link: found.link, at: desk.at }),
        ...[completes, target].flatMap(figure => figure ?? []),
      ],
    }
    return {
      summary: at === null ? 'No date' : 'A date',
      link: found.link,
      parts: [{ kind: 'list' as const, items: [item], has_more: false }],
      hasFreeText: true,
    }
  }),
})

/** The live projects or surveys that are out of field in a time, the first to end first. */
export const listEnding = deskTool('list_ending', {
  description: 'The live projects, or the live surveys of live projects, that are out of field in a time.',
  fields: { scope: Schema.Literals(['project', 'survey']), from: AskedInstant, to: AskedInstant },
  run: Effect.fn('Assistant.listEnding')(function* ({ scope, from, to }, { calls }) {
    const projects = yield* calls.projects.list({ query: { status: STATUS_CODES.live, limit: PROJECTS_MAX } })
    const all: readonly Ending[] =
      scope === 'project'
        ? projects.map(project => ({
            name: project.pm_proj_name,
            above: project.pm_proj_rep_num,
            at: project.out_of_field_date,
            link: `/projects/${project.pm_proj_ud}`,
          }))
        : (yield* Effect.all(
            projects.map(({ pm_proj_ud, pm_proj_name }) =>
              Effect.map(
                calls.surveys.list({ query: { pm_proj_ud, state: STATUS_CODES.live, limit: PROJECTS_MAX } }),
                surveys =>
                  surveys.map(survey => ({
                    name: survey.pm_sy_name,
                    above: pm_proj_name,
                    at: survey.out_of_field_date,
                    link: `/projects/${pm_proj_ud}/survey/${survey.pm_sy_ud}/streams`,
                  })),
              ),
            ),
            { concurrency: PROJECTS_AT_ONCE },
          )).flat()
    const ending = all
      .flatMap(one => (one.at !== null && isIn(one.at, from, to) ? [{ ...one, at: one.at }] : []))
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    const items = ending
      .slice(0, LINES_MAX)
      .map(({ name, above, at, link }): AnswerItem => ({ title: name, detail: above, at, link, figures: [] }))
    const isPart = projects.length === PROJECTS_MAX
    return {
      summary: `${ending.length} ${scope}s`,
      link: '/projects?status=1',
      parts: [
        items.length === 0
          ? { kind: 'text' as const, text: `No live ${scope} is out of field in this time.` }
          : { kind: 'list' as const, items, has_more: ending.length > LINES_MAX },
        ...(isPart ? [{ kind: 'text' as const, text: `These are of the first ${PROJECTS_MAX} live projects.` }] : []),
      ],
      hasFreeText: true,
    }
  }),
})

interface Ending {
  readonly name: string
  readonly above: string
  readonly at: string | null
  readonly link: string
}

const isIn = (at: string, from: string, to: string): boolean =>
  Date.parse(at) >= Date.parse(from) && Date.parse(at) < Date.parse(to)
