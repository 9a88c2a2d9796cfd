import { COLUMN_OF_STATE, type CountColumn, type RespondentCode } from '@desk/schema/respondents/state'
import { hourOf } from './pacing.ts'

export interface HourTally {
  entrants: number
  completesLive: number
  completesTest: number
}

/** What a batch adds to the figures of one source, survey or project. */
export interface Tally {
  entrants: number
  readonly columns: Record<CountColumn, number>
  /** Completes that have a price: an exchange's have none, and the least price is a cent. */
  pricedCompletes: number
  expenseCents: number
  revenueCents: number
  /** Interviews of each length, in seconds. */
  readonly loi: Map<number, number>
  readonly hours: Map<number, HourTally>
  lastStartAtMs: number | null
  lastCompleteAtMs: number | null
}

export function emptyTally(): Tally {
  return {
    entrants: 0,
    columns: { eqTerms: 0, terms: 0, oQs: 0, sqTerms: 0, abandons: 0, inflight: 0, completes: 0 },
    pricedCompletes: 0,
    expenseCents: 0,
    revenueCents: 0,
    loi: new Map(),
    hours: new Map(),
    lastStartAtMs: null,
    lastCompleteAtMs: null,
  }
}

/** The states that are billed (domain.md §3). */
export function isComplete(code: RespondentCode | null): boolean {
  return code === 30 || code === 51
}

export function isInflight(code: RespondentCode | null): boolean {
  return code === 10 || code === 11
}

/** A respondent's step from one state to another, with what it carries into and out of the figures. */
export interface Move {
  readonly from: RespondentCode | null
  readonly to: RespondentCode
  readonly atMs: number
  readonly isTest: boolean
  readonly before: Carried
  readonly after: Carried
}

/** What a respondent who is a complete carries. */
export interface Carried {
  readonly interviewSeconds: number | null
  readonly cpiCents: number | null
  readonly sellPriceCents: number | null
  readonly endedAtMs: number | null
}

function hourTally(tally: Tally, atMs: number): HourTally {
  const hour = hourOf(atMs)
  let counts = tally.hours.get(hour)
  if (counts === undefined) tally.hours.set(hour, (counts = { entrants: 0, completesLive: 0, completesTest: 0 }))
  return counts
}

function addInterview(tally: Tally, seconds: number | null, interviews: 1 | -1): void {
  if (seconds === null) return
  const sum = (tally.loi.get(seconds) ?? 0) + interviews
  if (sum === 0) tally.loi.delete(seconds)
  else tally.loi.set(seconds, sum)
}

function hasPrice({ cpiCents }: Carried): boolean {
  return cpiCents !== null && cpiCents > 0
}

/** Counts a move: the column it leaves, the one it enters, and what a complete brings or takes (§3.10–3.22, §3.24). */
export function countMove(tally: Tally, { from, to, atMs, isTest, before, after }: Move): void {
  const became = isComplete(to) && !isComplete(from)
  const ceased = isComplete(from) && !isComplete(to)
  if (isTest) {
    if (became) hourTally(tally, atMs).completesTest += 1
    if (ceased) hourTally(tally, before.endedAtMs ?? atMs).completesTest -= 1
    return
  }
  if (from === null) {
    tally.entrants += 1
    hourTally(tally, atMs).entrants += 1
  } else tally.columns[COLUMN_OF_STATE[from]] -= 1
  tally.columns[COLUMN_OF_STATE[to]] += 1
  if (isInflight(to)) tally.lastStartAtMs = Math.max(atMs, tally.lastStartAtMs ?? atMs)
  if (became) {
    hourTally(tally, atMs).completesLive += 1
    if (hasPrice(after)) tally.pricedCompletes += 1
    tally.expenseCents += after.cpiCents ?? 0
    tally.revenueCents += after.sellPriceCents ?? 0
    addInterview(tally, after.interviewSeconds, 1)
    tally.lastCompleteAtMs = Math.max(atMs, tally.lastCompleteAtMs ?? atMs)
  }
  if (ceased) {
    hourTally(tally, before.endedAtMs ?? atMs).completesLive -= 1
    if (hasPrice(before)) tally.pricedCompletes -= 1
    tally.expenseCents -= before.cpiCents ?? 0
    tally.revenueCents -= before.sellPriceCents ?? 0
    addInterview(tally, before.interviewSeconds, -1)
  }
}

/** Adds a source's tally to that of its survey or project. */
export function addTally(sum: Tally, part: Tally): void {
  sum.entrants += part.entrants
  for (const column of Object.keys(part.columns) as CountColumn[]) sum.columns[column] += part.columns[column] // its own keys
  sum.pricedCompletes += part.pricedCompletes
  sum.expenseCents += part.expenseCents
  sum.revenueCents += part.revenueCents
  for (const [seconds, interviews] of part.loi) {
    const total = (sum.loi.get(seconds) ?? 0) + interviews
    if (total === 0) sum.loi.delete(seconds)
    else sum.loi.set(seconds, total)
  }
  for (const [hour, counts] of part.hours) {
    const total = hourTally(sum, hour)
    total.entrants += counts.entrants
    total.completesLive += counts.completesLive
    total.completesTest += counts.completesTest
  }
  if (part.lastStartAtMs !== null)
    sum.lastStartAtMs = Math.max(part.lastStartAtMs, sum.lastStartAtMs ?? part.lastStartAtMs)
  if (part.lastCompleteAtMs !== null)
    sum.lastCompleteAtMs = Math.max(part.lastCompleteAtMs, sum.lastCompleteAtMs ?? part.lastCompleteAtMs)
}
