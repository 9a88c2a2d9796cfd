import { SECURITY_LEVELS, type SecurityLevel } from '@desk/schema/defender/levels'
import { DEFENDER_CATALOGUE, settingText, type RuleSetting } from '@desk/schema/defender/rules'
import type { RuleChange } from '@desk/schema/defender/scorecard'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const SCOPES = { 1: 'project', 2: 'survey', 4: 'supplier', 5: 'account' } as const
type ScopeCode = keyof typeof SCOPES

interface SecurityPart {
  readonly level: SecurityLevel
}

interface ChangeRow {
  readonly scope: ScopeCode
  readonly id: number
  readonly name: string
  readonly at: Date
  readonly part: readonly RuleSetting[] | SecurityPart | null
  readonly before: readonly RuleSetting[] | SecurityPart | null
}

/**
 * Defender's rules and their changes since a moment, the latest first, from the versions that the door keeps
 * (docs/decisions/0032).
 * @param seesSuppliers whether the viewer sees the supply side
 */
export async function listRuleChanges(
  tx: Tx,
  accountId: number,
  sinceMs: number,
  seesSuppliers: boolean,
  limit: number,
): Promise<readonly RuleChange[]> {
  const { rows } = await sql<ChangeRow>`
    select k.scope, k.scope_id as id, k.at, k.part, k.before,
      case k.scope when 1 then (select p.name from project p where p.account_id = ${accountId} and p.project_id = k.scope_id)
        when 2 then (select y.name from survey y where y.account_id = ${accountId} and y.survey_id = k.scope_id)
        when 4 then (select u.name from supplier u where u.account_id = ${accountId} and u.supplier_id = k.scope_id)
        else 'Account' end as name
    from (
      select d.scope, d.scope_id, d.at, p.part, lag(p.part) over (partition by d.scope, d.scope_id order by d.version) as before
      from door_config d cross join lateral (
        select case d.scope when 2 then nullif(d.config -> 'rules', '[]') when 4 then d.config -> 'security' else d.config -> 'defender' end as part) p
      where d.account_id = ${accountId} and d.scope in (1, 2, 5 ${seesSuppliers ? sql`, 4` : sql``})
    ) k
    where k.at >= to_timestamp(${sinceMs}::float8 / 1000) and k.part is distinct from k.before
    order by k.at desc limit ${limit}`.execute(tx)
  return rows.map(({ scope, id, name, at, part, before }) => ({
    at: at.toISOString(),
    of: SCOPES[scope],
    id,
    name: name ?? '',
    changes: changesOf(part, before),
  }))
}

const rulesIn = (part: ChangeRow['part']): readonly RuleSetting[] => (Array.isArray(part) ? part : [])

function changesOf(part: ChangeRow['part'], before: ChangeRow['part']): string[] {
  const levelOf = (side: ChangeRow['part']) => (side !== null && 'level' in side ? SECURITY_LEVELS[side.level] : null)
  const [from, to] = [levelOf(before), levelOf(part)]
  if (from !== null || to !== null)
    return [`Security level: ${from ?? SECURITY_LEVELS[6]} → ${to ?? SECURITY_LEVELS[6]}`]
  const textOf = (side: ChangeRow['part'], name: string): string => {
    const setting = rulesIn(side).find(({ rule }) => rule === name)
    return setting === undefined ? 'not set' : settingText(setting)
  }
  return DEFENDER_RULES.flatMap(name => {
    const [was, is] = [textOf(before, name), textOf(part, name)]
    return was === is ? [] : [`${DEFENDER_CATALOGUE[name].label}: ${was} → ${is}`]
  })
}
