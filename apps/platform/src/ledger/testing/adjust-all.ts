import type { Tx } from '#kernel/db/tx'
import type { Adjust } from '../batches/ledger.ts'
import type { AdjustmentOperation, AdjustmentOutcome } from '../facts/ledger-operations.ts'

/** Adjusts these respondents of an account, two a page; gives the outcomes in their order. */
export async function adjustAll(
  tx: Tx,
  adjust: Adjust,
  accountId: number,
  operations: readonly AdjustmentOperation[],
): Promise<readonly AdjustmentOutcome[]> {
  const { rows } = await tx.client.query<{ sourceIds: number[] | null; supplierIds: number[] | null }>(
    `select array_agg(distinct source_id) as "sourceIds", array_agg(distinct supplier_id) filter (where supplier_id is not null) as "supplierIds"
     from respondent where account_id = $1 and rdud = any ($2::uuid[])`,
    [accountId, operations.map(({ hex }) => hex)],
  )
  const given: AdjustmentOutcome[] = []
  await adjust({
    sourceIds: rows[0]?.sourceIds ?? [],
    supplierIds: rows[0]?.supplierIds ?? [],
    pages: pagesOf(operations),
    judged: (_operations, outcomes) => void given.push(...outcomes),
  })
  return given
}

const PAGE = 2

async function* pagesOf(operations: readonly AdjustmentOperation[]): AsyncGenerator<readonly AdjustmentOperation[]> {
  for (let at = 0; at < operations.length; at += PAGE) yield operations.slice(at, at + PAGE)
}
