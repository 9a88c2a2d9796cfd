import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { finishesOf, type Finish } from './finishes.store.ts'
import { FIRST_HASH, hashOf, SEALED, type ForecastObject, type SealedForecast } from './seal.store.ts'

const BATCH_ROWS = 1_000

/** The first forecast that is not as it was sealed, and the finishes that the ledger does not confirm. */
export interface ForecastVerdict {
  readonly forecasts: number
  readonly finishes: number
  readonly firstBroken: { readonly seq: number; readonly fault: 'missing' | 'changed' | 'cut_off' } | null
  readonly wrongFinishes: readonly ForecastObject[]
}

/** Hashes the forecasts of an account from the first on, and works out each stored finish from the ledger. */
export async function verifyForecasts(tx: Tx, accountId: number): Promise<ForecastVerdict> {
  const { seq, firstBroken } = await verifyChain(tx, accountId)
  const { rows: stored } = await sql<Finish>`
    select scope, scope_id as "scopeId", quota_no as "quotaNo", finished_at as "finishedAt", is_full as "isFull", changed_at as "changedAt"
    from forecast_finish where account_id = ${accountId} and finished_at is not null`.execute(tx)
  const { rows: found } = await finishesOf(
    sql`select account_id, scope, scope_id, quota_no from forecast_finish where account_id = ${accountId} and finished_at is not null`,
    Date.now(),
  ).execute(tx)
  const byObject = new Map(found.map(finish => [keyOf(finish), finish]))
  const wrongFinishes = stored.filter(finish => {
    const ledger = byObject.get(keyOf(finish))
    // a finish that was taken back by a reversal is no fault: its target was full
    return (
      ledger !== undefined &&
      (ledger.isFull !== finish.isFull || ledger.finishedAt.getTime() !== finish.finishedAt.getTime())
    )
  })
  return { forecasts: seq, finishes: stored.length, firstBroken, wrongFinishes }
}

const keyOf = ({ scope, scopeId, quotaNo }: ForecastObject): string => `${scope} ${scopeId} ${quotaNo}`

async function verifyChain(
  tx: Tx,
  accountId: number,
): Promise<{ readonly seq: number; readonly firstBroken: ForecastVerdict['firstBroken'] }> {
  let hash: Buffer = FIRST_HASH
  let seq = 0
  for (;;) {
    const { rows } = await sql<SealedForecast>`
      select ${SEALED} from forecast f where f.account_id = ${accountId} and f.seq > ${seq} order by f.seq limit ${BATCH_ROWS}`.execute(
      tx,
    )
    for (const row of rows) {
      if (row.seq !== seq + 1) return { seq, firstBroken: { seq: seq + 1, fault: 'missing' } }
      hash = hashOf(hash, accountId, row)
      if (!hash.equals(row.hash)) return { seq, firstBroken: { seq: row.seq, fault: 'changed' } }
      seq = row.seq
    }
    if (rows.length < BATCH_ROWS) break
  }
  const { rows: heads } = await sql<{ seq: number; hash: Buffer }>`
    select seq, hash from forecast_head where account_id = ${accountId}`.execute(tx)
  const [head] = heads
  const isWhole = (head?.seq ?? 0) === seq && (head === undefined || head.hash.equals(hash))
  return { seq, firstBroken: isWhole ? null : { seq: seq + 1, fault: 'cut_off' } }
}

/** The accounts that have forecasts. */
export async function forecastAccounts(
  tx: Tx,
): Promise<readonly { readonly accountId: number; readonly name: string }[]> {
  const { rows } = await sql<{ accountId: number; name: string }>`
    select a.account_id as "accountId", a.name from account a
    where exists (select from forecast_head h where h.account_id = a.account_id) or exists (select from forecast f where f.account_id = a.account_id)
    order by 1`.execute(tx)
  return rows
}
