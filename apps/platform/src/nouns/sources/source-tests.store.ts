import { LINK_CHECK_RID } from '@desk/schema/surveys/link-check'
import type { SourceType } from '@desk/schema/sources/source'
import type { Condition, QualsQuotas } from '@desk/schema/sources/quals-quotas'
import type { DefenderSettings, SourceTest, TestLink } from '@desk/schema/sources/source-tests'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import { findQuotas } from '#statuses/find-quotas.store'

/** The route of a source's own screen, as the console's addresses have it behind the # (§2.20, §2.21). */
function studyRoute(
  type: SourceType,
  {
    projectId,
    surveyId,
    sourceId,
  }: { readonly projectId: number; readonly surveyId: number; readonly sourceId: number },
): string {
  return `/manage/project/${projectId}/survey/${surveyId}/${type === 'classic' ? 'manual-streams' : 'stream'}/${sourceId}`
}

interface TestRow {
  readonly rdud: string
  readonly rid: string
  readonly supplier: string | null
  readonly code: RespondentCode
  readonly enteredAt: Date
  readonly endedAt: Date | null
  readonly interviewSeconds: number | null
}

/** The test respondents of a source, newest first (api:U8). */
export async function listTests(
  tx: Tx,
  accountId: number,
  source: { readonly surveyId: number; readonly sourceId: number },
  page: Page,
): Promise<readonly SourceTest[]> {
  const { rows } = await sql<TestRow>`
    select r.rdud, r.rid, k.name as supplier, r.code, r.entered_at as "enteredAt", r.ended_at as "endedAt", r.interview_seconds as "interviewSeconds"
    from respondent r left join supplier k on k.account_id = r.account_id and k.supplier_id = r.supplier_id
    where r.account_id = ${accountId} and r.survey_id = ${source.surveyId} and r.source_id = ${source.sourceId} and r.is_test and r.rid not like ${`${LINK_CHECK_RID}%`}
    order by r.entered_at desc, r.rdud desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(({ rdud, rid, supplier, code, enteredAt, endedAt, interviewSeconds }) => ({
    rdud: formatRdud(accountId, rdud.replaceAll('-', '')),
    rid,
    supplier,
    code,
    entered_at: enteredAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    interview_seconds: interviewSeconds,
  }))
}

/** The Defender rules that a survey or its project sets, in order of evaluation (api:U9). */
export async function findDefenderSettings(
  tx: Tx,
  accountId: number,
  surveyId: number,
): Promise<DefenderSettings | undefined> {
  const { rows } = await sql<{ rules: DefenderSettings['rules'] }>`
    select coalesce((select jsonb_agg(jsonb_build_object('rule', d.rule, 'threshold', d.threshold, 'window_hours', d.window_hours)
        order by array_position(${[...DEFENDER_RULES]}::text[], d.rule))
      from (
        select rule, mode, threshold, window_hours from defender_rule where account_id = v.account_id and survey_id = v.survey_id
        union all select r.rule, r.mode, r.threshold, r.window_hours
          from project_defender p cross join jsonb_to_recordset(p.rules) as r(rule text, mode text, threshold int, window_hours int)
          where p.account_id = v.account_id and p.project_id = v.project_id
            and not exists (select from defender_rule o where o.account_id = v.account_id and o.survey_id = v.survey_id and o.rule = r.rule)
      ) d where d.mode <> 'off'), '[]') as rules
    from survey v where v.account_id = ${accountId} and v.survey_id = ${surveyId}`.execute(tx)
  const [row] = rows
  return row && { pm_sy_ud: surveyId, rules: row.rules }
}

interface LinkRow {
  readonly surveyId: number
  readonly projectId: number
  readonly type: SourceType
  readonly testToken: string
  readonly suppliers: readonly { readonly id: number; readonly name: string }[]
  readonly tests: number
}

export interface WantedLink {
  /** The desk's address as the world sees it. */
  readonly publicUrl: string
  /** Whether the entry link names the supplier, which some views hide; without it the entry uses the first. */
  readonly namesSupplier: boolean
}

/** The test link of a source (§2.32, api:T17), and an entry link whose answers meet the source's qualifications and first quota. */
export async function findTestLink(
  tx: Tx,
  accountId: number,
  sourceId: number,
  { publicUrl, namesSupplier }: WantedLink,
): Promise<TestLink | undefined> {
  const { rows } = await sql<LinkRow>`
    select survey_id as "surveyId", project_id as "projectId", type, test_token as "testToken",
      (select count(*)::int from respondent r where r.account_id = s.account_id and r.survey_id = s.survey_id and r.source_id = s.source_id and r.is_test) as tests,
      coalesce((select jsonb_agg(jsonb_build_object('id', k.supplier_id, 'name', k.name) order by k.name collate "und-x-icu", k.supplier_id)
        from source_supplier x join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
        where x.account_id = s.account_id and x.source_id = s.source_id), '[]') as suppliers
    from source s where account_id = ${accountId} and source_id = ${sourceId}`.execute(tx)
  const [row] = rows
  const quotas = row && (await findQuotas(tx, accountId, sourceId))
  if (!row || !quotas) return undefined
  const origin = originOf(publicUrl)
  const [group] = quotas.quota_groups.filter(({ quotas: own }) => own.length > 0)
  const conditions = [...quotas.qualifications, ...(group?.conditions ?? []), ...(group?.quotas[0]?.conditions ?? [])]
  const answers = answersTo(conditions)
  const door = `${origin}/entry/${sourceId}`
  const suppliers = namesSupplier ? row.suppliers : []
  // a new respondent each time, once the previous one has entered
  const rid = `test-${row.testToken.slice(0, 6)}-${row.tests + 1}`
  const tryBy = (own: Readonly<Record<string, string>>) =>
    `${door}?${new URLSearchParams({ rid, ...own, t: row.testToken, ...Object.fromEntries(answers) }).toString()}`
  const first = suppliers.length === 0 ? {} : { sup: String(Math.min(...suppliers.map(({ id }) => id))) }
  const asked = namesByParam(quotas)
  return {
    stmid: sourceId,
    pm_sy_ud: row.surveyId,
    link: `${origin}/#${studyRoute(row.type, { ...row, sourceId })}?act=test_survey&sid=${row.surveyId}&t=${encodeURIComponent(row.testToken)}`,
    entry: tryBy(first),
    // one rid per supplier: a tester of two suppliers' links is not taken for the same respondent
    entry_links: suppliers.map(({ id, name }) => ({
      pm_sup_ud: id,
      name,
      link: entryLink(publicUrl, sourceId, id, [...asked.keys()]),
      test: tryBy({ sup: String(id), rid: `${rid}-${id}` }),
    })),
    entry_params: [{ param: 'rid', name: null }, ...[...asked].map(([param, name]) => ({ param, name }))],
  }
}

