import type { AutoPauseReason } from '@desk/schema/statuses/pause-reasons'
import {
  judgeLimits,
  type SurveyLimits,
  type SurveyLimitsChanges,
  type SurveyPerformance,
} from '@desk/schema/surveys/survey-limits'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import { SCOPE_CODES } from '#statuses/status-sql'

interface LimitsRow {
  readonly loiPercent: number
  readonly irPercent: number
  readonly minCompletes: number
  readonly rules: readonly AutoPauseReason[]
  readonly linkCheck: boolean
  readonly version: number
}

interface CountsRow {
  readonly completes: number
  readonly overquotasAndTerms: number
  readonly loiMedianSeconds: number | null
}

interface PerformanceRow extends LimitsRow, CountsRow {
  readonly statedLoi: number
  readonly statedIr: number
}

const limits = sql`v.limit_loi_percent as "loiPercent", v.limit_ir_percent as "irPercent", v.limit_min_completes as "minCompletes", v.auto_pause_rules as rules, v.link_check as "linkCheck", v.limits_version as version`
const counts = sql`coalesce(r.completes, 0) as completes, coalesce(r.oqs + r.terms, 0) as "overquotasAndTerms", r.loi_median_seconds as "loiMedianSeconds"`
const rollupOf = (scope: 'survey' | 'source', id: string): RawBuilder<unknown> => sql`
  left join rollup r on r.account_id = v.account_id and r.scope = ${sql.lit(SCOPE_CODES[scope])} and r.scope_id = ${sql.ref(id)}`

/** A survey's stated and measured performance with its limits (api:S7); nothing when the account has no such survey. */
export async function readPerformance(
  tx: Tx,
  accountId: number,
  surveyId: number,
): Promise<SurveyPerformance | undefined> {
  const { rows } = await sql<PerformanceRow>`
    select ${limits}, ${counts}, v.loi_minutes as "statedLoi", v.ir_percent as "statedIr"
    from survey v ${rollupOf('survey', 'v.survey_id')} where v.account_id = ${accountId} and v.survey_id = ${surveyId}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  const sources = await sql<CountsRow>`
    select ${counts} from survey v join source s on s.account_id = v.account_id and s.survey_id = v.survey_id ${rollupOf('source', 's.source_id')}
    where v.account_id = ${accountId} and v.survey_id = ${surveyId}`.execute(tx)
  const set = limitsOf(row)
  const bySource = sources.rows.map(source => judgeLimits(measured(row, source), set))
  const { completes, loi, ir } = measured(row, row)
  return {
    pm_sy_ud: surveyId,
    version: row.version,
    ...set,
    completes,
    est_loi: row.statedLoi,
    loi,
    qualifying_rate: row.statedIr,
    ir_percent: ir === null ? null : Math.round(ir * 10) / 10,
    ...judgeLimits(measured(row, row), set),
    sources_over_loi: bySource.filter(({ is_over_loi }) => is_over_loi).length,
    sources_under_ir: bySource.filter(({ is_under_ir }) => is_under_ir).length,
  }
}

function measured(
  { statedLoi, statedIr }: PerformanceRow,
  { completes, overquotasAndTerms, loiMedianSeconds }: CountsRow,
) {
  const tried = completes + overquotasAndTerms
  return {
    completes,
    statedLoi,
    statedIr,
    loi: loiMedianSeconds === null ? null : loiMedianSeconds / 60,
    ir: tried === 0 ? null : (completes * 100) / tried,
  }
}

function limitsOf({ loiPercent, irPercent, minCompletes, rules, linkCheck }: LimitsRow): Required<SurveyLimits> {
  return {
    limit_loi_percent: loiPercent,
    limit_ir_percent: irPercent,
    limit_min_completes: minCompletes,
    auto_pause_rules: rules,
    link_check: linkCheck,
  }
}

/** Changes a survey's limits and auto-pause rules (api:S8), unless the editor's version is stale. */
export function editLimits(
  tx: Tx,
  actor: Actor,
  surveyId: number,
  { version, ...wanted }: SurveyLimitsChanges,
): Promise<Outcome<SurveyPerformance>> {
  const { accountId } = actor
  const afterOf = (stored: LimitsRow) => inOrder({ ...limitsOf(stored), ...wanted })
  return edit(tx, actor, {
    scope: 'survey',
    noun: 'survey’s limits',
    id: surveyId,
    async lock() {
      const { rows } = await sql<LimitsRow>`
        select ${limits} from survey v where v.account_id = ${accountId} and v.survey_id = ${surveyId} for no key update`.execute(
        tx,
      )
      return rows[0]
    },
    judge: stored => ({ before: inOrder(limitsOf(stored)), after: afterOf(stored) }),
    version: stored => ({ seen: version, stored: stored.version }),
    async write(after) {
      await sql`
        update survey set limit_loi_percent = ${after.limit_loi_percent}, limit_ir_percent = ${after.limit_ir_percent}, limit_min_completes = ${after.limit_min_completes},
               auto_pause_rules = ${after.auto_pause_rules}::text[], link_check = ${after.link_check}, limits_version = limits_version + 1
        where account_id = ${accountId} and survey_id = ${surveyId}`.execute(tx)
    },
    changed: stored => ({ before: { ...inOrder(limitsOf(stored)) }, after: { ...afterOf(stored) } }),
    read: async () => requireFound(await readPerformance(tx, accountId, surveyId), 'survey'),
  })
}

/** The rules are a set: their order does not matter. */
function inOrder({
  limit_loi_percent,
  limit_ir_percent,
  limit_min_completes,
  auto_pause_rules,
  link_check,
}: Required<SurveyLimits>): Required<SurveyLimits> {
  return {
    limit_loi_percent,
    limit_ir_percent,
    limit_min_completes,
    auto_pause_rules: auto_pause_rules.toSorted(),
    link_check,
  }
}
