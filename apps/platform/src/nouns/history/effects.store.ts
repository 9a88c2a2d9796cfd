import type { ActEffect } from '@desk/schema/forecasts/act-effect'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** The newest effects of some sources between two moments, by the source and moment of their act (docs/decisions/0110). */
export async function readEffects(
  tx: Tx,
  accountId: number,
  sourceIds: readonly number[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<string, ActEffect>> {
  if (sourceIds.length === 0) return new Map()
  const { rows } = await sql<ActEffect & { readonly sourceId: number; readonly at: Date }>`
    select source_id as "sourceId", at, kind, cannot_tell, hours, expected, actual, completes, low, high, like_count from act_effect
    where account_id = ${accountId} and source_id = any(${[...sourceIds]}::int[]) and at between ${from} and ${to}
    order by at desc limit ${EFFECTS_MAX}`.execute(tx)
  return new Map(rows.map(({ sourceId, at, ...effect }) => [effectKey(sourceId, at.toISOString()), effect]))
}
const EFFECTS_MAX = 1_000

export const effectKey = (sourceId: number, at: string): string => `${sourceId} ${at}`
