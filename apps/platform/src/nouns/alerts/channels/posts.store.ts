import type { Alert, AlertFacts } from '@desk/schema/alerts/alert'
import { ALERT_POST_TRIED_HOURS, type AlertChannelKind } from '@desk/schema/alerts/alert-channel'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { PLACE_NAME, PLACES } from '../place-sql.ts'

/** The channel that tells the platforms of new posts. */
export const ALERT_POST_CHANNEL = 'desk_alert_posts'

/** An alert as a post shows it. */
export interface PostedAlert extends Pick<
  Alert,
  'kind' | 'scope' | 'place_id' | 'place_name' | 'pm_proj_ud' | 'pm_proj_name' | 'pm_sy_ud'
> {
  readonly facts: AlertFacts
  readonly accountName: string
  readonly beganAt: Date
  readonly hasEnded: boolean
}

/** A post that this process sends. */
export interface ClaimedPost {
  readonly accountId: number
  readonly channelId: number
  readonly alertId: number
  readonly channelKind: AlertChannelKind
  readonly sealed: Buffer
  /** Attempts that failed: of the channel, one after the other, and of this post. */
  readonly failures: number
  readonly attempts: number
  readonly alert: PostedAlert
}

/** A post by its key. */
export type PostKey = Pick<ClaimedPost, 'channelId' | 'alertId'>

/**
 * How long a claimed post belongs to one process alone; that of a killed process is sent again then. All times are
 * the database's.
 */
export const POST_LEASE_MS = 60_000
const POSTS_OF_A_CHANNEL = 5

const now = (aheadMs: number): RawBuilder<unknown> => sql`(clock_timestamp() + ${aheadMs} * interval '1 millisecond')`
const TRIED = sql.lit(`${ALERT_POST_TRIED_HOURS} hours`)

/**
 * Takes posts that are due, a few of each channel; what another process takes is passed over. Suspended accounts send nothing.
 * @param aheadMs moves the clock in tests
 */
export async function claimPosts(
  tx: Tx,
  aheadMs: number,
  { busy, limit }: { readonly busy: readonly number[]; readonly limit: number },
): Promise<readonly ClaimedPost[]> {
  const at = now(aheadMs)
  const isDue = sql`p.state = 'waiting' and p.due_at <= ${at} and (p.leased_until is null or p.leased_until <= ${at})`
  const { rows } = await sql<Omit<ClaimedPost, 'alert'> & PostedAlert>`
    with due as (
      select p.alert_channel_id, p.alert_id, row_number() over (partition by p.alert_channel_id order by p.due_at, p.alert_id) as turn
      from alert_post p
        join alert_channel c on c.alert_channel_id = p.alert_channel_id
        join account t on t.account_id = p.account_id
      where ${isDue} and p.queued_at > ${at} - ${TRIED}::interval and c.stopped_at is null and (c.held_until is null or c.held_until <= ${at})
        and t.suspended_at is null and p.alert_channel_id <> all(${[...busy]}::int[])),
    free as (
      select p.alert_channel_id, p.alert_id from alert_post p join due d using (alert_channel_id, alert_id)
      where d.turn <= ${POSTS_OF_A_CHANNEL} and ${isDue} order by p.due_at limit ${limit} for update of p skip locked),
    claimed as (
      update alert_post p set leased_until = ${at} + ${POST_LEASE_MS} * interval '1 millisecond' from free f
      where p.alert_channel_id = f.alert_channel_id and p.alert_id = f.alert_id
      returning p.*)
    select o.account_id as "accountId", o.alert_channel_id as "channelId", o.alert_id as "alertId", c.kind as "channelKind", c.url as sealed, c.failures,
      o.attempts_count as attempts, a.kind, a.scope, a.place_id, ${PLACE_NAME} as place_name, a.project_id as pm_proj_ud,
      p.name as pm_proj_name, a.survey_id as pm_sy_ud, a.facts, t.name as "accountName", a.began_at as "beganAt", a.ended_at is not null as "hasEnded"
    from claimed o
      join alert_channel c on c.alert_channel_id = o.alert_channel_id
      join account t on t.account_id = o.account_id
      join alert a on a.alert_id = o.alert_id
      ${PLACES}
    order by o.due_at, o.alert_id`.execute(tx)
  return rows.map(({ accountId, channelId, alertId, channelKind, sealed, failures, attempts, ...alert }) => ({
    accountId,
    channelId,
    alertId,
    channelKind,
    sealed,
    failures,
    attempts,
    alert,
  }))
}

