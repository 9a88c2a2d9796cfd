import { sql, type Kysely } from 'kysely'

/**
 * The addresses of networks, lines that are only added (docs/decisions/0068): the door counts different addresses, so that none has to be unique; what an hour forgets is
 * not logged. After a crash of the database the hour begins anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table network_address drop constraint network_address_pkey;
       alter table network_address set unlogged;
       create index network_address_by_network on network_address (account_id, network, address);`,
    )
    .execute(db)
}
