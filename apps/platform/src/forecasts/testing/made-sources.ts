import { HOUR_MS } from '#ledger/facts/pacing'
import type { FinishedSource, OpenSource } from '../source-past.ts'

/** Monday, 2 March 2026, 00:00 UTC. */
export const MONDAY_MS = Date.UTC(2026, 2, 2)

let lastId = 0

/** A source that was live from Monday on, with 10 entrants and `completes[i]` in each hour. */
export function openSource(completesByHour: readonly number[], change: Partial<OpenSource> = {}): OpenSource {
  return {
    sourceId: ++lastId,
    supplierId: 7,
    country: 'US',
    targetCompletes: 100,
    outOfFieldAtMs: null,
    firstHourMs: MONDAY_MS,
    entrantsByHour: completesByHour.map(() => 10),
    completesByHour,
    liveIntervals: [{ fromMs: MONDAY_MS, untilMs: null }],
    pacing: 1,
    statedLoiMinutes: 10,
    medianLoiMinutes: null,
    inflightAgesMinutes: [],
    allocationLeftCompletes: null,
    openQuotaShare: 1,
    ...change,
  }
}

/** A source that got a complete an hour, then `latePace` of that from half of its target on, until it was full. */
export function finishedSource(latePace: number, change: Partial<FinishedSource> = {}): FinishedSource {
  const targetCompletes = 100
  const completesByHour: number[] = []
  let [completes, owed] = [0, 0]
  while (completes < targetCompletes) {
    owed += completes < targetCompletes / 2 ? 1 : latePace
    const now = Math.floor(owed)
    owed -= now
    completes += now
    completesByHour.push(now)
  }
  const endedAtMs = MONDAY_MS + completesByHour.length * HOUR_MS
  return {
    sourceId: ++lastId,
    supplierId: 7,
    country: 'US',
    targetCompletes,
    outOfFieldAtMs: null,
    firstHourMs: MONDAY_MS,
    entrantsByHour: completesByHour.map(() => 10),
    completesByHour,
    liveIntervals: [{ fromMs: MONDAY_MS, untilMs: endedAtMs }],
    endedAtMs,
    isFull: true,
    ...change,
  }
}

export const hours = (count: number, completes = 1): readonly number[] => Array.from({ length: count }, () => completes)
export const afterHours = (count: number): number => MONDAY_MS + count * HOUR_MS
