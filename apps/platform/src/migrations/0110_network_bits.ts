import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * The addresses of networks by their bits and not as `inet` (docs/decisions/0068): a line and its place in the index are smaller, and nothing is read from text. The
 * table begins anew, as after a crash of the database: an hour forgets its lines, and until it is over the rule speaks against fewer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop table network_address;
       -- network: the 24 bits that its addresses begin with, of IPv6 48 bits and 2^48; host: the bytes of the address after those
       create unlogged table network_address (
         network bigint not null,
         at timestamptz not null,
         account_id int not null,
         host bytea not null
       );
       create index network_address_by_network on network_address (network, account_id, host);`,
    )
    .execute(db)
  await bindToAccount(db, ['network_address'])
}
