import { zoneOffsetMinutes } from '#ui/format/offsets.ts'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** Sessions of one page of the list. */
export const PAGE_SESSIONS = 50
const LONGEST_TEXT = 200
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Relative ranges, which stay relative in the URL. */
export const RANGES = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
export type Range = keyof typeof RANGES

/** The search conditions in the URL. */
export interface SessionSearch {
  readonly user?: string
  readonly account?: number
  readonly route?: string
  readonly error?: string
  readonly within?: Range
  /** Days in the user's zone, '2026-11-09'; both are in. */
  readonly from?: string
  readonly to?: string
  /** From 1. */
  readonly page?: number
}

const isRange = (value: unknown): value is Range => typeof value === 'string' && Object.hasOwn(RANGES, value)

/** A valid day from a date field; while its year is typed, the field gives a year of the first centuries. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(value)) return undefined
  const atMs = Date.parse(`${value}T00:00:00Z`)
  return Number.isFinite(atMs) && new Date(atMs).toISOString().startsWith(value) ? value : undefined
}

/** Reads the search from the query; invalid values are no condition. */
export function readSessionSearch(raw: RawSearch): SessionSearch {
  const within = raw['within']
  return compact({
    user: textOf(raw['user'])?.slice(0, LONGEST_TEXT),
    account: idOf(raw['account']),
    route: textOf(raw['route'])?.slice(0, LONGEST_TEXT),
    error: textOf(raw['error'])?.slice(0, LONGEST_TEXT),
    within: isRange(within) ? within : undefined,
    from: isRange(within) ? undefined : dayOf(raw['from']),
    to: isRange(within) ? undefined : dayOf(raw['to']),
    page: Math.min(idOf(raw['page']) ?? 1, 10_000),
  })
}

/** The moment at which a day begins in a zone. */
function dayStart(day: string, zone: string): number {
  const utcMs = Date.parse(`${day}T00:00:00Z`)
  const guessMs = utcMs - zoneOffsetMinutes(zone, utcMs) * MINUTE_MS
  // The offset at that moment: on a day when clocks change, that of the UTC midnight is another.
  return utcMs - zoneOffsetMinutes(zone, guessMs) * MINUTE_MS
}

/**
 * Gives the query of the search. It asks for one session more than the page shows, to know whether there is a next page.
 * @param nowMs where relative ranges end
 * @param zone in which days are meant
 */
export function queryOf(
  { user, account, route, error, within, from, to, page = 1 }: SessionSearch,
  nowMs: number,
  zone: string,
) {
  const fromMs = within === undefined ? (from === undefined ? undefined : dayStart(from, zone)) : nowMs - RANGES[within]
  // A day after a day is 23 to 25 hours later: noon of it is always on it.
  const afterMs =
    to === undefined
      ? undefined
      : dayStart(new Date(Date.parse(`${to}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10), zone)
  return {
    ...compact({ user, account, route, error }),
    ...(fromMs === undefined ? {} : { from: new Date(fromMs).toISOString() }),
    ...(afterMs === undefined ? {} : { to: new Date(afterMs - 1).toISOString() }),
    limit: PAGE_SESSIONS + 1,
    offset: (page - 1) * PAGE_SESSIONS,
  }
}

/** Whether anything is looked for. */
export const isSearched = (search: SessionSearch): boolean => Object.keys(search).some(name => name !== 'page')
