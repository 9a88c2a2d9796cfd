import type { AlertSnooze } from '@desk/schema/alerts/alert-rule'
import type { Alert, AlertFacts, AlertFilters, AlertState } from '@desk/schema/alerts/alert'
import type { AlertedScope, AlertKind } from '@desk/schema/alerts/alert-kinds'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { PLACE_NAME, PLACES } from './place-sql.ts'
import type { Reader } from './reader.ts'
import { snoozedUntil } from './snoozed-until.ts'

const RESTS = sql`coalesce(t.snoozed_until > clock_timestamp(), false)`
// what rested and goes on is new again
const IS_UNREAD = sql`(not ${RESTS} and (t.read_at is null or (coalesce(t.read_at < t.snoozed_until, false) and a.ended_at is null)))`

const STATES: Readonly<Record<AlertState, RawBuilder<unknown>>> = {
  unread: IS_UNREAD,
  open: sql`a.ended_at is null`,
  ended: sql`a.ended_at is not null`,
  snoozed: sql`${RESTS} and a.ended_at is null`,
}

const own = ({ accountId, userId, hidden }: Reader) =>
  sql`t.account_id = ${accountId} and t.user_id = ${userId} and t.in_bell and a.kind <> all(${[...hidden]}::text[])`

interface Row {
  readonly alert_id: number
  readonly kind: AlertKind
  readonly scope: AlertedScope
  readonly place_id: number
  readonly place_name: string
  readonly pm_proj_ud: number | null
  readonly pm_proj_name: string | null
  readonly pm_sy_ud: number | null
  readonly facts: AlertFacts
  readonly began_at: Date
  readonly ended_at: Date | null
  readonly is_unread: boolean
  /** Text: infinity is no moment. */
  readonly snoozed: string | null
}

const COLUMNS = sql`a.alert_id, a.kind, a.scope, a.place_id, ${PLACE_NAME} as place_name, a.project_id as pm_proj_ud, p.name as pm_proj_name,
  a.survey_id as pm_sy_ud, a.facts, a.began_at, a.ended_at`
const TABLES = sql`alert_recipient t join alert a on a.alert_id = t.alert_id ${PLACES}`

/** Alerts of a user that match the filters, newest first, from before one. */
export async function listAlerts(
  tx: Tx,
  reader: Reader,
  { kind, state, project, from, until }: AlertFilters,
  { before, limit, id }: { readonly before?: number | undefined; readonly limit: number; readonly id?: number },
): Promise<readonly Alert[]> {
  const conditions = [own(reader)]
  if (id !== undefined) conditions.push(sql`a.alert_id = ${id}`)
  if (before !== undefined) conditions.push(sql`a.alert_id < ${before}`)
  if (kind !== undefined) conditions.push(sql`a.kind = ${kind}`)
  if (state !== undefined) conditions.push(STATES[state])
  if (project !== undefined) conditions.push(sql`a.project_id = ${project}`)
  if (from !== undefined) conditions.push(sql`a.began_at >= ${new Date(from)}`)
  if (until !== undefined) conditions.push(sql`a.began_at < ${new Date(until)}`)
  const { rows } = await sql<Row>`
    select ${COLUMNS}, ${IS_UNREAD} as is_unread,
      case when ${RESTS} and a.ended_at is null then case when t.snoozed_until = 'infinity' then 'end'
        else to_char(t.snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end end as snoozed
    from ${TABLES} where ${sql.join(conditions, sql` and `)} order by a.alert_id desc limit ${limit}`.execute(tx)
  return rows.map(({ began_at, ended_at, snoozed, ...row }) => ({
    ...row,
    began_at: began_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    snoozed_until: snoozed,
  }))
}

/** How many alerts the bell counts. */
export async function countUnread(tx: Tx, reader: Reader): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from alert_recipient t join alert a on a.alert_id = t.alert_id where ${own(reader)} and ${IS_UNREAD}`.execute(
    tx,
  )
  return rows[0]?.unread ?? 0
}

/** Marks alerts as read: one, or all up to the newest that the reader saw; what rests stays as it is. @returns how many were unread */
export async function markRead(
  tx: Tx,
  reader: Reader,
  { alertId, upTo }: { readonly alertId: number | undefined; readonly upTo: number | undefined },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update alert_recipient t set read_at = clock_timestamp() from alert a
    where a.alert_id = t.alert_id and ${own(reader)} and ${IS_UNREAD} and (a.alert_id = ${alertId ?? null}::int or a.alert_id <= ${upTo ?? null}::int)`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Lets an alert of the user rest. @returns false: it is not theirs */
export async function snoozeAlert(tx: Tx, reader: Reader, id: number, until: AlertSnooze['until']): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alert_recipient t set read_at = clock_timestamp(), snoozed_until = ${snoozedUntil(until, reader)}
    from alert a where a.alert_id = t.alert_id and a.alert_id = ${id} and ${own(reader)}`.execute(tx)
  return numAffectedRows > 0n
}
