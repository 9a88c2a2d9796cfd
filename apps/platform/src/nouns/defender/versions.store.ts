import type { HoldOut } from '@desk/schema/defender/hold-out'
import type { RuleSetting } from '@desk/schema/defender/rules'
import { VERSIONS_SHOWN, type DefenderVersion } from '@desk/schema/defender/settings'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'

/** The places that have settings. */
export const SETTING_SCOPES = { project: 1, survey: 2, account: 5 } as const
export type SettingScope = (typeof SETTING_SCOPES)[keyof typeof SETTING_SCOPES]

/** A version that is stored now. */
export interface NewVersion {
  readonly scope: SettingScope
  readonly id: number
  readonly at: Date
  readonly userId: number
  readonly rules: readonly RuleSetting[]
  readonly holdOut: HoldOut | null
}

/** Stores a version of settings, one more than the last stored one. */
export async function keepVersion(
  tx: Tx,
  accountId: number,
  version: number,
  { scope, id, at, userId, rules, holdOut }: NewVersion,
): Promise<void> {
  await sql`
    insert into defender_version (account_id, scope, scope_id, version, at, user_id, rules, hold_out)
    values (${accountId}, ${scope}, ${id}, ${version}, ${at}, ${userId}, ${JSON.stringify(rules)}, ${holdOut === null ? null : JSON.stringify(holdOut)})`.execute(
    tx,
  )
}

/** The latest versions of settings, the present one first. */
export async function listVersions(
  tx: Tx,
  accountId: number,
  scope: SettingScope,
  id: number,
): Promise<readonly DefenderVersion[]> {
  const { rows } = await sql<Omit<DefenderVersion, 'at'> & { readonly at: Date }>`
    select v.version, v.at, ${userName('v.account_id', 'v.user_id')} as by, v.rules, v.hold_out
    from defender_version v where v.account_id = ${accountId} and v.scope = ${scope} and v.scope_id = ${id}
    order by v.version desc limit ${VERSIONS_SHOWN}`.execute(tx)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}
