import type { Tx } from '#kernel/db/tx'
import type { AddressSeen, SupplierArrivals } from '../door/crowds.ts'
import { KEPT_PER_SLOT, type ArrivalPace } from '../facts/arrival-pace.ts'
import type { NetworkFacts } from '../facts/ledger-facts.ts'
import { GrowingStatement } from './growing-statement.ts'
import { unlessEmpty, type FilledPart, type Part } from './joint-statement.ts'
import { binaryArray, RowSet } from './row-set.ts'

const READ_PACES = new GrowingStatement(
  'ledger_supplier_paces',
  `select p.supplier_id, p.since, p.slot, p.seen, p.slots, p.total, p.squares from unnest($2::int[]) as u(supplier_id)
   cross join lateral (select * from supplier_pace where account_id = $1 and supplier_id = u.supplier_id offset 0) p`,
)

/** How often the respondents of suppliers arrive; a supplier of whom nothing was counted is left out. */
export async function readPaces(
  tx: Tx,
  accountId: number,
  supplierIds: readonly number[],
): Promise<Map<number, ArrivalPace>> {
  if (supplierIds.length === 0) return new Map()
  type PaceTuple = [number, number, number, number, number, number, number]
  const rows = await READ_PACES.rows<PaceTuple>(tx, [accountId, binaryArray('int', supplierIds)], supplierIds.length)
  return new Map(
    rows.map(([supplierId, since, slot, seen, slots, total, squares]) => [
      supplierId,
      { since: Number(since), slot: Number(slot), seen, slots, total, squares },
    ]),
  )
}

const HOUR_MS = 3_600_000
/** An address that has entered within this time is not written again: its hour may end so much earlier. */
const REWRITTEN_AFTER_MS = 300_000
const networkOf = (address: string) =>
  `network(set_masklen(${address}, case family(${address}) when 6 then 48 else 24 end))::inet`

// the others of a network are counted, so that one with thousands brings a number; those that the batch asks about are looked up
const READ_NETWORKS = new GrowingStatement(
  'ledger_network_addresses',
  `with asked as materialized (
     select ${networkOf('u.address')} as network, json_object_agg(u.given, host(u.address)) as given, array_agg(distinct u.address) as addresses
     from (select address as given, address::inet as address from unnest($2::text[]) as a(address)) u group by 1
   )
   select a.network::text, a.given,
     (select count(*)::int from (select from network_address n
       where n.account_id = $1 and n.network = a.network and n.at > to_timestamp($3::float8 / 1000) and n.address <> all(a.addresses) limit $4::int) o),
     coalesce(s.seen, '{}'), coalesce(s.lately, '{}')
   from asked a cross join lateral (
     select array_agg(host(n.address)) as seen,
       array_agg(host(n.address)) filter (where n.at > to_timestamp($3::float8 / 1000) + interval '${HOUR_MS - REWRITTEN_AFTER_MS} milliseconds') as lately
     from unnest(a.addresses) as k(address)
     cross join lateral (select * from network_address where account_id = $1 and network = a.network and address = k.address offset 0) n
     where n.at > to_timestamp($3::float8 / 1000)
   ) s`,
)

/** The networks of these addresses: so many at most of the others of each that have entered since a moment, and which of these addresses have. */
export async function readNetworks(
  tx: Tx,
  accountId: number,
  addresses: readonly string[],
  sinceMs: number,
  atMost: number,
): Promise<NetworkFacts[]> {
  if (addresses.length === 0) return []
  type NetworkTuple = [string, Readonly<Record<string, string>>, number, string[], string[]]
  const rows = await READ_NETWORKS.rows<NetworkTuple>(
    tx,
    [accountId, binaryArray('text', addresses), sinceMs, atMost],
    addresses.length,
  )
  return rows.map(([network, asked, others, seen, latelySeen]) => ({
    network,
    asked: Object.entries(asked),
    others,
    seen,
    latelySeen,
  }))
}

const ARRIVALS = new RowSet<SupplierArrivals>([
  ['supplier_id', 'int', ({ supplierId }) => supplierId],
  ['slot', 'bigint', ({ slot }) => slot],
  ['seen', 'int', ({ seen }) => seen],
])
const ADDRESSES = new RowSet<AddressSeen>([
  ['address', 'inet', ({ address }) => address],
  ['at', 'timestamptz', ({ atMs }) => atMs],
])

const kept = `power(${KEPT_PER_SLOT}::float8, excluded.slot - p.slot)`
const keptOfLast = `power(${KEPT_PER_SLOT}::float8, excluded.slot - p.slot - 1)`
const later = (then: string, else_: string) => `case when excluded.slot > p.slot then ${then} else ${else_} end`

// what `paceIn` says, in the row itself: batches of other processes add to it too. Rows are taken in one order, so that no two batches wait for each other
const ARRIVALS_PART: Part = {
  name: 'arrived',
  rows: ARRIVALS,
  sql: from => `insert into supplier_pace as p (account_id, supplier_id, since, slot, seen, slots, total, squares)
    select $1::int, supplier_id, slot, slot, seen, 0, 0, 0 from ${from} order by supplier_id
    on conflict (account_id, supplier_id) do update set
      slot = greatest(p.slot, excluded.slot), seen = ${later('excluded.seen', 'p.seen + excluded.seen')},
      slots = ${later(`p.slots * ${kept} + (1 - ${kept}) / (1 - ${KEPT_PER_SLOT}::float8)`, 'p.slots')},
      total = ${later(`p.total * ${kept} + p.seen * ${keptOfLast}`, 'p.total')},
      squares = ${later(`p.squares * ${kept} + p.seen::float8 * p.seen * ${keptOfLast}`, 'p.squares')}`,
}
const ADDRESSES_PART: Part = {
  name: 'came_from',
  rows: ADDRESSES,
  sql: from => `insert into network_address as n (account_id, network, address, at)
    select $1::int, ${networkOf('address')}, address, max(at) from ${from} group by 2, 3 order by 2, 3
    on conflict (account_id, network, address) do update set at = greatest(n.at, excluded.at)`,
}

/** What the batch adds to the suppliers' paces and the networks' addresses, where rules ask for them. */
export function crowdParts(arrivals: readonly SupplierArrivals[], addresses: readonly AddressSeen[]): FilledPart[] {
  return [...unlessEmpty(ARRIVALS_PART, ARRIVALS, arrivals), ...unlessEmpty(ADDRESSES_PART, ADDRESSES, addresses)]
}

/** Removes addresses that entered before a moment, of every account. */
export async function forgetAddresses(tx: Tx, before: Date): Promise<void> {
  await tx.client.query({ text: 'delete from network_address where at < $1', values: [before] })
}
