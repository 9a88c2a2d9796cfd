import type { AlertFacts } from '@desk/schema/alerts/alert'
import { alertKindsSeenBy, type AlertedScope, type AlertKind } from '@desk/schema/alerts/alert-kinds'
import { ADMIN_ROLES } from '@desk/schema/users/role-ids'
import { sql } from 'kysely'
import { isOneOf, roleIn } from '#identity/roles/role-in'
import { SEES_INTERNAL_VIEW } from '#identity/users/internal-view'
import type { Tx } from '#kernel/db/tx'
import { isMutedFor } from './mutes.store.ts'
import { ALERT_POST_CHANNEL } from './channels/posts.store.ts'

/** Where something happened. */
export interface AlertPlace {
  readonly accountId: number
  readonly scope: AlertedScope
  readonly placeId: number
}

/** The causes for which rules may raise an alert. */
export interface Cause extends AlertPlace {
  readonly kind: AlertKind
  /** Null: it is the account's. */
  readonly projectId: number | null
  readonly surveyId: number | null
  readonly at: Date
  readonly facts: AlertFacts
  /** The one rule that judged it; unset: all rules of its kind. */
  readonly ruleId?: number
}

const [INTERNAL_KINDS, ADMINS_KINDS] = [[...alertKindsSeenBy('internal')], [...alertKindsSeenBy('admins')]]
const IS_ADMIN = isOneOf(roleIn('m.account_id'), ADMIN_ROLES)
// what the external view does not show (domain.md §4)
const IN_THE_VIEW = sql`(a.kind <> all(${INTERNAL_KINDS}::text[]) or ${SEES_INTERNAL_VIEW})`

/**
 * Raises the alerts that the rules ask for, with whom they concern, and tells the feed. An episode that goes on already is not raised again, whichever
 * process tries; a user, or a channel, that has an open alert of the same kind and place by another rule does not get it twice.
 * @returns how many were raised
 */
export async function raiseAlerts(tx: Tx, causes: readonly Cause[]): Promise<number> {
  if (causes.length === 0) return 0
  const lines = causes.map(({ at, ...cause }) => ({ ruleId: null, ...cause, at: at.toISOString() }))
  const { rows } = await sql<{ raised: number; posts: number }>`
    with cause as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c ("accountId" int, scope text, "placeId" int, kind text, "projectId" int,
        "surveyId" int, at timestamptz, facts jsonb, "ruleId" int)),
    raised as (
      insert into alert (account_id, alert_rule_id, is_of_account, kind, scope, place_id, project_id, survey_id, facts, began_at)
      select c."accountId", r.alert_rule_id, r.user_id is null, c.kind, c.scope, c."placeId", c."projectId", c."surveyId", c.facts, c.at
      from cause c
        left join project p on p.account_id = c."accountId" and p.project_id = c."projectId"
        join alert_rule r on r.account_id = c."accountId" and r.is_on and c.kind = any(r.kinds)
          -- causes have whole milliseconds: one of the millisecond in which the rule was switched on is the rule's
          and c.at >= date_trunc('milliseconds', r.on_since)
          and (c."ruleId" is null or c."ruleId" = r.alert_rule_id)
      where r.scope = 'all' or (r.scope = 'project' and r.project_id = c."projectId") or (r.scope = 'mine' and r.user_id = p.consultant_user_id)
      order by c.at, r.user_id nulls first, r.alert_rule_id
      on conflict (alert_rule_id, kind, scope, place_id) where ended_at is null do nothing
      returning *),
    told as (
      select distinct on (a.account_id, m.user_id, a.kind, a.scope, a.place_id) a.account_id, m.user_id, a.alert_id, r.digest
      from raised a
        join alert_rule r on r.alert_rule_id = a.alert_rule_id
        left join project p on p.account_id = a.account_id and p.project_id = a.project_id
        join user_account m on m.account_id = a.account_id
        join app_user u on u.user_id = m.user_id and u.deleted_at is null
        join account home on home.account_id = u.home_account_id
      where case r.bell
          when 'me' then m.user_id = r.user_id
          when 'everybody' then true
          when 'managers' then m.user_id = p.consultant_user_id
          when 'admins' then ${IS_ADMIN}
          when 'managers_and_admins' then m.user_id = p.consultant_user_id or ${IS_ADMIN}
          else false end
        and not ${isMutedFor(sql`m.user_id`)}
        and ${IN_THE_VIEW} and (a.kind <> all(${ADMINS_KINDS}::text[]) or ${IS_ADMIN})
        and not exists (
          select from alert_recipient o join alert b on b.alert_id = o.alert_id
          where o.account_id = a.account_id and o.user_id = m.user_id and o.in_bell and b.kind = a.kind and b.scope = a.scope and b.place_id = a.place_id and b.ended_at is null)
      order by a.account_id, m.user_id, a.kind, a.scope, a.place_id, a.alert_id),
    recipients as (
      insert into alert_recipient (account_id, user_id, alert_id, in_bell, in_digest)
      select account_id, user_id, alert_id, true, digest from told returning account_id, user_id, alert_id),
    posts as (
      insert into alert_post (account_id, alert_id, alert_channel_id)
      select distinct on (c.alert_channel_id, a.kind, a.scope, a.place_id) a.account_id, a.alert_id, c.alert_channel_id
      from raised a
        join alert_rule r on r.alert_rule_id = a.alert_rule_id
        join alert_channel c on c.account_id = a.account_id and c.alert_channel_id = any(r.channel_ids) and c.stopped_at is null
        left join app_user u on u.user_id = c.created_by
        left join account home on home.account_id = u.home_account_id
        left join user_account m on m.account_id = c.account_id and m.user_id = u.user_id
      -- a channel has what its maker's view shows; admins alone make channels
      where ${IN_THE_VIEW}
        and not exists (
          select from alert_post o join alert b on b.alert_id = o.alert_id
          where o.alert_channel_id = c.alert_channel_id and b.kind = a.kind and b.scope = a.scope and b.place_id = a.place_id and b.ended_at is null)
      order by c.alert_channel_id, a.kind, a.scope, a.place_id, a.alert_id
      returning alert_id),
    fed as (
      insert into change_feed (account_id, kind, project_id, survey_id, source_id, body)
      select a.account_id, ${ALERT_FEED_KIND}, a.project_id, a.survey_id, case when a.scope = 'source' then a.place_id end,
        jsonb_build_object('uids', coalesce((select jsonb_agg(t.user_id) from recipients t where t.alert_id = a.alert_id), '[]'::jsonb),
          'alert_id', case when a.is_of_account then a.alert_id end)
      from raised a order by a.alert_id)
    select count(*)::int as raised, (select count(*)::int from posts) as posts from raised`.execute(tx)
  const { raised = 0, posts = 0 } = rows[0] ?? {}
  if (raised > 0) await wakeFeed(tx)
  if (posts > 0) await sql`select pg_notify(${ALERT_POST_CHANNEL}, '')`.execute(tx)
  return raised
}

