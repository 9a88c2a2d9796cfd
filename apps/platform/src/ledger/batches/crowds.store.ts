import type { Tx } from '#kernel/db/tx'
import type { AddressSeen, SupplierArrivals } from '../door/crowds.ts'
import { KEPT_PER_SLOT, type ArrivalPace } from '../facts/arrival-pace.ts'
import type { NetworkFacts } from '../facts/ledger-facts.ts'
import { crowdPlaceOf } from '../facts/network.ts'
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

// a network that has no address within the hour, as most have none, is one search and no row. Addresses of another
// are counted up to a number, so that one with thousands brings no more; one of the addresses asked about may be left
// out there, and is looked up by itself
const READ_NETWORKS = new GrowingStatement(
  'ledger_network_addresses',
  `with met as materialized (
     select u.number, u.network, u.most from (
       select unnest($2::int[]) as number, unnest($3::bigint[]) as network, unnest($4::int[]) as most offset 0
     ) u
     where exists (select from network_address n where n.account_id = $1 and n.network = u.network and n.at > to_timestamp($5::float8 / 1000))
   )
   select met.number, null::int, c.known, false from met
   cross join lateral (
     select count(*)::int as known from (select distinct n.host from network_address n
       where n.account_id = $1 and n.network = met.network and n.at > to_timestamp($5::float8 / 1000) limit met.most) d
   ) c
   union all
   select met.number, a.number, 0, l.at > to_timestamp($5::float8 / 1000) + interval '${HOUR_MS - REWRITTEN_AFTER_MS} milliseconds' from met
   join (select unnest($6::int[]) as number, unnest($7::int[]) as network_number, unnest($8::bytea[]) as host) a on a.network_number = met.number
   cross join lateral (
     select max(n.at) as at from network_address n
     where n.account_id = $1 and n.network = met.network and n.host = a.host and n.at > to_timestamp($5::float8 / 1000)
   ) l
   where l.at is not null`,
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
  const byBits = new Map<number, NetworkOfBatch>()
  const networks: NetworkOfBatch[] = []
  const asked = addresses.map(given => {
    const { networkBits, host } = crowdPlaceOf(given)
    let of = byBits.get(networkBits)
    if (of === undefined) {
      of = { number: networks.length, networkBits, known: 0, asked: [], seen: [], latelySeen: [] }
      byBits.set(networkBits, of)
      networks.push(of)
    }
    of.asked.push([given, host])
    return { host, of }
  })
  const rows = await READ_NETWORKS.rows<[network: number, address: number | null, known: number, isLately: boolean]>(
    tx,
    [
      accountId,
      ints(networks.map(({ number }) => number)),
      binaryArray(
        'bigint',
        networks.map(({ networkBits }) => networkBits),
      ),
      ints(networks.map(of => atMost + of.asked.length)),
      sinceMs,
      ints(asked.map((_, number) => number)),
      ints(asked.map(({ of }) => of.number)),
      binaryArray(
        'bytea',
        asked.map(({ host }) => host),
      ),
    ],
    addresses.length,
  )
  for (const [networkNumber, number, known, isLately] of rows) {
    const of = networks[networkNumber]
    if (of === undefined) continue
    of.known += known
    const one = number === null ? undefined : asked[number]
    if (one === undefined) continue
    // two spellings are one address
    if (!of.seen.includes(one.host)) of.seen.push(one.host)
    if (isLately) of.latelySeen.push(one.host)
  }
  return networks.map(({ networkBits, known, asked: given, seen, latelySeen }) => ({
    networkBits,
    asked: given,
    // were they counted up to the limit only, as many as speak against it are left
    others: known - seen.length,
    seen,
    latelySeen,
  }))
}

const ints = (values: readonly number[]) => binaryArray('int', values)

interface NetworkOfBatch {
  readonly number: number
  readonly networkBits: number
  known: number
  readonly asked: (readonly [given: string, host: string])[]
  readonly seen: string[]
  readonly latelySeen: string[]
}

const ARRIVALS = new RowSet<SupplierArrivals>([
  ['supplier_id', 'int', ({ supplierId }) => supplierId],
  ['slot', 'bigint', ({ slot }) => slot],
  ['seen', 'int', ({ seen }) => seen],
])
const ADDRESSES = new RowSet<AddressSeen>([
  ['network', 'bigint', ({ networkBits }) => networkBits],
  ['host', 'bytea', ({ host }) => host],
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
  sql: from =>
    `insert into network_address (account_id, network, host, at) select $1::int, network, host, at from ${from}`,
}

/** The batch's additions to the suppliers' paces and the networks' addresses, where rules ask for them. */
export function crowdParts(arrivals: readonly SupplierArrivals[], addresses: readonly AddressSeen[]): FilledPart[] {
  return [...unlessEmpty(ARRIVALS_PART, ARRIVALS, arrivals), ...unlessEmpty(ADDRESSES_PART, ADDRESSES, addresses)]
}

/** Removes addresses that entered before a moment, of every account. */
export async function forgetAddresses(tx: Tx, before: Date): Promise<void> {
  await tx.client.query({ text: 'delete from network_address where at < $1', values: [before] })
}
