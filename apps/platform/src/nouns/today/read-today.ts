import type { AlertFacts } from '@desk/schema/alerts/alert'
import {
  TODAY_PARTS_MAX,
  type ChangeBefore,
  type Today,
  type TodayItem,
  type TodayOf,
  type TodayPart,
} from '@desk/schema/today/today'
import { forecastOf } from '@desk/schema/forecasts/forecast'
import { countPromises } from '#forecasts/forecast-page.store'
import type { Tx } from '#kernel/db/tx'
import { HOUR_MS } from '#ledger/facts/pacing'
import { JUDGES } from '../alerts/judge-measured.ts'
import { MEASURED_KINDS, readMeasuredSources } from '../alerts/measured.store.ts'
import { UNUSUAL_CHANGE_HOURS } from '../alerts/unusual.store.ts'
import { readChangesBefore } from '../history/changes-before.store.ts'
import type { Reader } from '../alerts/reader.ts'
import { centsAtRisk, completesAtRisk, sumOfKnown } from './at-risk.ts'
import { countItems, readEpisodes, type Episode } from './episodes.store.ts'
import { grouped } from './grouped.ts'
import { readHeldUp, readPaces, type SourcePace } from './paces.store.ts'

const DAY_MS = 24 * HOUR_MS
/** The hours over which kinds are measured: the traffic before is that before these. */
const MEASURED_HOURS: Readonly<Partial<Record<Episode['kind'], number>>> = {
  ir_fell: 24,
  conversion_fell: 24,
  unusual_figures: 2,
}
const isMeasured = (kind: Episode['kind']): kind is (typeof MEASURED_KINDS)[number] =>
  MEASURED_KINDS.some(measured => measured === kind)

/** The question of a viewer. */
export interface TodayQuery {
  readonly of: TodayOf
  readonly limit: number
  readonly nowMs: number
  readonly seesMoney: boolean
  readonly seesField: (scope: ChangeBefore['scope'], field: string) => boolean
}

/** Episodes of one kind at several sources of a survey are one item. */
export function groupEpisodes(episodes: readonly Episode[]): readonly (readonly Episode[])[] {
  return grouped(episodes, ({ kind, scope, placeId, surveyId }) =>
    scope === 'source' ? `${kind} of ${surveyId}` : `${kind} ${scope} ${placeId}`,
  )
}

/** The queue of a reader (docs/decisions/0097): the open episodes of the alerts with what they put at risk, most at risk first. */
export async function readToday(tx: Tx, reader: Reader, query: TodayQuery): Promise<Today> {
  const episodes = await readEpisodes(tx, reader, query.of)
  const { partOf, whole } = await measured(tx, reader.accountId, episodes, query)
  const groups = groupEpisodes(episodes)
    .map(group => ({ group, parts: group.map(partOf).toSorted(byRisk) }))
    .map(({ group, parts }) => ({ group, parts, ...sumOf(parts, query) }))
    .toSorted(byRisk)
  const shown = groups.slice(0, query.limit)
  const changes = await readChangesBefore(
    tx,
    reader.accountId,
    shown.map(({ group }, key) => {
      const first = earliest(group)
      return {
        key,
        sourceId: first.scope === 'source' ? first.placeId : null,
        surveyId: first.surveyId,
        projectId: first.projectId,
        at: first.beganAt,
        withinHours: first.kind === 'unusual_figures' ? UNUSUAL_CHANGE_HOURS : 1,
      }
    }),
  )
  const items = shown.map(({ group, parts, ...risk }, key): TodayItem => {
    const first = earliest(group)
    return {
      kind: first.kind,
      scope: first.scope,
      alert_ids: group.flatMap(({ alertIds }) => alertIds),
      pm_proj_ud: first.projectId,
      pm_proj_name: first.projectName,
      pm_sy_ud: first.surveyId,
      pm_sy_name: first.surveyName,
      began_at: first.beganAt.toISOString(),
      changed: seenChange(changes.get(key), query),
      part_count: parts.length,
      parts: parts.slice(0, TODAY_PARTS_MAX),
      ...risk,
    }
  })
  const weekAgo = new Date(query.nowMs - 7 * DAY_MS)
  const promises = await countPromises(tx, reader.accountId, weekAgo)
  const lastWeek = await countItems(tx, reader, query.of, weekAgo)
  return { items, item_count: groups.length, promises, last_week: lastWeek, ...whole }
}

type AtRisk = Pick<TodayPart, 'completes_at_risk' | 'money_at_risk'>

const byRisk = (one: AtRisk, other: AtRisk): number =>
  (other.money_at_risk ?? -1) - (one.money_at_risk ?? -1) ||
  (other.completes_at_risk ?? -1) - (one.completes_at_risk ?? -1)

const sumOf = (parts: readonly AtRisk[], { seesMoney }: TodayQuery): AtRisk => ({
  completes_at_risk: sumOfKnown(parts.map(part => part.completes_at_risk)),
  ...(seesMoney ? { money_at_risk: sumOfKnown(parts.map(part => part.money_at_risk ?? null)) } : {}),
})

const earliest = (group: readonly Episode[]): Episode =>
  group.reduce((first, episode) => (episode.beganAt < first.beganAt ? episode : first))

function seenChange(change: ChangeBefore | undefined, { seesField }: TodayQuery): ChangeBefore | null {
  if (change === undefined) return null
  const fields = change.fields.filter(field => seesField(change.scope, field))
  // an edit of hidden fields alone is none to this viewer
  return change.fields.length > 0 && fields.length === 0 ? null : { ...change, fields }
}

