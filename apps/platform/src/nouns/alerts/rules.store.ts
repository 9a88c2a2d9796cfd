import { THRESHOLD_KINDS, type AlertKind } from '@desk/schema/alerts/alert-kinds'
import type { AlertBell, AlertRule, AlertScope, AlertThresholds } from '@desk/schema/alerts/alert-rule'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'

/** The fields that a person sets. */
export interface RuleFields {
  readonly name: string
  readonly kinds: readonly AlertKind[]
  readonly thresholds: AlertThresholds
  readonly scope: AlertScope
  readonly projectId: number | null
  readonly bell: AlertBell | 'me'
  readonly digest: boolean
  readonly channelIds: readonly number[]
  readonly isOn: boolean
}

/** Whose rules a caller handles: their own, and those of the account where they may. */
export interface RuleReader {
  readonly accountId: number
  readonly userId: number
  readonly ofAccount: boolean
}

const visible = ({ accountId, userId, ofAccount }: RuleReader) =>
  sql`r.account_id = ${accountId} and (r.user_id = ${userId} or (r.user_id is null and ${ofAccount}))`

const threshold = (kind: keyof AlertThresholds) => sql`(r.thresholds ->> ${sql.lit(kind)})::float8 as ${sql.ref(kind)}`

const rowsWhere = (condition: RawBuilder<unknown>, page: RawBuilder<unknown> = sql``) => sql<AlertRule>`
  select r.alert_rule_id, r.user_id is not null as own, r.name, r.kinds, ${sql.join(THRESHOLD_KINDS.map(threshold))}, r.scope, r.project_id, p.name as project_name, nullif(r.bell, 'me') as bell, r.digest,
    r.channel_ids, r.is_on, ${userName('r.account_id', 'r.created_by')} as created_by, r.version
  from alert_rule r left join project p on p.account_id = r.account_id and p.project_id = r.project_id
  where ${condition} order by r.user_id is not null, r.alert_rule_id ${page}`

/** The rules that the caller handles, the account's first. */
export async function listRules(tx: Tx, reader: RuleReader, { limit, offset }: Page): Promise<readonly AlertRule[]> {
  const { rows } = await rowsWhere(visible(reader), sql`limit ${limit} offset ${offset}`).execute(tx)
  return rows
}

export async function findRule(tx: Tx, reader: RuleReader, id: number): Promise<AlertRule | undefined> {
  const { rows } = await rowsWhere(sql`${visible(reader)} and r.alert_rule_id = ${id}`).execute(tx)
  return rows[0]
}

/** Locks a rule until the transaction ends. */
export async function lockRule(tx: Tx, reader: RuleReader, id: number): Promise<AlertRule | undefined> {
  await sql`select from alert_rule r where ${visible(reader)} and r.alert_rule_id = ${id} for no key update`.execute(tx)
  return findRule(tx, reader, id)
}

/** How many rules the account, or a user in it, has. */
export async function countRules(tx: Tx, accountId: number, userId: number | null): Promise<number> {
  // two who make one wait for each other
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alert_rule where account_id = ${accountId} and user_id is not distinct from ${userId}::int`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

export async function insertRule(
  tx: Tx,
  accountId: number,
  userId: number | null,
  { name, kinds, thresholds, scope, projectId, bell, digest, channelIds, isOn }: RuleFields,
  made: { readonly at: Date; readonly userId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into alert_rule (account_id, user_id, name, kinds, thresholds, scope, project_id, bell, digest, channel_ids, is_on, created_at, created_by)
    values (${accountId}, ${userId}, ${name}, ${[...kinds]}::text[], ${JSON.stringify(thresholds)}::jsonb, ${scope}, ${projectId}, ${bell}, ${digest},
      ${[...channelIds]}::int[], ${isOn}, ${made.at}, ${made.userId}) returning alert_rule_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('An inserted row is returned.')
  return id
}

/**
 * Stores an edit. The open alerts of kinds that the rule no longer has end; one that is switched on learns nothing of
 * the time it was off.
 */
export async function updateRule(tx: Tx, id: number, fields: RuleFields): Promise<void> {
  const { name, kinds, thresholds, scope, projectId, bell, digest, channelIds, isOn } = fields
  await sql`
    update alert_rule set name = ${name}, kinds = ${[...kinds]}::text[], thresholds = ${JSON.stringify(thresholds)}::jsonb, scope = ${scope},
      project_id = ${projectId}, bell = ${bell}, digest = ${digest}, channel_ids = ${[...channelIds]}::int[],
      on_since = case when not is_on and ${isOn} then clock_timestamp() else on_since end, is_on = ${isOn}, version = version + 1
    where alert_rule_id = ${id}`.execute(tx)
  await endOpen(tx, id, isOn ? kinds : [])
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  await endOpen(tx, id, [])
  await sql`delete from alert_rule where alert_rule_id = ${id}`.execute(tx)
}

async function endOpen(tx: Tx, id: number, kept: readonly AlertKind[]): Promise<void> {
  await sql`
    update alert set ended_at = greatest(clock_timestamp(), began_at)
    where alert_rule_id = ${id} and ended_at is null and kind <> all(${[...kept]}::text[])`.execute(tx)
}

/** Whether the account has the project. */
export async function hasProject(tx: Tx, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from project where account_id = ${accountId} and project_id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Which of these channels the account has; until the transaction ends none of them is deleted. */
export async function channelsAmong(tx: Tx, accountId: number, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select alert_channel_id as id from alert_channel
    where account_id = ${accountId} and alert_channel_id = any(${[...ids]}::int[]) for key share`.execute(tx)
  return rows.map(({ id }) => id)
}
