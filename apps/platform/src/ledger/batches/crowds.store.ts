import type { Tx } from '#kernel/db/tx'
import type { AddressSeen, SupplierArrivals } from '../door/crowds.ts'
import { KEPT_PER_SLOT, type ArrivalPace } from '../facts/arrival-pace.ts'
import type { NetworkFacts } from '../facts/ledger-facts.ts'
import { crowdNetworkOf } from '../facts/network.ts'
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

// an address whose network has none within the hour, as most have, is one search and no row. The addresses of a network are counted once, with the first that is asked
// about (of others `most` is 0), and up to a number, so that one with thousands brings no more; one of those asked about may be left out there, and is looked up by itself
const READ_NETWORKS = new GrowingStatement(
  'ledger_network_addresses',
  `select u.number, c.known, l.at is not null, coalesce(l.at > to_timestamp($5::float8 / 1000) + interval '${HOUR_MS - REWRITTEN_AFTER_MS} milliseconds', false)
   from (
     select e.number, e.network::inet as network, e.address::inet as address, e.most from (
       select unnest($2::int[]) as number, unnest($3::text[]) as network, unnest($4::text[]) as address, unnest($6::int[]) as most) e offset 0
   ) u
   cross join lateral (
     select count(*)::int as known from (select distinct n.address from network_address n
       where n.account_id = $1 and n.network = u.network and n.at > to_timestamp($5::float8 / 1000) limit u.most) d
   ) c
   left join lateral (
     select max(n.at) as at from network_address n
     where n.account_id = $1 and n.network = u.network and n.address = u.address and n.at > to_timestamp($5::float8 / 1000)
   ) l on true
   where c.known > 0 or u.most = 0`,
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
  const networks = new Map<string, NetworkOfBatch>()
  const asked = addresses.map((given, number) => {
    const { network, address } = crowdNetworkOf(given)
    const of = networks.get(network) ?? { first: number, known: 0, asked: [], seen: [], latelySeen: [] }
    networks.set(network, of)
    of.asked.push([given, address])
    return { number, network, address, of }
  })
  const rows = await READ_NETWORKS.rows<[number, number, boolean, boolean]>(
    tx,
    [
      accountId,
      binaryArray(
        'int',
        asked.map(({ number }) => number),
      ),
      binaryArray(
        'text',
        asked.map(({ network }) => network),
      ),
      binaryArray(
        'text',
        asked.map(({ address }) => address),
      ),
      sinceMs,
      binaryArray(
        'int',
        asked.map(({ number, of }) => (number === of.first ? atMost + of.asked.length : 0)),
      ),
    ],
    addresses.length,
  )
  for (const [number, known, isSeen, isLately] of rows) {
    const one = asked[number]
    if (one === undefined) continue
    one.of.known += known
    // two spellings are one address
    if (isSeen && !one.of.seen.includes(one.address)) one.of.seen.push(one.address)
    if (isLately) one.of.latelySeen.push(one.address)
  }
  return [...networks].map(([network, { known, asked: given, seen, latelySeen }]) => ({
    network,
    asked: given,
    // were they counted up to the limit only, as many as speak against it are left
    others: known - seen.length,
    seen,
    latelySeen,
  }))
}

interface NetworkOfBatch {
  /** The number of the first of those asked about. */
  readonly first: number
  known: number
  readonly asked: (readonly [given: string, address: string])[]
  readonly seen: string[]
  readonly latelySeen: string[]
}

const ARRIVALS = new RowSet<SupplierArrivals>([
  ['supplier_id', 'int', ({ supplierId }) => supplierId],
  ['slot', 'bigint', ({ slot }) => slot],
  ['seen', 'int', ({ seen }) => seen],
])
const ADDRESSES = new RowSet<AddressSeen>([
  ['network', 'inet', ({ network }) => network],
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
  sql: from =>
    `insert into network_address (account_id, network, address, at) select $1::int, network, address, at from ${from}`,
}

/** What the batch adds to the suppliers' paces and the networks' addresses, where rules ask for them. */
export function crowdParts(arrivals: readonly SupplierArrivals[], addresses: readonly AddressSeen[]): FilledPart[] {
  return [...unlessEmpty(ARRIVALS_PART, ARRIVALS, arrivals), ...unlessEmpty(ADDRESSES_PART, ADDRESSES, addresses)]
}

/** Removes addresses that entered before a moment, of every account. */
export async function forgetAddresses(tx: Tx, before: Date): Promise<void> {
  await tx.client.query({ text: 'delete from network_address where at < $1', values: [before] })
}
