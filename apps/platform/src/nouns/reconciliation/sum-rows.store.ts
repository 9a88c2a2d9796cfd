import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { GiveWay } from '#ledger/batches/right-of-way'

/** How many rows are summed before entrants and returns go first. */
const ROWS_A_TURN = 1_000

const CHANGE = sql`case when w.to_code in (30, 51) then 1 else 0 end - case when w.from_code in (30, 51) then 1 else 0 end`

/** The rows of a portion with one outcome. */
interface Sum {
  readonly isRest: boolean
  readonly outcome: string
  readonly rows: number
  readonly changes: number
  readonly sellCents: number
  readonly supplyCents: number
}

interface Portion {
  readonly rows: number
  readonly last: number | null
  readonly until: Date | null
  readonly text: string
  readonly sums: readonly Sum[]
}

/** Sums the judged rows into their request, with their digest, and makes it previewed. */
export async function sumRows(tx: Tx, accountId: number, id: number, at: Date, giveWay: GiveWay): Promise<void> {
  const digest = createHash('sha256')
  const sums: Sum[] = []
  let until: Date | null = null
  for (let after: number | null = 0; after !== null;) {
    await giveWay()
    const portion: Portion = await readPortion(tx, accountId, id, after)
    if (portion.rows > 0) digest.update(after === 0 ? portion.text : `\n${portion.text}`)
    sums.push(...portion.sums)
    if (portion.until !== null && (until === null || portion.until > until)) until = portion.until
    after = portion.rows < ROWS_A_TURN ? null : portion.last
  }
  const sent = sums.filter(({ isRest }) => !isRest)
  const rest = sums.filter(({ isRest }) => isRest)
  const total = (of: readonly Sum[], what: (sum: Sum) => number): number => of.reduce((all, sum) => all + what(sum), 0)
  const rows = (sum: Sum): number => sum.rows
  const counts = (of: readonly Sum[]) => sql`coalesce((
    select jsonb_agg(jsonb_build_object('outcome', n.outcome, 'rows', n.rows) order by n.rows desc, n.outcome) from (
      select u.outcome, sum(u.rows)::bigint as rows
      from unnest(${of.map(({ outcome }) => outcome)}::text[], ${of.map(rows)}::int[]) u (outcome, rows) group by u.outcome) n), '[]')`
  await sql`
    update reconciliation r set state = 'previewed', judged_at = ${at}, digest = ${digest.digest()}, rows_count = ${total(sent, rows)}, rest_count = ${total(rest, rows)},
      changes = ${total(sums, ({ changes }) => changes)}, open_suggestions = ${total(
        sent.filter(({ outcome }) => outcome === 'needs_confirmation'),
        rows,
      )}, sell_cents = ${total(sums, ({ sellCents }) => sellCents)}, supply_cents = ${total(sums, ({ supplyCents }) => supplyCents)}, undo_until = ${until},
      outcomes = ${counts(sent)}, rest_outcomes = ${counts(rest)}
    where r.account_id = ${accountId} and r.reconciliation_id = ${id}`.execute(tx)
}

/** The rows behind a line: their sums, and what the digest says of each. */
async function readPortion(tx: Tx, accountId: number, id: number, after: number): Promise<Portion> {
  const { rows } = await sql<Portion>`
    with portion as materialized (
      select w.line, w.is_rest, w.rdud, w.outcome, w.is_applied, w.from_code, w.to_code, w.reason_code, w.sell_cents, w.supply_cents, w.deadline_at
      from reconciliation_row w where w.account_id = ${accountId} and w.reconciliation_id = ${id} and w.line > ${after} order by w.line limit ${ROWS_A_TURN}
    )
    select count(*)::int as rows, max(w.line) as last, max(w.deadline_at) filter (where w.is_applied) as until,
      coalesce(string_agg(concat(w.line, '|', w.rdud, '|', w.outcome, '|', w.from_code, '|', w.to_code, '|', w.reason_code, '|', w.sell_cents, '|', w.supply_cents), E'\\n' order by w.line), '') as text,
      (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
        select w.is_rest as "isRest", w.outcome, count(*) as rows, count(*) filter (where w.is_applied) as changes,
          coalesce(sum((${CHANGE}) * coalesce(w.sell_cents, 0)) filter (where w.is_applied), 0) as "sellCents",
          coalesce(sum((${CHANGE}) * coalesce(w.supply_cents, 0)) filter (where w.is_applied), 0) as "supplyCents"
        from portion w group by w.is_rest, w.outcome) n) as sums
    from portion w`.execute(tx)
  const [portion] = rows
  if (portion === undefined) throw new Error('A sum has one row')
  return portion
}