interface MeasuredEpisodes {
  readonly partOf: (episode: Episode) => TodayPart
  /** Of all sources, each once: several episodes put the same completes at risk. */
  readonly whole: AtRisk
}

/** Reads the figures behind the episodes, as of now. */
async function measured(
  tx: Tx,
  accountId: number,
  episodes: readonly Episode[],
  query: TodayQuery,
): Promise<MeasuredEpisodes> {
  const heldUp = await readHeldUp(tx, accountId, placesOf('survey', episodes))
  const sourcesOf = ({ scope, placeId }: Episode): readonly number[] =>
    scope === 'source'
      ? [placeId]
      : heldUp.flatMap(({ surveyId, sourceId }) => (scope === 'survey' && surveyId === placeId ? [sourceId] : []))
  const asked = episodes.flatMap(episode =>
    sourcesOf(episode).map(sourceId => ({ sourceId, causeAt: causeOf(episode) })),
  )
  const paces = new Map((await readPaces(tx, accountId, asked, query.nowMs)).map(pace => [keyOf(pace), pace]))
  const paceOf = (episode: Episode, sourceId: number) => paces.get(keyOf({ sourceId, causeAt: causeOf(episode) }))
  const factsOf = await factsNow(tx, accountId, episodes, query.nowMs)
  const risksOf = (episode: Episode): readonly SourceRisk[] =>
    sourcesOf(episode).flatMap(id => {
      const pace = paceOf(episode, id)
      return pace === undefined ? [] : [sourceRisk(episode, pace)]
    })
  return {
    partOf: episode => {
      const pace = episode.scope === 'source' ? paceOf(episode, episode.placeId) : undefined
      return {
        place_id: episode.placeId,
        name: episode.name,
        began_at: episode.beganAt.toISOString(),
        facts: factsOf(episode),
        statusid: episode.status,
        completes: pace?.completes ?? null,
        target: pace?.target ?? null,
        ...atRisk(risksOf(episode), query),
      }
    },
    whole: atRisk(grouped(episodes.flatMap(risksOf), ({ sourceId }) => String(sourceId)).map(most), query),
  }
}

const placesOf = (scope: Episode['scope'], episodes: readonly Episode[]): readonly number[] =>
  episodes.flatMap(episode => (episode.scope === scope ? [episode.placeId] : []))

const keyOf = ({ sourceId, causeAt }: { readonly sourceId: number; readonly causeAt: Date }): string =>
  `${sourceId} ${causeAt.toISOString()}`

interface SourceRisk {
  readonly sourceId: number
  readonly completes: number | null
  readonly cents: number | null
}

const most = (risks: readonly SourceRisk[]): SourceRisk =>
  risks.reduce((one, other) => ((other.completes ?? -1) > (one.completes ?? -1) ? other : one))

function atRisk(risks: readonly SourceRisk[], { seesMoney }: TodayQuery): AtRisk {
  const cents = sumOfKnown(risks.map(risk => risk.cents))
  return {
    completes_at_risk: sumOfKnown(risks.map(risk => risk.completes)),
    ...(seesMoney ? { money_at_risk: cents === null ? null : cents / 100 } : {}),
  }
}

/** The facts of episodes as of now: measured again where their kind is measured. */
async function factsNow(
  tx: Tx,
  accountId: number,
  episodes: readonly Episode[],
  nowMs: number,
): Promise<(episode: Episode) => AlertFacts> {
  const sourceIds = placesOf(
    'source',
    episodes.filter(({ kind }) => isMeasured(kind)),
  )
  const read =
    sourceIds.length === 0
      ? []
      : await readMeasuredSources(tx, {
          accountIds: [accountId],
          nowMs,
          afterId: 0,
          limit: sourceIds.length,
          sourceIds,
        })
  const sources = new Map(read.map(source => [source.sourceId, source]))
  return episode => {
    const source = sources.get(episode.placeId)
    if (!isMeasured(episode.kind) || source === undefined) return asOf(episode, nowMs)
    const verdict = JUDGES[episode.kind](source, -Infinity, nowMs)
    return typeof verdict === 'string' ? episode.facts : verdict
  }
}

const causeOf = ({ kind, beganAt }: Episode): Date =>
  new Date(beganAt.getTime() - (MEASURED_HOURS[kind] ?? 0) * HOUR_MS)

function sourceRisk({ kind }: Episode, pace: SourcePace): SourceRisk {
  const expected = kind === 'will_not_be_full' ? (forecastOf(pace.forecast)?.expected_at_end ?? null) : null
  const completes = expected === null ? atRiskByPace(kind, pace) : Math.max(0, pace.target - expected)
  return { sourceId: pace.sourceId, completes, cents: centsAtRisk(completes, pace) }
}

/** Completes at risk without a forecast: by the paces before the cause and now. */
const atRiskByPace = (kind: Episode['kind'], pace: SourcePace): number | null =>
  completesAtRisk({
    left: pace.target > 0 ? pace.target - pace.completes : Infinity,
    hoursLeft: pace.hoursLeft,
    // it is short of its target
    before: kind === 'behind_pace' || kind === 'will_not_be_full' ? Infinity : pace.before,
    // no respondent gets to the survey
    now: kind === 'link_check_failed' ? 0 : pace.now,
  })

/** Stored facts: days that are left have passed since. */
function asOf({ facts, beganAt }: Episode, nowMs: number): AlertFacts {
  if (facts.days_left === undefined) return facts
  const passed = Math.floor((nowMs - beganAt.getTime()) / DAY_MS)
  return { ...facts, days_left: Math.max(0, facts.days_left - passed) }
}