/** Ends episodes: those of these kinds at these places. @returns how many have ended */
export async function endAlerts(
  tx: Tx,
  ends: readonly (AlertPlace & { readonly kinds: readonly AlertKind[]; readonly at: Date; readonly ruleId?: number })[],
): Promise<number> {
  if (ends.length === 0) return 0
  const lines = ends.map(({ at, ...end }) => ({ ruleId: null, ...end, at: at.toISOString() }))
  const { rows } = await sql<{ ended: number }>`
    with finish as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as e ("accountId" int, scope text, "placeId" int, kinds jsonb, at timestamptz, "ruleId" int)),
    ended as (
      update alert a set ended_at = greatest(e.at, a.began_at)
      from finish e
      where a.account_id = e."accountId" and a.scope = e.scope and a.place_id = e."placeId" and e.kinds ? a.kind and a.ended_at is null
        and (e."ruleId" is null or e."ruleId" = a.alert_rule_id)
      returning a.account_id, a.alert_id),
    fed as (
      insert into change_feed (account_id, kind, body)
      select e.account_id, ${ALERT_FEED_KIND}, jsonb_build_object('uids', jsonb_agg(distinct t.user_id))
      from ended e join alert_recipient t on t.alert_id = e.alert_id group by e.account_id)
    select count(*)::int as ended from ended`.execute(tx)
  const ended = rows[0]?.ended ?? 0
  if (ended > 0) await wakeFeed(tx)
  return ended
}

/** The kind of the feed's rows about alerts. */
const ALERT_FEED_KIND = sql.lit(5)

const wakeFeed = (tx: Tx) => sql`select pg_notify('desk_changes', '')`.execute(tx)

/** Tells the open pages of a user that what the bell shows has changed. */
export async function tellBell(tx: Tx, accountId: number, userId: number): Promise<void> {
  await sql`
    insert into change_feed (account_id, kind, body)
    values (${accountId}, ${ALERT_FEED_KIND}, jsonb_build_object('uids', jsonb_build_array(${userId}::int)))`.execute(
    tx,
  )
  await wakeFeed(tx)
}
