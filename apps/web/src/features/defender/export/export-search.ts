import { EXPORT_MODES, type ExportFilters, type ExportMode } from '@desk/schema/defender/export'
import { RESPONDENT_STATE_LABELS, type RespondentCode } from '@desk/schema/respondents/state'
import type { DaysUntilNow } from '#kit/tables/days-until-now.ts'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'
import { enteredWithin, readEnteredSpan, type EnteredSpan } from '../entered-span.ts'

export const DEFAULT_DAYS: DaysUntilNow = 7

/** The URL's part of an export. */
export interface ExportSearch extends EnteredSpan, Omit<ExportFilters, 'from' | 'until'> {}

const isCode = (code: number | undefined): code is RespondentCode =>
  code !== undefined && code in RESPONDENT_STATE_LABELS
const modeOf = (text: unknown): ExportMode | undefined => EXPORT_MODES.find(mode => mode === text)

/** Reads the URL; ignores an invalid filter, and a supplier where suppliers are not open to the viewer. */
export function readExportSearch(raw: RawSearch, seesSuppliers: boolean): ExportSearch {
  const code = idOf(raw['code'])
  const country = textOf(raw['country'])
  const supplier = raw['supplier'] === 0 || raw['supplier'] === '0' ? 0 : idOf(raw['supplier'])
  return compact({
    ...readEnteredSpan(raw),
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
  { days = DEFAULT_DAYS, from, until, ...choice }: ExportSearch,
  nowMs: number,
  zone: string,
): ExportFilters {
  return { ...choice, ...enteredWithin({ days, from, until }, nowMs, zone) }
}
