import type { AlertFacts } from '@desk/schema/alerts/alert'
import type { AlertedScope, AlertKind } from '@desk/schema/alerts/alert-kinds'
import type { StatusCode } from '@desk/schema/statuses/status'
import { TODAY_EPISODES_MAX, TODAY_KINDS, type Today, type TodayOf, type TodaySnooze } from '@desk/schema/today/today'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { isMutedFor } from '../alerts/mutes.store.ts'
import { PLACES } from '../alerts/place-sql.ts'
import type { Reader } from '../alerts/reader.ts'
import { snoozedUntil } from '../alerts/snoozed-until.ts'

/** An open episode of one kind at one place, by whichever rules. */
export interface Episode {
  readonly kind: AlertKind
  readonly scope: AlertedScope
  readonly placeId: number
  readonly name: string
  readonly status: StatusCode | null
  readonly projectId: number | null
  readonly projectName: string | null
  readonly surveyId: number | null
  readonly surveyName: string | null
  readonly facts: AlertFacts
  readonly beganAt: Date
  readonly alertIds: readonly number[]
}

/** The alerts of the account that a reader may see: by rules of the account, and by the reader's own. */
const SEEN = ({ accountId, hidden }: Reader) => sql`a.account_id = ${accountId}
  and a.kind = any(${TODAY_KINDS.filter(kind => !hidden.includes(kind))}::text[]) and (a.is_of_account or coalesce(t.in_bell, false))`

const OWN = ({ userId }: Reader) =>
  sql`alert_recipient t on t.account_id = a.account_id and t.user_id = ${userId} and t.alert_id = a.alert_id`

/** An edit or a change of status of the source, its survey or its project. @param when the condition on it, `e` */
const changed = (when: RawBuilder<unknown>) => sql`(
  exists (select from object_edit e where e.account_id = a.account_id and ${when}
    and (e.scope, e.object_id) in ((a.scope, a.place_id), ('survey', a.survey_id), ('project', a.project_id)))
  or exists (select from status_event e where e.account_id = a.account_id and ${when}
    and (e.scope, e.scope_id) in ((a.scope, a.place_id), ('survey', a.survey_id), ('project', a.project_id))))`

/** Since the reader let the alert rest. */
const CHANGED_SINCE = changed(sql`e.at > t.read_at`)
/** By a user, while the alert lasted. */
const ACTED_ON = changed(sql`e.user_id is not null and e.at between a.began_at and coalesce(a.ended_at, 'infinity')`)

/** An alert that rests until something changes rests no longer (docs/decisions/0097). */
const RESTS = sql`coalesce(t.snoozed_until > clock_timestamp() and not (t.snoozed_until = 'infinity' and ${CHANGED_SINCE}), false)`

const isOf = (reader: Reader, of: TodayOf) =>
  of === 'mine' ? sql`(p.consultant_user_id = ${reader.userId} or a.scope = 'account')` : sql`true`

/** The items that began since a moment, as Today groups them: those that a user acted on, and those of them that ended. */
export async function countItems(tx: Tx, reader: Reader, of: TodayOf, from: Date): Promise<Today['last_week']> {
  const { rows } = await sql<Today['last_week']>`
    select count(*)::int as items, (count(*) filter (where acted))::int as acted_on, (count(*) filter (where acted and ended))::int as ended
    from (
      select bool_or(${ACTED_ON}) as acted, bool_and(a.ended_at is not null) as ended
      from alert a left join ${OWN(reader)} ${PLACES}
      where ${SEEN(reader)} and a.began_at >= ${from} and not ${isMutedFor(sql`${reader.userId}`)} and ${isOf(reader, of)}
      group by a.kind, a.scope, case when a.scope = 'source' then a.survey_id else a.place_id end) item`.execute(tx)
  return rows[0] ?? { items: 0, acted_on: 0, ended: 0 }
}

/** The open episodes that do not rest for the reader. */
export async function readEpisodes(tx: Tx, reader: Reader, of: TodayOf): Promise<readonly Episode[]> {
  const { rows } = await sql<Episode>`
    select distinct on (a.kind, a.scope, a.place_id) a.kind, a.scope, a.place_id as "placeId",
      coalesce(s.name, y.name, p.name, a.facts ->> 'webhook', '') as name,
      coalesce(s.status, y.status, p.status) as status,
      a.project_id as "projectId", p.name as "projectName", y.survey_id as "surveyId", y.name as "surveyName", a.facts, a.began_at as "beganAt",
      array_agg(a.alert_id) over (partition by a.kind, a.scope, a.place_id) as "alertIds"
    from alert a left join ${OWN(reader)} ${PLACES}
    where ${SEEN(reader)} and a.ended_at is null and not ${RESTS} and not ${isMutedFor(sql`${reader.userId}`)} and ${isOf(reader, of)}
      -- a source that is paused for its hash errors is one item
      and not (a.kind = 'hash_errors' and exists (
        select from alert o where o.account_id = a.account_id and o.scope = a.scope and o.place_id = a.place_id and o.ended_at is null
          and o.kind = 'auto_paused' and o.facts ->> 'reason' = 'hash_errors'))
    order by a.kind, a.scope, a.place_id, a.began_at limit ${TODAY_EPISODES_MAX}`.execute(tx)
  return rows
}

/** Lets alerts that the reader may see rest for them. @returns how many */
export async function snoozeEpisodes(tx: Tx, reader: Reader, { alert_ids, until }: TodaySnooze): Promise<number> {
  const end = snoozedUntil(until, reader)
  const { numAffectedRows = 0n } = await sql`
    insert into alert_recipient as r (account_id, user_id, alert_id, in_bell, in_digest, read_at, snoozed_until)
    select a.account_id, ${reader.userId}::int, a.alert_id, false, false, clock_timestamp(), ${end}
    from alert a left join ${OWN(reader)}
    where ${SEEN(reader)} and a.ended_at is null and a.alert_id = any(${[...alert_ids]}::int[])
    on conflict (account_id, user_id, alert_id) do update set read_at = excluded.read_at, snoozed_until = excluded.snoozed_until`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
