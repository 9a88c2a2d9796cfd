import { QUALIFICATION_TYPES } from '@desk/schema/qualifications/qualification-codes'
import { quotaProblems, type IsKnown } from '@desk/schema/sources/quota-faults'
import type {
  Condition,
  Quota,
  QualsQuotas,
  QualsQuotasInput,
  QuotaGroup,
  SourceQualification,
} from '@desk/schema/sources/quals-quotas'
import { sql } from 'kysely'
import { readCondition } from '@desk/schema/respondents/conditions'
import type { Tx } from '#kernel/db/tx'

/** Data with conditions: stored, or from a request. */
export type ConditionPlaces = Pick<QualsQuotasInput, 'qualifications' | 'quota_groups'>

/** Types whose answers are not options. */
const FREE_TYPES = [QUALIFICATION_TYPES.numeric, QUALIFICATION_TYPES.postalCode]

/** The group of quotas without a group. */
const NO_GROUP: Omit<QuotaGroup, 'quotas'> = { name: 'Quotas', conditions: [], target: null }

interface StoredGroup {
  readonly no: number
  readonly name: string
  readonly conditions: readonly unknown[]
  readonly target: number | null
}
interface StoredQuota {
  readonly groupNo: number
  readonly no: number
  readonly name: string
  readonly conditions: readonly unknown[]
  readonly target: number
  readonly completes: number
  readonly inflight: number
}
interface StoredSetup {
  readonly version: number
  readonly target: number
  readonly qualifications: readonly { readonly name: string; readonly condition: unknown }[]
  readonly groups: readonly StoredGroup[]
  readonly quotas: readonly StoredQuota[]
}

/** A condition as the entry checks read it, in wire fields; an unreadable one becomes a code that no respondent has. */
function wireCondition(stored: unknown): Condition {
  const condition = readCondition(stored)
  if (condition === null) return { param: 'unreadable', in: ['unreadable'] }
  return 'in' in condition
    ? { param: condition.param, in: condition.in }
    : { param: condition.param, min: condition.min, max: condition.max }
}

/** Qualifications and nested quotas of a source with the problems that block a launch (api:T3), including respondents in progress. */
export async function findQuotas(tx: Tx, accountId: number, sourceId: number): Promise<QualsQuotas | undefined> {
  const { rows } = await sql<StoredSetup>`
    select s.quals_version as version, s.target,
      coalesce((select jsonb_agg(jsonb_build_object('name', q.name, 'condition', q.condition) order by q.qualification_no)
        from source_qualification q where q.account_id = s.account_id and q.source_id = s.source_id), '[]') as qualifications,
      coalesce((select jsonb_agg(jsonb_build_object('no', g.group_no, 'name', g.name, 'conditions', g.conditions, 'target', g.target) order by g.group_no)
        from source_quota_group g where g.account_id = s.account_id and g.source_id = s.source_id), '[]') as groups,
      coalesce((select jsonb_agg(jsonb_build_object('groupNo', q.group_no, 'no', q.quota_no, 'name', q.name, 'conditions', q.conditions, 'target', q.target,
          'completes', q.completes, 'inflight', q.inflight) order by q.group_no, q.quota_no)
        from source_quota q where q.account_id = s.account_id and q.source_id = s.source_id), '[]') as quotas
    from source s where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const qualifications = row.qualifications.map(({ name, condition }): SourceQualification => ({
    name,
    ...wireCondition(condition),
  }))
  const found = {
    stmid: sourceId,
    version: row.version,
    respondents: row.target,
    qualifications,
    quota_groups: groupsOf(row),
  }
  return { ...found, problems: quotaProblems(found, await knownAnswers(tx, accountId, found)) }
}

function groupsOf({ groups, quotas }: StoredSetup): readonly QuotaGroup[] {
  const byGroup = new Map<number, Quota[]>(groups.map(({ no }) => [no, []]))
  const sharedBy = new Map(groups.map(({ no, conditions }) => [no, conditions.length]))
  for (const { groupNo, no, name, conditions, target, completes, inflight } of quotas) {
    let own = byGroup.get(groupNo)
    if (own === undefined) byGroup.set(groupNo, (own = []))
    own.push({
      quota_no: no,
      name,
      conditions: conditions.slice(sharedBy.get(groupNo) ?? 0).map(wireCondition),
      target,
      completes,
      inflight,
      remaining: Math.max(0, target - completes),
    })
  }
  const known = new Map(groups.map(group => [group.no, group]))
  return [...byGroup]
    .toSorted(([one], [other]) => one - other)
    .map(([no, own]) => {
      const group = known.get(no)
      return {
        ...(group
          ? { name: group.name, conditions: group.conditions.map(wireCondition), target: group.target }
          : NO_GROUP),
        quotas: own,
      }
    })
}

interface KnownRow {
  readonly precode: string
  /** Null: its answers are numbers or codes of their own. */
  readonly codes: readonly string[] | null
}

/** The present qualifications and answers of the account and the library for these conditions. */
async function knownAnswers(tx: Tx, accountId: number, found: ConditionPlaces): Promise<IsKnown> {
  const conditions = conditionsOf(found)
  const precodes = new Set(conditions.map(({ param }) => param))
  if (precodes.size === 0) return () => true
  const codes = new Set(conditions.flatMap(condition => condition.in ?? []))
  const { rows } = await sql<KnownRow>`
    select q.precode, case when q.type_code <> all(${FREE_TYPES}::int[]) then array(
      select distinct o.precode from qualification_text t join qualification_option o on o.text_id = t.text_id
      where t.qualification_id = q.qualification_id and o.precode = any(${[...codes]}::text[])) end as codes
    from qualification q where (q.account_id = ${accountId} or q.account_id is null) and q.precode = any(${[...precodes]}::text[])`.execute(
    tx,
  )
  const known = new Map<string, Set<string> | null>()
  for (const { precode, codes: own } of rows) {
    const before = known.get(precode)
    // the account may have one of the same precode as the library: an answer of either is valid
    known.set(precode, own === null || before === null ? null : new Set([...(before ?? []), ...own]))
  }
  return (precode, code) => {
    const answers = known.get(precode)
    return answers !== undefined && (code === undefined || answers === null || answers.has(code))
  }
}

/** Every condition of a source, of its qualifications and its quotas. */
export const conditionsOf = ({ qualifications, quota_groups: groups }: ConditionPlaces): readonly Condition[] => [
  ...qualifications,
  ...groups.flatMap(({ conditions = [], quotas }) => [...conditions, ...quotas.flatMap(quota => quota.conditions)]),
]

/** Whether a source's qualifications and quotas can be met, as they and the qualifications are now. */
export async function areQuotasMeetable(tx: Tx, accountId: number, sourceId: number): Promise<boolean> {
  return (await findQuotas(tx, accountId, sourceId))?.problems.length === 0
}
