import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { HOUR_MS } from '#ledger/facts/pacing'
import { pastExposure } from './exposure.ts'
import type { AccountFit } from './fit-account.ts'
import { likenessOf, type SourcePast } from './source-past.ts'
import type { PriceStep } from './what-if.ts'

/** A change of a source's own price, by its history. */
export interface PriceEdit {
  readonly sourceId: number
  readonly atMs: number
  readonly fromCents: number
  readonly toCents: number
}

/** Earlier edits beyond these say nothing more. */
const EDITS_MAX = 20_000

/** The changes of the own prices of sources, in their order; Auto-Boost's are among them. */
export async function readPriceEdits(
  tx: Tx,
  accountId: number,
  sourceIds: readonly number[],
): Promise<readonly PriceEdit[]> {
  const { rows } = await sql<PriceEdit>`
    select e.object_id as "sourceId", (extract(epoch from e.at) * 1000)::float8 as "atMs",
      round((f.change ->> 'from')::numeric * 100)::int as "fromCents", round((f.change ->> 'to')::numeric * 100)::int as "toCents"
    from object_edit e cross join lateral jsonb_array_elements(e.changes) as f (change)
    where e.account_id = ${accountId} and e.scope = 'source' and e.object_id = any(${[...sourceIds]}::int[]) and f.change ->> 'field' = 'supplier_cpi'
      and jsonb_typeof(f.change -> 'from') = 'number' and jsonb_typeof(f.change -> 'to') = 'number'
    order by e.edit_no desc limit ${EDITS_MAX}`.execute(tx)
  return rows.toReversed()
}

/** A pace is looked at for so many hours on each side of a step; less live time than the least says nothing. */
const SIDE_HOURS = 72
const SIDE_EXPOSURE_MIN = 12

/**
 * The price steps of sources with their completes and exposure on both sides, as far as no other step is near. A source whose price
 * changes every hour has none.
 */
export function priceStepsOf(
  { profiles, calendar, nowMs }: AccountFit,
  sources: readonly SourcePast[],
  edits: readonly PriceEdit[],
): readonly PriceStep[] {
  const bySource = new Map<number, readonly PriceEdit[]>()
  for (const edit of edits) bySource.set(edit.sourceId, [...(bySource.get(edit.sourceId) ?? []), edit])
  return sources.flatMap(source => {
    const own = bySource.get(source.sourceId) ?? []
    if (own.length === 0) return []
    // its own profile would have the step in it
    const profile = profiles.byLikeness.get(likenessOf(source)) ?? profiles.account
    const exposure = pastExposure(source, profile, calendar, nowMs)
    const hourOf = (atMs: number) => Math.floor((atMs - source.firstHourMs) / HOUR_MS)
    const between = (from: number, until: number) => ({
      completes: source.completesByHour
        .slice(Math.max(0, from), Math.max(0, until))
        .reduce((sum, made) => sum + made, 0),
      exposureHours: exposureAt(exposure, until) - exposureAt(exposure, from),
    })
    return own.flatMap(({ atMs, fromCents, toCents }, at): readonly PriceStep[] => {
      // the hour of a step belongs to neither side
      const hour = hourOf(atMs)
      const [previous, next] = [own[at - 1], own[at + 1]]
      const before = between(Math.max(hour - SIDE_HOURS, previous === undefined ? 0 : hourOf(previous.atMs) + 1), hour)
      const after = between(
        hour + 1,
        Math.min(hour + 1 + SIDE_HOURS, next === undefined ? Infinity : hourOf(next.atMs)),
      )
      if (Math.min(before.exposureHours, after.exposureHours) < SIDE_EXPOSURE_MIN) return []
      return [
        {
          sourceId: source.sourceId,
          likeness: likenessOf(source),
          fromCents,
          toCents,
          completesBefore: before.completes,
          exposureHoursBefore: before.exposureHours,
          completesAfter: after.completes,
          exposureHoursAfter: after.exposureHours,
        },
      ]
    })
  })
}

/** The exposure until the beginning of an hour; before the first it is 0, after the last the whole. */
const exposureAt = (exposure: Float64Array, hour: number): number =>
  exposure[Math.min(Math.max(0, hour), exposure.length - 1)] ?? 0
