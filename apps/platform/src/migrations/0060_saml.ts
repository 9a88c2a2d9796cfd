import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Single sign-on by SAML 2.0 (docs/decisions/0046): where its provider signs on, by which keys, and the assertions that were used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table sso_config add column sso_url text, add column certificates text;

       -- an assertion signs on once, also when it is posted twice at one moment
       create table sso_assertion (
         account_id int not null,
         issuer text not null,
         assertion_id text not null,
         expires_at timestamptz not null,
         primary key (account_id, issuer, assertion_id)
       );
       create index sso_assertion_by_expiry on sso_assertion (expires_at);`,
    )
    .execute(db)
  await bindToAccount(db, ['sso_assertion'])
  await sql.raw('revoke all on sso_assertion from desk_app').execute(db)
}
