import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import type { ProjectAsItWas, SurveyAsItWas } from '@desk/schema/figures/as-it-was'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { toProjectFigures, toSourceRow, toSurveyFigures } from '#ledger/figures/figure-rows.store'
import { toView } from '#ledger/figures/view'
import { SUM_READS } from '#ledger/sums/moves-within'
import { asRollup, together, type CountsThen } from './counts-then.ts'
import { readCountsThen } from './counts-then.store.ts'
import {
  effectiveThen,
  findProjectOf,
  readForecastsThen,
  readSettingsThen,
  type SettingsThen,
} from './settings-then.store.ts'

interface Asked extends PageQuery {
  readonly at: string
}

/** A study at a moment; `survey` is null where all surveys of the project are meant. */
interface StudyThen {
  readonly accountId: number
  readonly at: Date
  readonly project: SettingsThen
  readonly surveys: readonly SettingsThen[]
  readonly sources: readonly SettingsThen[]
  readonly counts: ReadonlyMap<number, CountsThen>
  readonly forecasts: ReadonlyMap<string, string>
}

const refuse = (message: string): Refused => new Refused({ message, details: [{ path: ['at'], message }] })
const NO_SUCH_MOMENT = 'It was made later: choose a moment after that.'

async function readStudy(
  tx: Tx,
  accountId: number,
  of: { readonly projectId: number; readonly surveyId: number | null },
  at: Date,
): Promise<StudyThen | undefined> {
  const settings = await readSettingsThen(tx, { accountId, ...of, at })
  const project = settings.find(({ scope }) => scope === 'project')
  if (project === undefined) return undefined
  const sources = settings.filter(({ scope }) => scope === 'source')
  const counts = await readCountsThen(tx, { accountId, sourceIds: sources.map(({ id }) => id), at })
  const forecasts = await readForecastsThen(tx, accountId, settings, at)
  const surveys = settings.filter(({ scope }) => scope === 'survey')
  return { accountId, at, project, surveys, sources, counts, forecasts }
}

/** The columns that rows of all scopes have. */
function commonOf(study: StudyThen, of: SettingsThen, above: readonly SettingsThen[], counts: CountsThen) {
  const [survey] = [of, ...above].filter(({ scope }) => scope === 'survey')
  const priced = [survey, study.project].find(one => one !== undefined && one.sellPriceCents !== null)
  const ends = [of, ...above].flatMap(({ outOfFieldAt }) => (outOfFieldAt === null ? [] : [outOfFieldAt.getTime()]))
  return {
    ...asRollup(counts),
    accountId: study.accountId,
    projectId: study.project.id,
    figuresVersion: 0,
    target: of.target,
    startedAt: of.startedAt,
    endsAt: ends.length === 0 ? null : new Date(Math.min(...ends)),
    statedLoiMinutes: (survey ?? of).loiMinutes,
    statedIrPercent: (survey ?? of).irPercent,
    limits: survey?.limits ?? null,
    sellPriceCents: priced?.sellPriceCents ?? null,
    forecast: study.forecasts.get(`${of.scope} ${of.id}`) ?? null,
  }
}

const countsOf = (study: StudyThen, sources: readonly SettingsThen[]): CountsThen =>
  together(sources.flatMap(({ id }) => study.counts.get(id) ?? []))

function sourceRowOf(study: StudyThen, survey: SettingsThen, source: SettingsThen, targetSum: number) {
  const counts = countsOf(study, [source])
  return toSourceRow({
    ...source,
    ...commonOf(study, source, [survey, study.project], counts),
    sourceId: source.id,
    suppliers: [...source.suppliers],
    type: source.type ?? 'diy',
    effectiveStatus: effectiveThen([source, survey, study.project]),
    surveyTargetSum: targetSum,
  }).row
}

const targetSumOf = (sources: readonly SettingsThen[]): number => sources.reduce((sum, { target }) => sum + target, 0)

function surveyFiguresOf(study: StudyThen, survey: SettingsThen) {
  const own = study.sources.filter(({ surveyId }) => surveyId === survey.id)
  return toSurveyFigures({
    ...commonOf(study, survey, [study.project], countsOf(study, own)),
    surveyId: survey.id,
    sourceTargetSum: targetSumOf(own),
  }).row
}

const headOf = (at: Date, nearestFirst: readonly [SettingsThen, ...SettingsThen[]]) => ({
  at: at.toISOString(),
  statusid: nearestFirst[0].status,
  effective_statusid: effectiveThen(nearestFirst),
  status_reason: nearestFirst[0].reason,
  status_changed_by: nearestFirst[0].changedBy,
})

/** Tables as they were (forecast.md §7). */
export const asItWasHandlers = handlersOf(
  'asItWas',
  Effect.gen(function* () {
    const database = yield* Database

    const readThen = Effect.fn('AsItWas.read')(function* (
      { accountId }: Caller,
      of: { readonly project: number } | { readonly survey: number },
      { at: asked }: Asked,
    ) {
      const at = new Date(asked)
      if (at.getTime() > (yield* Clock.currentTimeMillis))
        return yield* Effect.fail(refuse('Choose a moment that is over.'))
      const found = yield* database.readAsAccount(
        accountId,
        async tx => {
          const place = await findProjectOf(tx, accountId, of)
          return place && { study: await readStudy(tx, accountId, place, at) }
        },
        SUM_READS,
      )
      const { study } = yield* orNotFound(found)
      return study === undefined ? yield* Effect.fail(refuse(NO_SUCH_MOMENT)) : study
    })

    return {
      /** A survey with its sources. */
      survey: Effect.fn('AsItWas.survey')(function* ({ params: { id }, query }, caller) {
        const study = yield* readThen(caller, { survey: id }, query)
        const { at, project, surveys, sources } = study
        const [survey] = surveys
        if (survey === undefined) return yield* Effect.fail(refuse(NO_SUCH_MOMENT))
        const { limit, offset } = pageOf(query)
        const targetSum = targetSumOf(sources)
        const rows = sources
          .toSorted((one, other) => one.id - other.id)
          .slice(offset, offset + limit)
          .map(source => toView(sourceRowOf(study, survey, source, targetSum), caller.view))
        return {
          ...headOf(at, [survey, project]),
          pm_sy_name: survey.name,
          pm_proj_ud: project.id,
          pm_proj_name: project.name,
          rows,
          totals: toView(surveyFiguresOf(study, survey), caller.view),
        } satisfies SurveyAsItWas
      }),
      /** A project with its surveys. */
      project: Effect.fn('AsItWas.project')(function* ({ params: { id }, query }, caller) {
        const study = yield* readThen(caller, { project: id }, query)
        const { at, project, surveys, sources } = study
        const { limit, offset } = pageOf(query)
        const rows = surveys
          .toSorted((one, other) => one.id - other.id)
          .slice(offset, offset + limit)
          .map(survey => ({
            ...toView(surveyFiguresOf(study, survey), caller.view),
            pm_sy_name: survey.name,
            statusid: survey.status,
            effective_statusid: effectiveThen([survey, project]),
            status_reason: survey.reason,
            status_changed_by: survey.changedBy,
          }))
        const totals = toProjectFigures({ ...commonOf(study, project, [], countsOf(study, sources)) }).row
        return {
          ...headOf(at, [project]),
          pm_proj_name: project.name,
          rows,
          totals: toView(totals, caller.view),
        } satisfies ProjectAsItWas
      }),
    }
  }),
)
