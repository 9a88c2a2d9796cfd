/** A time from one moment to another; `untilMs` null: it goes on. */
export interface Interval {
  readonly fromMs: number
  readonly untilMs: number | null
}

/** The past of a source, by the hour. Both arrays begin at `firstHourMs` and may end early: what follows is 0. */
export interface SourcePast {
  readonly sourceId: number
  readonly supplierId: number | null
  /** ISO 3166 code; null: several countries. */
  readonly country: string | null
  readonly targetCompletes: number
  readonly outOfFieldAtMs: number | null
  /** The start of the hour of its launch, UTC. */
  readonly firstHourMs: number
  readonly entrantsByHour: readonly number[]
  readonly completesByHour: readonly number[]
  /** The times in which it was live, in their order, without overlaps. A pause lies between two of them. */
  readonly liveIntervals: readonly Interval[]
}

/** A source whose field is over: full, or closed before that. */
export interface FinishedSource extends SourcePast {
  readonly endedAtMs: number
  readonly isFull: boolean
}

/** A source that is asked about: its past up to now, and what limits it from now on. */
export interface OpenSource extends SourcePast {
  /** Traffic control, a code of lookup 20: 1 none, 2 accelerated, 3 even. */
  readonly pacing: number
  readonly statedLoiMinutes: number
  /** Of its completes; null: there are too few. */
  readonly medianLoiMinutes: number | null
  /** For how long each respondent in progress has been in the survey. */
  readonly inflightAgesMinutes: readonly number[]
  /** The completes that the shares of its suppliers still allow; null: no such limit. */
  readonly allocationLeftCompletes: number | null
  /** The share of its entrants for whom a quota is open, from 0 to 1. */
  readonly openQuotaShare: number
}

/** The name of the pool of sources with the same supplier and country. */
export function likenessOf({ supplierId, country }: Pick<SourcePast, 'supplierId' | 'country'>): string {
  return `${supplierId ?? ''} ${country ?? ''}`
}

export function sumOf(counts: readonly number[]): number {
  let sum = 0
  for (const count of counts) sum += count
  return sum
}
