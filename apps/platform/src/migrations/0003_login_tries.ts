import { sql, type Kysely } from 'kysely'

/** Where the sign-in limits are counted, so that every process counts together; the shape is rate-limiter-flexible's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create table login_tries (key varchar(255) primary key, points integer not null default 0, expire bigint)')
    .execute(db)
  await sql.raw('revoke all on login_tries from desk_app').execute(db)
}
