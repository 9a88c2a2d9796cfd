import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * What the rules `burst` and `many_addresses` count (docs/decisions/0068), written where they judge alone: how often a supplier's respondents arrive, as sums that
 * forget, and which addresses of a network have come within the hour. Both are statistics and no figures: verify-ledger recounts neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- slot: 5 minutes, counted from 1970; seen: arrivals in it. slots, total, squares: how many slots there were before, their arrivals and the squares of these, older ones weighing less
       create table supplier_pace (
         account_id int not null,
         supplier_id int not null,
         since bigint not null,
         slot bigint not null,
         seen int not null,
         slots float8 not null,
         total float8 not null,
         squares float8 not null,
         primary key (account_id, supplier_id)
       );
       -- network: a /24, of IPv6 a /48; at: when the address entered last. Older rows than an hour are removed
       create table network_address (
         account_id int not null,
         network inet not null,
         address inet not null,
         at timestamptz not null,
         primary key (account_id, network, address)
       );`,
    )
    .execute(db)
  await bindToAccount(db, ['supplier_pace', 'network_address'])
}
