import type { AccountFeatures, FeatureChange } from '@desk/schema/features/account-features'
import { FEATURE_NAMES, type FeatureName } from '@desk/schema/features/features'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

interface Row extends Omit<AccountFeatures, 'features'> {
  readonly features: readonly FeatureChange[]
}

// a moment as JSON has the form of the wire
const rows = (condition: RawBuilder<unknown>) => sql<Row>`
  select a.account_id as pm_dsh_ud, a.name as dashboard_name, a.account_type,
         coalesce((select jsonb_agg(jsonb_build_object('feature', f.feature, 'is_on', f.is_on,
                     'changed_by', (select u.firstname || ' ' || u.lastname from app_user u where u.user_id = f.changed_by),
                     'changed_at', to_char(f.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.feature)
                   from account_feature f where f.account_id = a.account_id and f.feature = any(${[...FEATURE_NAMES]}::text[])), '[]') as features
  from account a where ${condition}`

/** The features of all accounts, by name; read across accounts, since a super admin manages them all. */
export async function listAccountFeatures(tx: Tx, page: Page): Promise<readonly AccountFeatures[]> {
  const { rows: found } = await sql<Row>`
    ${rows(sql`true`)} order by a.name collate "und-x-icu", a.account_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return found
}

/** The features of one account; undefined when there is no such account. */
export async function findAccountFeatures(tx: Tx, accountId: number): Promise<AccountFeatures | undefined> {
  const { rows: found } = await rows(sql`a.account_id = ${accountId}`).execute(tx)
  return found[0]
}

/** Whether a feature is on, with its account locked; undefined when there is no such account. */
export async function lockFeature(
  tx: Tx,
  accountId: number,
  feature: FeatureName,
): Promise<{ readonly isOn: boolean } | undefined> {
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
  const { rows: found } = await sql<{ isOn: boolean }>`
    select coalesce((select f.is_on from account_feature f where f.account_id = a.account_id and f.feature = ${feature}), true) as "isOn"
    from account a where a.account_id = ${accountId}`.execute(tx)
  return found[0]
}

export interface FeatureRow {
  readonly accountId: number
  readonly feature: FeatureName
  readonly isOn: boolean
  readonly userId: number
  readonly at: Date
}

export async function updateFeature(tx: Tx, { accountId, feature, isOn, userId, at }: FeatureRow): Promise<void> {
  await sql`
    insert into account_feature (account_id, feature, is_on, changed_by, changed_at) values (${accountId}, ${feature}, ${isOn}, ${userId}, ${at})
    on conflict (account_id, feature) do update set is_on = excluded.is_on, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    tx,
  )
}
