import type { AnswerItem, AssistantQuestion } from '@desk/schema/assistant/answer'
import { SEARCH_HITS_MAX, SEARCH_TEXT_MAX_LENGTH, type SearchHit, type SearchScope } from '@desk/schema/search/search'
import { Effect } from 'effect'
import type { AnswerRecord } from '../record.ts'
import { findAnything, hitItem } from '../toolkit/find.ts'
import { placeOf, type PlaceScope } from '../toolkit/places.ts'
import { orRefused, ToolRefusal, type ToolDesk } from '../toolkit/tool.ts'
import type { Meant } from './intent.ts'
import type { ReadQuestion } from './read-question.ts'
import { wordsOf } from './words.ts'

const SOURCES_MAX = 1_000

interface Finding {
  readonly question: ReadQuestion
  readonly asked: AssistantQuestion
  readonly record: AnswerRecord
  readonly desk: ToolDesk
  /** Gets the things that the name may mean as well. */
  readonly others: AnswerItem[]
}

type Place = Exclude<PlaceScope, 'account'>
type PlaceHit = SearchHit & { readonly scope: Place }

const PLACES: readonly SearchScope[] = ['project', 'survey', 'source', 'supplier']
const isPlace = (scope: SearchScope): scope is Place => PLACES.includes(scope)

/**
 * Finds the thing that a question is about.
 * @param isSo tells things of one name apart: the only one of which it is so is meant
 */
export const meantIn = (finding: Finding, isSo: (hit: SearchHit) => boolean): Effect.Effect<Meant, ToolRefusal> =>
  Effect.gen(function* () {
    const { question, asked, desk, others } = finding
    const { name, scope: wanted, isOfThis } = question
    const pageProject = asked.pm_proj_ud
    if (name === '') {
      if (!isOfThis) return { scope: 'account' as const, name: desk.caller.user.dashboard_name }
      if (pageProject === undefined)
        return yield* new ToolRefusal({
          message: 'This page is of no project. Say which one is meant, by its name or number.',
        })
      const { place } = yield* orRefused(placeOf({ scope: 'project', id: pageProject }, desk))
      return { scope: 'project' as const, id: pageProject, name: place.name }
    }
    const places = yield* placesOf(finding)
    const [first] = places
    if (first === undefined)
      return yield* new ToolRefusal({
        message: `No ${wanted ?? 'project, survey, source or supplier'} is called “${name}”.`,
      })
    const alike = places.filter(hit => hit.scope === first.scope && isSameName(hit, first))
    const meant = only(alike) ?? only(alike.filter(isSo)) ?? only(alike.filter(hit => isOfProject(hit, pageProject)))
    if (meant === undefined) {
      others.push(...alike.map(hitItem))
      return yield* new ToolRefusal({
        message: `${alike.length}${alike.length < SEARCH_HITS_MAX ? '' : ' or more'} ${first.scope}s are called “${first.name}”. Say which one, by its number.`,
      })
    }
    others.push(...places.filter(({ scope, id }) => scope === meant.scope && id !== meant.id).map(hitItem))
    return { scope: meant.scope, id: meant.id, name: meant.name }
  })

const only = <A>(list: readonly A[]): A | undefined => (list.length === 1 ? list[0] : undefined)
const isSameName = (one: SearchHit, other: SearchHit): boolean => one.name.toLowerCase() === other.name.toLowerCase()
const isOfProject = (hit: SearchHit, project: number | undefined): boolean =>
  project !== undefined && (hit.scope === 'project' ? hit.id : hit.pm_proj_ud) === project

/** The places of the question's name; “Main in Gen pop” is Main where something called Gen pop is above it. */
const placesOf = ({ question: { name, within, scope: wanted }, record, asked, desk }: Finding) =>
  Effect.gen(function* () {
    const find = Effect.fn('Assistant.findPlaces')(function* (text: string) {
      const { hits = [] } = yield* record.call(findAnything, { text: text.slice(0, SEARCH_TEXT_MAX_LENGTH) })
      return hits.flatMap((hit): PlaceHit[] => (isPlace(hit.scope) ? [{ ...hit, scope: hit.scope }] : []))
    })
    const isWanted = ({ scope }: PlaceHit): boolean => wanted === null || scope === wanted
    const whole = (yield* find(name)).filter(isWanted)
    if (whole.length > 0 || within === '' || within === name) return whole
    const above = (yield* find(within)).filter(
      hit => asked.pm_proj_ud === undefined || isOfProject(hit, asked.pm_proj_ud),
    )
    const own = name.slice(0, -within.length).trim()
    const surveys = above.filter(({ scope }) => scope === 'survey')
    const sources = yield* Effect.all(surveys.map(survey => sourcesOf(survey, own, desk)))
    const others = (yield* find(own)).filter(({ pm_proj_ud: project }) =>
      above.some(({ scope, id }) => scope === 'project' && id === project),
    )
    return [...sources.flat(), ...others].filter(isWanted)
  })

/** The sources of a survey whose names have all of these words. */
const sourcesOf = (survey: PlaceHit, name: string, { calls }: ToolDesk) =>
  Effect.map(orRefused(calls.sources.table({ params: { id: survey.id }, query: { limit: SOURCES_MAX } })), rows =>
    rows.flatMap((row): PlaceHit[] => {
      const words = wordsOf(row.name)
      if (!wordsOf(name).every(word => words.some(own => own.startsWith(word)))) return []
      const { stmid: id, statusid } = row
      const above = { pm_proj_ud: survey.pm_proj_ud, pm_sy_ud: survey.id }
      return [
        { scope: 'source', id, name: row.name, detail: survey.name, statusid, held_by: null, type: null, ...above },
      ]
    }),
  )
