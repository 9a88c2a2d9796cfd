import { RESPONDENT_STATE_LABELS, type RespondentCode } from '@desk/schema/respondents/state'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'
import { readTimeSpan, withInstants } from '#kit/tables/time-span.ts'

const HOUR_MS = 3_600_000

/** The times that one chooses by a press; the URL keeps them relative. */
export const ENDING_RANGES = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
} as const
export type EndingRange = keyof typeof ENDING_RANGES
export const DEFAULT_RANGE: EndingRange = 1

/** What the URL has of the overview. */
export interface EndingSearch {
  readonly days?: EndingRange
  /** By the viewer's clock; both together replace the days. */
  readonly from?: string
  readonly until?: string
  readonly code?: RespondentCode
  readonly rule?: string
  /** 0: respondents without a supplier. */
  readonly supplier?: number
  readonly source?: number
  /** The respondents behind the figures are shown. */
  readonly people?: true
}

const isRange = (days: unknown): days is EndingRange => typeof days === 'number' && days in ENDING_RANGES
const isCode = (code: number | undefined): code is RespondentCode =>
  code !== undefined && code in RESPONDENT_STATE_LABELS

/** Reads the URL; what is no filter is ignored, and a supplier where suppliers are not open to the viewer. */
export function readEndingSearch(raw: RawSearch, seesSuppliers: boolean): EndingSearch {
  const { from, until } = readTimeSpan(raw)
  const days = idOf(raw['days'])
  const code = idOf(raw['code'])
  const supplier = raw['supplier'] === 0 || raw['supplier'] === '0' ? 0 : idOf(raw['supplier'])
  return compact({
    ...(from === undefined || until === undefined ? {} : { from, until }),
    days: isRange(days) ? days : undefined,
    code: isCode(code) ? code : undefined,
    rule: textOf(raw['rule'])?.slice(0, 100),
    supplier: seesSuppliers ? supplier : undefined,
    source: idOf(raw['source']),
    people: raw['people'] === true || raw['people'] === 'true' ? (true as const) : undefined,
  })
}

/** The query of the calls. @param nowMs a relative time ends with the hour that it lies in @param zone IANA name */
export function endingQuery(
  { days = DEFAULT_RANGE, from, until, people: _shown, ...choice }: EndingSearch,
  nowMs: number,
  zone: string,
) {
  if (from !== undefined && until !== undefined) {
    const { from: first, until: end } = withInstants({ from, until }, zone)
    return { ...choice, from: first, until: end }
  }
  const end = Math.ceil(nowMs / HOUR_MS) * HOUR_MS
  return {
    ...choice,
    from: new Date(end - days * 24 * HOUR_MS).toISOString(),
    until: new Date(end).toISOString(),
  }
}
