import { sql, type Kysely } from 'kysely'

/**
 * Networks on the block and watch lists (docs/decisions/0070): a network's value is as cidr writes it, so that an entrant's address is compared by equality, once for each
 * length of prefix that the account has listed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table listed_mark drop constraint listed_mark_kind_check;
       alter table listed_mark add constraint listed_mark_kind_check check (kind in ('fingerprint', 'address', 'network'));
       -- the lengths of networks that were never removed
       alter table mark_list
         add column v4_prefixes smallint[] not null default '{}',
         add column v6_prefixes smallint[] not null default '{}';
       -- the networks of these lengths that an address lies in
       create function networks_of(address inet, v4_prefixes smallint[], v6_prefixes smallint[]) returns setof text language sql immutable as
         $$ select network(set_masklen(address, n::int))::text from unnest(case family(address) when 4 then v4_prefixes else v6_prefixes end) n $$;`,
    )
    .execute(db)
}
