import type { Caller } from '@desk/api/authorization'
import { NotFound, Refused } from '@desk/api/errors'
import type { LineChangeQuery, LineKey } from '@desk/schema/figures/line-change'
import { lineTermsOf, type LineTerm } from '@desk/schema/reports/line-terms'
import { columnsOfReport } from '@desk/schema/reports/report-columns'
import { REPORTS, type ReportType } from '@desk/schema/reports/report'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { Effect } from 'effect'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { openReport } from '../reports/account-report.ts'
import { among, standsFor, studiesOf } from '../reports/report-lines.store.ts'
import { hasSupplied, OF_STUDIES, type AskedMoves } from '../reports/report-moves.store.ts'
import { findNarrowing } from '../reports/report-narrowing.store.ts'
import { readLineChoice, type LineChoice } from './line-choice.ts'
import type { LineOf } from './line-moves.store.ts'
import { findLineNames } from './line-names.ts'
import { findLineTimes, type LineTime } from './line-times.store.ts'

/** The question why a figure of a line changed, of somebody who may ask it. */
export interface AskedLine extends AskedMoves {
  readonly type: ReportType
  readonly view: Caller['view']
  readonly terms: readonly LineTerm[]
  /** What the line is told from the others by. */
  readonly choice: LineChoice
  readonly isTotal: boolean
  readonly from: Date
  readonly to: Date
}

/** Lines of these add up to nothing that a total would be of. */
const WITHOUT_TOTALS: ReadonlySet<ReportType> = new Set(['terminations', 'quotas'])

const refused = (field: string, message: string) => new Refused({ message, details: [{ path: [field], message }] })

/** Judges a question: the report is one that the caller may read, the column one of it that tells why, and the line one that it can have. */
export const openLine = Effect.fn('LineChanges.open')(function* (
  database: Database['Service'],
  type: ReportType,
  query: LineChangeQuery,
  caller: Caller,
) {
  const { figure, line: texts, change_from: from, change_to: to, ...report } = query
  const { view } = caller
  const { asked } = yield* openReport(database, type, report, caller)
  const { by, hiddenCodes } = asked
  const { label } = REPORTS[type]
  const terms = lineTermsOf(type, figure)
  const has = (seenBy: Caller['view']) => columnsOfReport(type, by, seenBy).some(({ id }) => id === figure)
  if (terms === undefined || !has('internal'))
    return yield* refused('figure', `${label} does not tell why this changed`)
  if (!has(view)) return yield* new NotFound({ message: 'Your view has no such figure.' })
  if (texts === undefined && WITHOUT_TOTALS.has(type))
    return yield* refused('line', `${label} has no total: name a line`)
  const choice = texts === undefined ? {} : readLineChoice(type, by, view, texts)
  if (typeof choice === 'string') return yield* refused('line', choice)
  // whoever asks for what their view counts with others is told what a line of nothing is
  if (typeof choice.state === 'number' && hiddenCodes.some(code => code === choice.state))
    return yield* new NotFound({ message: 'Your view has no such state.' })
  if (typeof choice.quota === 'string')
    return yield* refused('line', 'Sub-quotas do not tell why they changed: ask for their source')
  return {
    ...asked,
    type,
    view,
    terms,
    choice,
    isTotal: texts === undefined,
    from: new Date(from),
    to: new Date(to),
  } satisfies AskedLine
})

const HOUR_MS = 3_600_000
const hourUp = (ms: number): number => Math.ceil(ms / HOUR_MS) * HOUR_MS

/** The time of a report: that of hours has the hours that begin in it. */
function timeOf({ type, scope: { from, to } }: AskedLine): LineTime {
  const [fromMs, toMs] = [from === undefined ? 0 : Date.parse(from), to === undefined ? null : Date.parse(to)]
  return type === 'hours' ? { fromMs: hourUp(fromMs), toMs: toMs === null ? null : hourUp(toMs) } : { fromMs, toMs }
}

/** A line that is there, with its name. */
export interface FoundLine {
  readonly of: LineOf
  readonly names: readonly LineKey[]
}

/** Finds whose traffic a line stands for; undefined: it or the report is of something that is not the account's. */
export async function findLine(tx: Tx, asked: AskedLine): Promise<FoundLine | undefined> {
  const { accountId, type, scope, by, view, choice, isTotal, zoneCode, hiddenCodes } = asked
  if ((await findNarrowing(tx, accountId, scope)) === undefined) return undefined
  const names = isTotal ? [] : await findLineNames(tx, accountId, type, by, view, choice)
  if (names === undefined) return undefined
  const conditions: RawBuilder<unknown>[] = by.flatMap(dimension => {
    const id = choice[dimension]
    return OF_STUDIES.has(dimension) && id !== undefined && typeof id !== 'string' ? [standsFor(dimension, id)] : []
  })
  const ofStudies = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  const { supplier, state } = choice
  const supplied = typeof supplier === 'number' ? { ...scope, pm_sup_ud: [supplier] } : scope
  const kind = type === 'terminations' ? 'terminations' : by.includes('state') && !isTotal ? 'states' : 'whole'
  const reason = type === 'terminations' ? choice.rule : choice.reason
  return {
    names,
    of: {
      accountId,
      scope,
      kind,
      ofStudies,
      sources: sql`select s.source_id from source s ${studiesOf(accountId, scope)} and ${ofStudies} and ${hasSupplied(accountId, scope)} and ${hasSupplied(accountId, supplied)}`,
      isSupplied: column =>
        sql`(${among(column, scope.pm_sup_ud)} and ${supplier === undefined ? sql`true` : sql`${column} = ${supplier ?? 0}`})`,
      times: await findLineTimes(tx, timeOf(asked), type === 'reconciliation' ? {} : choice, zoneCode),
      states: typeof state === 'number' ? [state as RespondentCode] : [...hiddenCodes], // judged to be one
      reason: reason === undefined ? undefined : (reason ?? ''),
    },
  }
}
