import { ADDENDS, addedBy, type Addend, type SummedMove } from '@desk/schema/columns/figure-terms'
import type { RollupCounts } from '@desk/schema/columns/rollup-counts'

/** Money in cents. */
const SUMS = [...ADDENDS, 'revenue', 'pricedRevenue'] as const
export type Sums = Readonly<Record<(typeof SUMS)[number], number>>

/** The ledger's counts of some sources at one moment. */
export interface CountsThen {
  readonly sums: Sums
  /** Interviews by their seconds; null: they were too many to read. */
  readonly lengths: ReadonlyMap<number, number> | null
  /** Live completes by the hour since 1970 in which they count. */
  readonly completesByHour: ReadonlyMap<number, number>
  readonly lastCompleteAt: Date | null
}

/** Lines of the ledger of one source that changed its sums alike. */
export interface MoveSince extends SummedMove {
  readonly sourceId: number
  readonly revenueCents: number
  readonly pricedRevenueCents: number
}

/** One complete that a line made (1), or took back (−1). */
export interface CompleteSince {
  readonly sourceId: number
  readonly sign: 1 | -1
  /** The hour since 1970 in which it counts. */
  readonly hour: number
  readonly seconds: number | null
}

const isAddend = (name: string): name is Addend => ADDENDS.some(addend => addend === name)

/** Takes the moves since a moment off the sums of now. */
export function sumsBefore(now: Sums, moves: readonly MoveSince[]): Sums {
  const moved = (name: (typeof SUMS)[number], move: MoveSince): number => {
    if (isAddend(name)) return addedBy(name, move)
    return name === 'revenue' ? move.revenueCents : move.pricedRevenueCents
  }
  return sumsOf(name => now[name] - moves.reduce((sum, move) => sum + moved(name, move), 0))
}

/** Takes completes since a moment off a histogram of now. */
export function countsBefore(
  now: ReadonlyMap<number, number>,
  completes: readonly CompleteSince[],
  keyOf: (complete: CompleteSince) => number | null,
): ReadonlyMap<number, number> {
  const counts = new Map(now)
  for (const complete of completes) {
    const key = keyOf(complete)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) - complete.sign)
  }
  return new Map([...counts].filter(([, count]) => count > 0))
}

/** The counts of several sources together, as of a survey or project. */
export function together(counts: readonly CountsThen[]): CountsThen {
  const times = counts.flatMap(({ lastCompleteAt }) => (lastCompleteAt === null ? [] : [lastCompleteAt.getTime()]))
  const lengths = counts.flatMap(({ lengths: own }) => (own === null ? [] : [own]))
  return {
    sums: sumsOf(name => counts.reduce((sum, { sums }) => sum + sums[name], 0)),
    lengths: lengths.length < counts.length ? null : added(lengths),
    completesByHour: added(counts.map(({ completesByHour }) => completesByHour)),
    lastCompleteAt: times.length === 0 ? null : new Date(Math.max(...times)),
  }
}

/** The counts in the form of a rollup's row, which figures are worked out from. */
export function asRollup({ sums, lengths, completesByHour, lastCompleteAt }: CountsThen): RollupThen {
  const { expense, revenue, pricedRevenue, ...counts } = sums
  return {
    ...counts,
    expenseCents: expense,
    revenueCents: revenue,
    pricedRevenueCents: pricedRevenue,
    loiMedianSeconds: lengths === null ? null : medianOf(lengths),
    lastCompleteAt,
    hours: [...completesByHour].toSorted(([one], [other]) => one - other),
  }
}

export interface RollupThen extends RollupCounts {
  readonly revenueCents: number
  readonly pricedRevenueCents: number
  readonly hours: readonly (readonly [hour: number, completes: number])[]
}

export const NO_SUMS = sumsOf(() => 0)

function sumsOf(valueOf: (name: (typeof SUMS)[number]) => number): Sums {
  return Object.fromEntries(SUMS.map(name => [name, valueOf(name)])) as Sums // every name is there
}

function added(all: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const sum = new Map<number, number>()
  for (const one of all) for (const [key, count] of one) sum.set(key, (sum.get(key) ?? 0) + count)
  return sum
}

/** The median of a histogram (§3.20): the mean of the two middle ones, where there are two. */
function medianOf(lengths: ReadonlyMap<number, number>): number | null {
  const sorted = [...lengths].toSorted(([one], [other]) => one - other)
  const count = sorted.reduce((sum, [, interviews]) => sum + interviews, 0)
  if (count === 0) return null
  const at = (place: number): number => {
    let passed = 0
    for (const [seconds, interviews] of sorted) if ((passed += interviews) > place) return seconds
    return 0
  }
  return (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2
}
