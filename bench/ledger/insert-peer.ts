import pg from 'pg'
import {
  FEED,
  HOURS,
  LENGTHS,
  MOVED,
  ROLLUPS,
  SUPPLIERS,
  type FeedRow,
  type HourRow,
  type LengthRow,
  type ScopeTally,
} from '@desk/platform/ledger/batches/ledger-figure-writes.store'
import {
  DUE,
  EVENTS,
  FRESH,
  type DueGroup,
  type FreshRespondent,
} from '@desk/platform/ledger/batches/ledger-line-writes.store'
import type { RespondentRow } from '@desk/platform/ledger/facts/ledger-facts'
import type { LedgerEvent } from '@desk/platform/ledger/facts/ledger-lines'
import type { SupplierCounts } from '@desk/platform/ledger/batches/batch-tallies'

/** Every row that a batch of the ledger writes, as the ledger itself sends it. No rule speaks against this traffic, so that there are no verdicts. */
export interface PeerRows {
  readonly fresh: readonly FreshRespondent[]
  readonly moved: readonly RespondentRow[]
  readonly events: readonly LedgerEvent[]
  readonly due: readonly DueGroup[]
  readonly rollups: readonly ScopeTally[]
  readonly suppliers: readonly SupplierCounts[]
  readonly hours: readonly HourRow[]
  readonly lengths: readonly LengthRow[]
  readonly feed: readonly FeedRow[]
}

/**
 * Tables like the ledger's own. The ledger's inserts go into tables with the same indexes. Its changes in place touch
 * no index there, and go into tables without one.
 */
export const PEER_TABLES = `
  create table peer_respondent (like respondent including all);
  create table peer_moved (rdud uuid, place text, code smallint, late boolean, via_server boolean, place_freed boolean,
    interview_seconds int, cpi_cents int, sell_price_cents int, ended_at timestamptz, account_id int);
  create table peer_event (like respondent_event including defaults) partition by range (at);
  create index on peer_event (account_id, rdud);
  create index on peer_event (account_id, source_id, at) where to_code = 35 and changed;
  create table peer_event_rest partition of peer_event default;
  do $$ declare month timestamptz := date_trunc('month', now()) - interval '1 month';
  begin
    for n in 0..3 loop
      execute format('create table %I partition of peer_event for values from (%L) to (%L)', 'peer_event_' || n, month + n * interval '1 month', month + (n + 1) * interval '1 month');
    end loop;
  end $$;
  create table peer_due (like abandon_due including all);
  create table peer_rollup (like rollup including defaults);
  create table peer_supplier (like supplier_rollup including defaults);
  create table peer_hour (like hour_bucket including defaults);
  create table peer_length (like loi_line including all);
  create table peer_feed (like change_feed including all);`

const TABLES = [
  { table: 'peer_respondent', set: FRESH, of: (rows: PeerRows) => FRESH.values(rows.fresh) },
  { table: 'peer_due', set: DUE, of: (rows: PeerRows) => DUE.values(rows.due) },
  { table: 'peer_event', set: EVENTS, of: (rows: PeerRows) => EVENTS.values(rows.events) },
  { table: 'peer_moved', set: MOVED, of: (rows: PeerRows) => MOVED.values(rows.moved) },
  { table: 'peer_rollup', set: ROLLUPS, of: (rows: PeerRows) => ROLLUPS.values(rows.rollups) },
  { table: 'peer_supplier', set: SUPPLIERS, of: (rows: PeerRows) => SUPPLIERS.values(rows.suppliers) },
  { table: 'peer_hour', set: HOURS, of: (rows: PeerRows) => HOURS.values(rows.hours) },
  { table: 'peer_length', set: LENGTHS, of: (rows: PeerRows) => LENGTHS.values(rows.lengths) },
  // kind 1: figures of a source moved
  { table: 'peer_feed', set: FEED, of: (rows: PeerRows) => FEED.values(rows.feed), more: { name: 'kind', value: 1 } },
]

export interface PeerWriter {
  /** One statement a table and the commit, all sent at once: one round trip, one durable commit. */
  write(rows: PeerRows): Promise<void>
  close(): Promise<void>
}

/** A connection that inserts into the peer's tables. */
export async function peerWriter(url: string, accountId: number): Promise<PeerWriter> {
  const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig) // its types do not know `pipeline`
  client.on('error', () => {}) // the query in progress tells
  await client.connect()
  return {
    async write(rows) {
      await Promise.all([
        client.query('begin'),
        ...TABLES.map(({ table, set, of, more }) =>
          client.query({
            name: table,
            text: `insert into ${table} (account_id, ${set.names}${more ? `, ${more.name}` : ''})
              select $1::int, ${set.names}${more ? `, ${more.value}` : ''} from ${set.from(2)}`,
            values: [accountId, ...of(rows)],
          }),
        ),
        client.query('commit'),
      ])
    },
    close: () => client.end(),
  }
}
