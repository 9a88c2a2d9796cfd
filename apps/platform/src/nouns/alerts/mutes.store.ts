import type { AlertMute, NewAlertMute } from '@desk/schema/alerts/alert-mute'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import type { Reader } from './reader.ts'

type Owner = Pick<Reader, 'accountId' | 'userId'>

/** Whether a user has muted the kind of an alert `a` at its place, or at the survey or project around it. */
export const isMutedFor = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from alert_mute x where x.account_id = a.account_id and x.user_id = ${userId} and x.kind = a.kind
    and (x.scope, x.place_id) in ((a.scope, a.place_id), ('survey', a.survey_id), ('project', a.project_id)))`

interface Row extends Omit<AlertMute, 'muted_at'> {
  readonly muted_at: Date
}

/** The muted kinds of a user, newest first; those of places that no longer exist are left out. */
async function readMutes(tx: Tx, { accountId, userId }: Owner, rest: RawBuilder<unknown>): Promise<AlertMute[]> {
  const { rows } = await sql<Row>`
    select x.alert_mute_id, x.kind, x.scope, x.place_id, concat_ws(' · ', s.name, y.name, p.name) as place_name, x.muted_at
    from alert_mute x
      left join source s on x.scope = 'source' and s.account_id = x.account_id and s.source_id = x.place_id
      left join survey y on y.account_id = x.account_id and y.survey_id = case x.scope when 'survey' then x.place_id else s.survey_id end
      join project p on p.account_id = x.account_id and p.project_id = case x.scope when 'project' then x.place_id else y.project_id end
    where x.account_id = ${accountId} and x.user_id = ${userId} ${rest}`.execute(tx)
  return rows.map(({ muted_at, ...mute }) => ({ ...mute, muted_at: muted_at.toISOString() }))
}

export const listMutes = (tx: Tx, owner: Owner, { limit, offset }: Page): Promise<readonly AlertMute[]> =>
  readMutes(tx, owner, sql`order by x.alert_mute_id desc limit ${limit} offset ${offset}`)

/** Mutes a kind; its open alerts there count as read and mailed. @returns undefined: the account has no such place */
export async function muteKind(
  tx: Tx,
  owner: Owner,
  { kind, scope, place_id }: NewAlertMute,
): Promise<AlertMute | undefined> {
  const { accountId, userId } = owner
  const { rows } = await sql<{ id: number }>`
    insert into alert_mute as x (account_id, user_id, kind, scope, place_id)
    select ${accountId}, ${userId}, ${kind}, ${scope}, o.id
    from (select ${sql.ref(`${scope}_id`)} as id from ${sql.table(scope)} where account_id = ${accountId} and ${sql.ref(`${scope}_id`)} = ${place_id}) o
    on conflict (account_id, user_id, kind, scope, place_id) do update set muted_at = x.muted_at
    returning alert_mute_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  await sql`
    update alert_recipient t set read_at = clock_timestamp(), snoozed_until = null, digested_at = coalesce(t.digested_at, clock_timestamp())
    from alert a
    where a.alert_id = t.alert_id and t.account_id = ${accountId} and t.user_id = ${userId} and a.ended_at is null and ${isMutedFor(sql`t.user_id`)}`.execute(
    tx,
  )
  const [mute] = await readMutes(tx, owner, sql`and x.alert_mute_id = ${id}`)
  return mute
}

/** @returns false: the user has no such muted kind */
export async function unmute(tx: Tx, { accountId, userId }: Owner, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`delete from alert_mute where account_id = ${accountId} and user_id = ${userId} and alert_mute_id = ${id}`.execute(
      tx,
    )
  return numAffectedRows > 0n
}
