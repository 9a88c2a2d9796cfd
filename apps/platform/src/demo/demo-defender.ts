import { LEVEL_RULES } from '@desk/schema/defender/levels'
import type { RuleSetting } from '@desk/schema/defender/rules'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** One machine plays all respondents: what judges by addresses would refuse them all. */
const BY_ADDRESS: readonly RuleSetting['rule'][] = ['duplicate_ip', 'activity', 'activity_watch', 'many_addresses']

/** What the demo's accounts have saved as their default: the balanced level. */
export const DEMO_RULES: readonly RuleSetting[] = LEVEL_RULES[3].map(setting =>
  BY_ADDRESS.includes(setting.rule) ? { ...setting, mode: 'off' } : setting,
)

/** Saves the default of accounts, as their administrator would. */
export async function saveDemoRules(tx: Tx, accountIds: readonly number[], at: Date): Promise<void> {
  const rules = JSON.stringify(DEMO_RULES)
  await sql`insert into account_defender (account_id, rules, version) select unnest(${[...accountIds]}::int[]), ${rules}, 1`.execute(
    tx,
  )
  await sql`
    insert into defender_version (account_id, scope, scope_id, version, at, rules, hold_out)
    select a, 5, a, 1, ${at}, ${rules}, '{"percent": 0, "is_billable": false}' from unnest(${[...accountIds]}::int[]) as a`.execute(
    tx,
  )
}
