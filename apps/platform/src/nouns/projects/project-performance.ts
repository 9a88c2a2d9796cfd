import { LIST_LIMIT_MAX } from '@desk/api/lists'
import type { ProjectPerformance, SurveyStanding } from '@desk/schema/projects/performance'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { shareOf } from '@desk/schema/columns/ratios'
import { isIrUnder, isLoiOver, type Limited } from '#ledger/figures/limits'

interface Counts {
  readonly target: number
  readonly entrants: number
  readonly terms: number
  readonly oQs: number
  readonly completes: number
  readonly loiMedianSeconds: number | null
}

interface SurveyRow extends Counts, Limited {
  readonly id: number
  readonly name: string
}

const counts = sql`
  coalesce(r.entrants, 0) as entrants, coalesce(r.terms, 0) as terms, coalesce(r.oqs, 0) as "oQs", coalesce(r.completes, 0) as completes,
  r.loi_median_seconds as "loiMedianSeconds"`

/** The performance of a project and of its surveys, measured beside stated (api:P13); undefined when the account has no such project. */
export async function readPerformance(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<ProjectPerformance | undefined> {
  const { rows: projects } = await sql<Counts>`
    select p.target, ${counts} from project p left join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where p.account_id = ${accountId} and p.project_id = ${projectId}`.execute(tx)
  const [project] = projects
  if (!project) return undefined
  const { rows: surveys } = await sql<SurveyRow>`
    select v.survey_id as id, v.name, v.target, v.loi_minutes as "statedLoiMinutes", v.ir_percent as "statedIrPercent", v.limit_loi_percent as "limitLoiPercent",
           v.limit_ir_percent as "limitIrPercent", v.limit_min_completes as "limitMinCompletes", ${counts}
    from survey v left join rollup r on r.account_id = v.account_id and r.scope = 2 and r.scope_id = v.survey_id
    where v.account_id = ${accountId} and v.project_id = ${projectId} order by v.survey_id limit ${LIST_LIMIT_MAX}`.execute(
    tx,
  )
  return { pm_proj_ud: projectId, ...measured(project), surveys: surveys.map(standingOf) }
}

function measured({ target, entrants, terms, oQs, completes, loiMedianSeconds }: Counts) {
  return {
    respondents: target,
    completes,
    progress: target === 0 ? null : Math.min(100, (completes / target) * 100),
    entrants,
    ir: shareOf(completes, completes + oQs + terms),
    conversion: shareOf(completes, entrants),
    loi: loiMedianSeconds === null ? null : loiMedianSeconds / 60,
  }
}

function standingOf(row: SurveyRow): SurveyStanding {
  return {
    pm_sy_ud: row.id,
    pm_sy_name: row.name,
    ...measured(row),
    est_loi: row.statedLoiMinutes,
    qualifying_rate: row.statedIrPercent,
    is_loi_over: isLoiOver(row),
    is_ir_under: isIrUnder(row),
  }
}
