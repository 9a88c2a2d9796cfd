import { QUALIFICATION_ACCESS } from '@desk/schema/qualifications/qualification-codes'
import type { Condition, FlatQualsQuotas, QualsQuotas } from '@desk/schema/sources/quals-quotas'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { conditionsOf, type ConditionPlaces } from '#statuses/find-quotas.store'

/** A condition as stored for the entry checks. */
export function storedCondition({
  param,
  in: codes,
  min = null,
  max = null,
}: Condition): Readonly<Record<string, unknown>> {
  return codes === undefined ? { param, min, max } : { param, in: codes }
}

/** An answer's name; its code if unknown. */
export type AnswerName = (precode: string, code: string) => string

/**
 * The English names of answers in the survey's country and language. A private qualification's answers stay codes: not everybody
 * who sees the source may see it.
 */
export async function findAnswerNames(
  tx: Tx,
  accountId: number,
  surveyId: number,
  sources: readonly ConditionPlaces[],
): Promise<AnswerName> {
  const conditions = sources.flatMap(conditionsOf).filter(condition => condition.in !== undefined)
  if (conditions.length === 0) return (_precode, code) => code
  const { rows } = await sql<{ precode: string; code: string; name: string }>`
    select q.precode, o.precode as code, coalesce(nullif(o.english_name, ''), o.name) as name
    from survey s
      join qualification q on (q.account_id = s.account_id or q.account_id is null) and q.precode = any(${[...new Set(conditions.map(({ param }) => param))]}::text[])
      join qualification_text t on t.qualification_id = q.qualification_id and t.country_id = s.country_id and t.language_id = s.language_id
      join qualification_option o on o.text_id = t.text_id and o.precode = any(${[...new Set(conditions.flatMap(condition => condition.in ?? []))]}::text[])
    where s.account_id = ${accountId} and s.survey_id = ${surveyId} and (q.account_id is null or q.access_code <> ${QUALIFICATION_ACCESS.private})
    -- the account's own name of an answer stands before the library's
    order by q.account_id nulls first`.execute(tx)
  const names = new Map(rows.map(({ precode, code, name }) => [JSON.stringify([precode, code]), name]))
  return (precode, code) => names.get(JSON.stringify([precode, code])) ?? code
}

/** The quotas of every group in one list, each with all its conditions (api:T1). */
export function flattened({ quota_groups: groups, problems, ...rest }: QualsQuotas): FlatQualsQuotas {
  const places = new Map<string, string>()
  const quotas = groups.flatMap((group, groupAt) =>
    group.quotas.map((quota, at) => {
      places.set(`${groupAt}.${at}`, String(places.size))
      return { ...quota, conditions: [...group.conditions, ...quota.conditions] }
    }),
  )
  const pathOf = ([head, groupAt = '', kind, at = '', ...tail]: readonly string[]): readonly string[] => {
    if (head !== 'quota_groups')
      return [head, groupAt, kind, at, ...tail].filter((part): part is string => part !== undefined && part !== '')
    const place = kind === 'quotas' ? places.get(`${groupAt}.${at}`) : undefined
    return place === undefined ? ['quotas'] : ['quotas', place, 'conditions']
  }
  return { ...rest, quotas, problems: problems.map(({ path, message }) => ({ path: pathOf(path), message })) }
}

/** A group and a quota as they are stored. */
export interface GroupRow {
  readonly group_no: number
  readonly name: string
  readonly conditions: readonly unknown[]
  readonly target: number | null
}
export interface QuotaRow {
  readonly quota_no: number
  readonly group_no: number
  readonly name: string
  readonly conditions: readonly unknown[]
  readonly target: number
}
export interface QuotaRows {
  readonly qualifications: readonly {
    readonly qualification_no: number
    readonly name: string
    readonly condition: unknown
  }[]
  readonly groups: readonly GroupRow[]
  readonly quotas: readonly QuotaRow[]
  readonly lastQuotaNo: number
}

/** Replaces the qualifications and quotas of a locked source. A quota with a known number keeps its counts. */
export async function replaceRows(
  tx: Tx,
  accountId: number,
  sourceId: number,
  { qualifications, groups, quotas, lastQuotaNo }: QuotaRows,
): Promise<void> {
  const mine = sql`account_id = ${accountId} and source_id = ${sourceId}`
  await sql`delete from source_qualification where ${mine}`.execute(tx)
  await sql`
    insert into source_qualification (account_id, source_id, qualification_no, name, condition)
    select ${accountId}, ${sourceId}, qualification_no, name, condition
    from jsonb_to_recordset(${JSON.stringify(qualifications)}::jsonb) as i (qualification_no int, name text, condition jsonb)`.execute(
    tx,
  )
  await sql`delete from source_quota_group where ${mine}`.execute(tx)
  await sql`
    insert into source_quota_group (account_id, source_id, group_no, name, conditions, target)
    select ${accountId}, ${sourceId}, group_no, name, conditions, target
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as i (group_no int, name text, conditions jsonb, target int)`.execute(
    tx,
  )
  await sql`delete from source_quota where ${mine} and quota_no <> all(${quotas.map(({ quota_no: no }) => no)}::int[])`.execute(
    tx,
  )
  await sql`
    insert into source_quota (account_id, source_id, quota_no, group_no, name, conditions, target)
    select ${accountId}, ${sourceId}, quota_no, group_no, name, conditions, target
    from jsonb_to_recordset(${JSON.stringify(quotas)}::jsonb) as i (quota_no int, group_no int, name text, conditions jsonb, target int)
    on conflict (account_id, source_id, quota_no) do update
      set (group_no, name, conditions, target) = (excluded.group_no, excluded.name, excluded.conditions, excluded.target)`.execute(
    tx,
  )
  await sql`update source set quals_version = quals_version + 1, last_quota_no = ${lastQuotaNo} where ${mine}`.execute(
    tx,
  )
}