/** Gives posts back as they are. */
export async function releasePosts(tx: Tx, posts: readonly PostKey[]): Promise<void> {
  await sql`
    update alert_post p set leased_until = null
    from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as f ("channelId" int, "alertId" int)
    where p.alert_channel_id = f."channelId" and p.alert_id = f."alertId" and p.state = 'waiting'`.execute(tx)
}

/** Records a post that came through. */
export async function recordPosted(tx: Tx, { channelId, alertId }: PostKey): Promise<void> {
  await sql`
    update alert_post set state = 'sent', sent_at = clock_timestamp(), attempts_count = attempts_count + 1, leased_until = null, last_fault = null
    where alert_channel_id = ${channelId} and alert_id = ${alertId}`.execute(tx)
  await sql`
    update alert_channel set last_sent_at = clock_timestamp(), failures = 0, held_until = null where alert_channel_id = ${channelId}`.execute(
    tx,
  )
}

/** Records an attempt that failed: the post and its channel rest. A post that would be tried after its time has failed for good. */
export async function recordPostFailed(
  tx: Tx,
  { channelId, alertId }: PostKey,
  { fault, holdMs, retryMs, aheadMs }: { fault: string; holdMs: number; retryMs: number; aheadMs: number },
): Promise<void> {
  const next = sql`${now(aheadMs)} + ${retryMs} * interval '1 millisecond'`
  await sql`
    update alert_post set attempts_count = attempts_count + 1, leased_until = null, last_fault = ${fault}, due_at = ${next},
      state = case when queued_at + ${TRIED}::interval <= ${next} then 'failed' else 'waiting' end
    where alert_channel_id = ${channelId} and alert_id = ${alertId}`.execute(tx)
  await sql`
    update alert_channel set last_failed_at = clock_timestamp(), last_fault = ${fault}, failures = failures + 1,
      held_until = ${now(aheadMs)} + ${holdMs} * interval '1 millisecond'
    where alert_channel_id = ${channelId}`.execute(tx)
}

/**
 * Stops a channel whose address no longer exists: its waiting posts fail with it.
 * @param sealed the address that was posted to: one that was replaced since then is not stopped
 * @returns false when it has another address by now, or was stopped before
 */
export async function stopChannel(
  tx: Tx,
  channelId: number,
  { sealed, fault }: { sealed: Buffer; fault: string },
): Promise<boolean> {
  const { rows } = await sql`
    update alert_channel set stopped_at = clock_timestamp(), stopped_reason = ${fault}, last_failed_at = clock_timestamp(), last_fault = ${fault},
      version = version + 1
    where alert_channel_id = ${channelId} and url = ${sealed} and stopped_at is null returning 1`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    update alert_post set state = 'failed', attempts_count = attempts_count + 1, leased_until = null, last_fault = ${fault}
    where alert_channel_id = ${channelId} and state = 'waiting'`.execute(tx)
  return true
}

/** Fails posts whose time ran out while they could not be tried, as those of a suspended account. */
export async function expirePosts(tx: Tx): Promise<void> {
  await sql`
    update alert_post set state = 'failed', leased_until = null,
      last_fault = coalesce(last_fault, ${`It could not be posted within ${ALERT_POST_TRIED_HOURS} hours.`})
    where state = 'waiting' and queued_at <= clock_timestamp() - ${TRIED}::interval`.execute(tx)
}