const originOf = (publicUrl: string): string => publicUrl.replace(/(?<!\/)\/+$/, '')

/** A supplier's entry link to a source. @param params the answers that it asks for */
export function entryLink(publicUrl: string, sourceId: number, supplierId: number, params: readonly string[]): string {
  const blanks = params.map(param => `&${encodeURIComponent(param)}=${blank(param)}`).join('')
  return `${originOf(publicUrl)}/entry/${sourceId}?sup=${supplierId}&rid=${blank('rid')}${blanks}`
}

/** A placeholder for the supplier to fill in, as in every link. */
const blank = (param: string): string => `[%${param.toUpperCase().replaceAll(/\W/g, '_')}%]`

/** The parameters that the source's qualifications and quotas need, with the qualification's name if known. */
function namesByParam({ qualifications, quota_groups: groups }: QualsQuotas): ReadonlyMap<string, string | null> {
  const inQuotas = groups.flatMap(({ conditions, quotas }) => [
    ...conditions,
    ...quotas.flatMap(quota => quota.conditions),
  ])
  const names = new Map<string, string | null>(inQuotas.map(({ param }) => [param, null]))
  for (const { param, name } of qualifications) names.set(param, name)
  return names
}

/** An answer to each question that meets all its conditions, where there is one. */
function answersTo(conditions: readonly Condition[]): readonly (readonly [string, string])[] {
  const params = new Set(conditions.map(({ param }) => param))
  return [...params].flatMap(param => {
    const own = conditions.filter(condition => condition.param === param)
    const offered = own.flatMap(
      ({ in: codes, min = null, max = null }) => codes ?? [min, max].filter(limit => limit !== null).map(String),
    )
    const fits = (answer: string) =>
      own.every(({ in: codes, min = null, max = null }) =>
        codes
          ? codes.includes(answer)
          : (min === null || Number(answer) >= min) && (max === null || Number(answer) <= max),
      )
    const answer = offered.find(fits) ?? offered[0]
    return answer === undefined ? [] : [[param, answer] as const]
  })
}
