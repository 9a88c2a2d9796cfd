import type { SupplierDispute } from '@desk/schema/disputes/dispute'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { parseRdud } from '#ledger/facts/rdud'
import type { OutcomeRow } from '../outcomes.store.ts'

interface Row extends Omit<SupplierDispute, 'raised_at' | 'lapses_at' | 'decided_at'> {
  readonly requestId: number
  readonly line: number
  readonly raised_at: Date
  readonly lapses_at: Date
  readonly decided_at: Date | null
}

/** A supplier's knowledge and rights about a row of its own. */
export interface DisputeStand {
  readonly dispute: SupplierDispute | null
  readonly can_dispute: boolean
}

const keyOf = (requestId: number, line: number): string => `${requestId} ${line}`

/** The disputes of a supplier's rows, in their order; a row that is rejected now, and was never disputed, may be. */
export async function disputesOfRows(
  tx: Tx,
  accountId: number,
  supplierId: number,
  rows: readonly OutcomeRow[],
): Promise<readonly DisputeStand[]> {
  const { rows: found } = await sql<Row>`
    select d.reconciliation_id as "requestId", d.line, d.state, d.evidence, d.raised_at, d.lapses_at, d.decided_at, d.decision_note
    from dispute d
    where d.account_id = ${accountId} and d.supplier_id = ${supplierId} and (d.reconciliation_id, d.line) in (
      select * from unnest(${rows.map(({ place }) => place.requestId)}::int[], ${rows.map(({ place }) => place.line)}::int[]))`.execute(
    tx,
  )
  const hexes = rows.flatMap(({ rdud }) => parseRdud(rdud)?.hex ?? [])
  const { rows: rejected } = await sql<{ hex: string }>`
    select replace(r.rdud::text, '-', '') as hex from respondent r
    where r.account_id = ${accountId} and r.rdud = any (${hexes}::uuid[]) and r.code = 50`.execute(tx)
  const isRejected = new Set(rejected.map(({ hex }) => hex))
  const byRow = new Map(found.map(row => [keyOf(row.requestId, row.line), row]))
  return rows.map(({ place, outcome, rdud }) => {
    const row = byRow.get(keyOf(place.requestId, place.line))
    return {
      dispute: row === undefined ? null : disputeOf(row),
      can_dispute: row === undefined && outcome === 'applied_reject' && isRejected.has(parseRdud(rdud)?.hex ?? ''),
    }
  })
}

const disputeOf = ({ state, evidence, raised_at, lapses_at, decided_at, decision_note }: Row): SupplierDispute => ({
  state,
  evidence,
  raised_at: raised_at.toISOString(),
  lapses_at: lapses_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
  decision_note,
})
