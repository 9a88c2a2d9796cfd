import { LEVEL_RULES } from '@desk/schema/defender/levels'
import type { RuleMode, RuleSetting } from '@desk/schema/defender/rules'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'

/**
 * Recorded only: these do not refuse a visitor who tries the demo's links a few times from one address. The scores that a survey sends are shown
 * with their error rate first.
 */
const RECORDED: ReadonlySet<RuleSetting['rule']> = new Set([
  'duplicate_ip',
  'activity',
  'straight_lining',
  'open_ends',
  'text_analytics',
  'bot_score',
])
const SHADOW: RuleMode = 'shadow'

/** The saved default of the demo's accounts: the balanced level. */
export const DEMO_RULES: readonly RuleSetting[] = LEVEL_RULES[3].map(setting =>
  RECORDED.has(setting.rule) ? { ...setting, mode: SHADOW } : setting,
)

/** The secret by which the demo's surveys sign their returns: known to all, as all of the demo is. */
export const DEMO_HASH_SECRET = 'demo-secret-of-signed-returns-01'

/** Saves the default of accounts and the key of their returns, as their administrator would. */
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
  await sql`insert into hash_key (account_id, secret, valid_from) select unnest(${[...accountIds]}::int[]), ${DEMO_HASH_SECRET}, ${at}`.execute(
    tx,
  )
}

/** Gives the demo's DEFENDER account the respondents of Acme to look at (docs/decisions/0077). */
export async function defendAcme(tx: Tx): Promise<void> {
  await sql`update account set defended_account_id = ${DEMO_ACCOUNTS.acme} where account_id = ${DEMO_ACCOUNTS.shield}`.execute(
    tx,
  )
}
