import { sql, type Kysely } from 'kysely'

/** Who came with a fingerprint or from an address is found in all surveys of an account (docs/decisions/0032), by one index each in place of those by survey. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop index respondent_by_fingerprint;
       drop index respondent_by_address;
       create index respondent_by_fingerprint on respondent (account_id, fingerprint, entered_at) where fingerprint is not null;
       create index respondent_by_address on respondent (account_id, address, entered_at) where address is not null;`,
    )
    .execute(db)
}
