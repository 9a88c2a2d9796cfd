import { sql, type Kysely } from 'kysely'

/** Posts of alerts to channels (docs/decisions/0047): how long each is tried, and channels that fail, rest or were stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table alert_channel
         -- its address no longer exists: nothing is posted until somebody sets another, or a test succeeds
         add column stopped_at timestamptz,
         add column stopped_reason text,
         -- attempts that failed one after the other, and until when none is made
         add column failures int not null default 0,
         add column held_until timestamptz;
       alter table alert_post add column queued_at timestamptz not null default clock_timestamp();
       create index alert_post_waiting on alert_post (alert_channel_id) where state = 'waiting';`,
    )
    .execute(db)
}
