import pg from 'pg'
import { RowSet } from '@desk/platform/respondents/row-set'

/** One line of the ledger, as the plain tables take it. */
export interface PlainEvent {
  readonly at: Date
  readonly rdud: string
  readonly sourceId: number
  readonly fromCode: number | null
  readonly toCode: number
  readonly interviewSeconds: number | null
  readonly cpiCents: number | null
  readonly sellPriceCents: number | null
}

/** A table like respondent_event, with its partitions by month, its index and its sequence, on which nothing else hangs. */
export const PLAIN_TABLE = `
  create table plain_event (like respondent_event including defaults) partition by range (at);
  create index plain_event_by_rdud on plain_event (account_id, rdud);
  create table plain_event_rest partition of plain_event default;
  do $$ declare month timestamptz := date_trunc('month', now()) - interval '1 month';
  begin
    for n in 0..3 loop
      execute format('create table %I partition of plain_event for values from (%L) to (%L)', 'plain_event_' || n, month + n * interval '1 month', month + (n + 1) * interval '1 month');
    end loop;
  end $$;`

const COLUMNS =
  'account_id, at, rdud, source_id, from_code, to_code, changed, is_test, interview_seconds, cpi_cents, sell_price_cents'
const WIDTH = 11

const ARRAYS = new RowSet<PlainEvent>([
  ['at', 'float8', ({ at }) => at.getTime()],
  ['rdud', 'uuid', ({ rdud }) => rdud],
  ['source_id', 'int', ({ sourceId }) => sourceId],
  ['from_code', 'smallint', ({ fromCode }) => fromCode],
  ['to_code', 'smallint', ({ toCode }) => toCode],
  ['interview_seconds', 'int', ({ interviewSeconds }) => interviewSeconds],
  ['cpi_cents', 'int', ({ cpiCents }) => cpiCents],
  ['sell_price_cents', 'int', ({ sellPriceCents }) => sellPriceCents],
])

export interface PlainWriter {
  /** `insert … values (…), (…), …`: one statement, one commit. */
  values(events: readonly PlainEvent[]): Promise<void>
  /** `insert … select … from unnest(…)`: the same rows as one array for each column. */
  arrays(events: readonly PlainEvent[]): Promise<void>
  close(): Promise<void>
}

/** A connection that inserts into the plain table. */
export async function plainWriter(url: string, accountId: number): Promise<PlainWriter> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    async values(events) {
      const rows = events.map(
        (_, row) =>
          `(${Array.from({ length: WIDTH }, (_unused, column) => `$${row * WIDTH + column + 1}`).join(', ')})`,
      )
      const values = events.flatMap(
        ({ at, rdud, sourceId, fromCode, toCode, interviewSeconds, cpiCents, sellPriceCents }) => [
          accountId,
          at,
          rdud,
          sourceId,
          fromCode,
          toCode,
          true,
          false,
          interviewSeconds,
          cpiCents,
          sellPriceCents,
        ],
      )
      await client.query({
        name: `plain_${events.length}`,
        text: `insert into plain_event (${COLUMNS}) values ${rows.join(', ')}`,
        values,
      })
    },
    async arrays(events) {
      await client.query({
        name: 'plain_arrays',
        text: `insert into plain_event (${COLUMNS})
          select $1::int, to_timestamp(u.at / 1000), rdud, source_id, from_code, to_code, true, false, interview_seconds, cpi_cents, sell_price_cents from ${ARRAYS.from(2)}`,
        values: [accountId, ...ARRAYS.values(events)],
      })
    },
    close: () => client.end(),
  }
}
