import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** A rule that is on and warns of closing windows. */
export interface ClosingRule {
  readonly accountId: number
  readonly ruleId: number
  /** How long before; null: as the catalogue says. */
  readonly days: number | null
}

export async function readClosingRules(tx: Tx): Promise<readonly ClosingRule[]> {
  const { rows } = await sql<ClosingRule>`
    select account_id as "accountId", alert_rule_id as "ruleId", (thresholds ->> 'closing_window')::float8 as days
    from alert_rule where is_on and 'closing_window' = any(kinds) order by 1, 2`.execute(tx)
  return rows
}

/** An open alert of a closing window. */
export interface OpenClosing {
  readonly accountId: number
  readonly ruleId: number
  readonly projectId: number
}

export async function readOpenClosing(tx: Tx): Promise<readonly OpenClosing[]> {
  const { rows } = await sql<OpenClosing>`
    select account_id as "accountId", alert_rule_id as "ruleId", place_id as "projectId"
    from alert where ended_at is null and alert_rule_id is not null and kind = 'closing_window'`.execute(tx)
  return rows
}
