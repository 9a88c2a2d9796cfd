import type { AlertSnooze } from '@desk/schema/alerts/alert-rule'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from './reader.ts'

const HOUR = sql<Date>`clock_timestamp() + interval '1 hour'`

/** Until when an alert rests: `tomorrow` is 8:00 of the next day by the user's clock (docs/decisions/0097), an hour where that is not known. */
export function snoozedUntil(
  until: AlertSnooze['until'],
  { accountId, userId }: Pick<Reader, 'accountId' | 'userId'>,
): RawBuilder<Date | null> {
  switch (until) {
    case 'hour':
      return HOUR
    case 'tomorrow':
      return sql`coalesce((
        select (date_trunc('day', clock_timestamp() at time zone z.iana_name) + interval '1 day 8 hours') at time zone z.iana_name
        from user_account m join time_zone z on z.code = m.time_zone_code
        where m.account_id = ${accountId} and m.user_id = ${userId}), ${HOUR})`
    case 'end':
      return sql`'infinity'::timestamptz`
    case 'now':
      return sql`null::timestamptz`
  }
}
