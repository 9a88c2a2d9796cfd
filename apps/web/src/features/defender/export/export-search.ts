import { EXPORT_MODES, type ExportFilters, type ExportMode } from '@desk/schema/defender/export'
import { RESPONDENT_STATE_LABELS, type RespondentCode } from '@desk/schema/respondents/state'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'
import { readTimeSpan, withInstants } from '#kit/tables/time-span.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** The times that one chooses by a press; the URL keeps them relative. */
export const EXPORT_RANGES = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
} as const
export type ExportRange = keyof typeof EXPORT_RANGES
export const DEFAULT_RANGE: ExportRange = 7

/** What the URL has of an export. */
export interface ExportSearch extends Omit<ExportFilters, 'from' | 'until'> {
  readonly days?: ExportRange
  /** By the viewer's clock; both together replace the days. */
  readonly from?: string
  readonly until?: string
}

const isRange = (days: unknown): days is ExportRange => typeof days === 'number' && days in EXPORT_RANGES
const isCode = (code: number | undefined): code is RespondentCode =>
  code !== undefined && code in RESPONDENT_STATE_LABELS
const modeOf = (text: unknown): ExportMode | undefined => EXPORT_MODES.find(mode => mode === text)

/** Reads the URL; what is no filter is ignored, and a supplier where suppliers are not open to the viewer. */
export function readExportSearch(raw: RawSearch, seesSuppliers: boolean): ExportSearch {
  const { from, until } = readTimeSpan(raw)
  const days = idOf(raw['days'])
  const code = idOf(raw['code'])
  const country = textOf(raw['country'])
  const supplier = raw['supplier'] === 0 || raw['supplier'] === '0' ? 0 : idOf(raw['supplier'])
  return compact({
    ...(from === undefined || until === undefined ? {} : { from, until }),
    days: isRange(days) ? days : undefined,
    code: isCode(code) ? code : undefined,
    rule: textOf(raw['rule'])?.slice(0, 100),
    mode: modeOf(raw['mode']),
    supplier: seesSuppliers ? supplier : undefined,
    project: idOf(raw['project']),
    survey: idOf(raw['survey']),
    source: idOf(raw['source']),
    country: country !== undefined && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : undefined,
  })
}

/** The query of the calls. @param nowMs a relative time ends with the hour that it lies in @param zone IANA name */
export function exportQuery(
  { days = DEFAULT_RANGE, from, until, ...choice }: ExportSearch,
  nowMs: number,
  zone: string,
): ExportFilters {
  if (from !== undefined && until !== undefined) {
    const { from: first, until: end } = withInstants({ from, until }, zone)
    return { ...choice, from: first, until: end }
  }
  const end = Math.ceil(nowMs / HOUR_MS) * HOUR_MS
  return {
    ...choice,
    from: new Date(end - days * DAY_HOURS * HOUR_MS).toISOString(),
    until: new Date(end).toISOString(),
  }
}
