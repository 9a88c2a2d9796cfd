import { RESPONDENT_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import { hourOf } from './pacing.ts'

export interface HourTally {
  entrants: number
  completesLive: number
  completesTest: number
}

/** Every state, in the order of its code. */
export const CODES: readonly RespondentCode[] = Object.values(RESPONDENT_CODES)

/**
 * A batch's additions to the counts and the money of one source, survey or project, or of a supplier within a source.
 */
export interface Counts {
  entrants: number
  readonly byCode: Record<RespondentCode, number>
  /** Completes whose supply price is known: at least a cent. An exchange's have none. */
  pricedCompletes: number
  expenseCents: number
  revenueCents: number
  /** The revenue of the priced completes: the margin is this less the expense. */
  pricedRevenueCents: number
}

/** A batch's additions to the figures of one source, survey or project. */
export interface Tally extends Counts {
  /** Interviews of each length, in seconds. */
  readonly loi: Map<number, number>
  readonly hours: Map<number, HourTally>
  lastStartAtMs: number | null
  lastCompleteAtMs: number | null
}

function nobody(): Record<RespondentCode, number> {
  return { 10: 0, 11: 0, 20: 0, 21: 0, 22: 0, 30: 0, 31: 0, 32: 0, 33: 0, 34: 0, 35: 0, 40: 0, 50: 0, 51: 0 }
}

export function emptyCounts(): Counts {
  return { entrants: 0, byCode: nobody(), pricedCompletes: 0, expenseCents: 0, revenueCents: 0, pricedRevenueCents: 0 }
}

export function emptyTally(): Tally {
  return {
    entrants: 0,
    byCode: nobody(),
    pricedCompletes: 0,
    expenseCents: 0,
    revenueCents: 0,
    pricedRevenueCents: 0,
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

/** A complete has the prices at which it was one; a rejected one keeps them, should it be accepted again. */
export function keepsPrice(code: RespondentCode): boolean {
  return isComplete(code) || code === RESPONDENT_CODES.rejected
}

export function isInflight(code: RespondentCode | null): boolean {
  return code === 10 || code === 11
}

export function completesOf({ byCode }: Counts): number {
  return byCode[30] + byCode[51]
}

export function inflightOf({ byCode }: Counts): number {
  return byCode[10] + byCode[11]
}

/** A respondent's step from one state to another, with what it adds to and takes from the figures. */
export interface Move {
  readonly from: RespondentCode | null
  readonly to: RespondentCode
  readonly atMs: number
  readonly isTest: boolean
  readonly before: Carried
  readonly after: Carried
}

/** A complete's additions to the figures. */
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

/**
 * Counts a move of a respondent who is no test: the state it leaves, the one it enters, and the money that a complete adds or
 * takes back.
 */
export function countState(counts: Counts, { from, to, before, after }: Move): void {
  if (from === null) counts.entrants += 1
  else counts.byCode[from] -= 1
  counts.byCode[to] += 1
  if (isComplete(to) === isComplete(from)) return
  const [sign, { cpiCents, sellPriceCents }] = isComplete(to) ? ([1, after] as const) : ([-1, before] as const)
  const brings = sign * (sellPriceCents ?? 0)
  counts.revenueCents += brings
  if (cpiCents === null || cpiCents <= 0) return
  counts.pricedCompletes += sign
  counts.expenseCents += sign * cpiCents
  counts.pricedRevenueCents += brings
}

/** Counts a move: its state, its hour, and what a complete adds or takes back (§3.10–3.22, §3.24). */
export function countMove(tally: Tally, move: Move): void {
  const { from, to, atMs, isTest, before, after } = move
  const became = isComplete(to) && !isComplete(from)
  const ceased = isComplete(from) && !isComplete(to)
  if (isTest) {
    if (became) hourTally(tally, atMs).completesTest += 1
    if (ceased) hourTally(tally, before.endedAtMs ?? atMs).completesTest -= 1
    return
  }
  countState(tally, move)
  if (from === null) hourTally(tally, atMs).entrants += 1
  if (isInflight(to)) tally.lastStartAtMs = Math.max(atMs, tally.lastStartAtMs ?? atMs)
  if (became) {
    hourTally(tally, atMs).completesLive += 1
    addInterview(tally, after.interviewSeconds, 1)
    tally.lastCompleteAtMs = Math.max(atMs, tally.lastCompleteAtMs ?? atMs)
  }
  if (ceased) {
    hourTally(tally, before.endedAtMs ?? atMs).completesLive -= 1
    addInterview(tally, before.interviewSeconds, -1)
  }
}

/** Adds a source's tally to that of its survey or project. */
export function addTally(sum: Tally, part: Tally): void {
  sum.entrants += part.entrants
  for (const code of CODES) sum.byCode[code] += part.byCode[code]
  sum.pricedCompletes += part.pricedCompletes
  sum.expenseCents += part.expenseCents
  sum.revenueCents += part.revenueCents
  sum.pricedRevenueCents += part.pricedRevenueCents
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
