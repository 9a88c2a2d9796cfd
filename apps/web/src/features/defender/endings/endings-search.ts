import { RESPONDENT_STATE_LABELS, type RespondentCode } from '@desk/schema/respondents/state'
import type { DaysUntilNow } from '#kit/tables/days-until-now.ts'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'
import { enteredWithin, readEnteredSpan, type EnteredSpan } from '../entered-span.ts'

export const DEFAULT_DAYS: DaysUntilNow = 1

/** The URL's part of the overview. */
export interface EndingSearch extends EnteredSpan {
  readonly code?: RespondentCode
  readonly rule?: string
  /** 0: respondents without a supplier. */
  readonly supplier?: number
  readonly source?: number
  /** The respondents behind the figures are shown. */
  readonly people?: true
}

const isCode = (code: number | undefined): code is RespondentCode =>
  code !== undefined && code in RESPONDENT_STATE_LABELS

/** Reads the URL; ignores an invalid filter, and a supplier where suppliers are not open to the viewer. */
export function readEndingSearch(raw: RawSearch, seesSuppliers: boolean): EndingSearch {
  const code = idOf(raw['code'])
  const supplier = raw['supplier'] === 0 || raw['supplier'] === '0' ? 0 : idOf(raw['supplier'])
  return compact({
    ...readEnteredSpan(raw),
    code: isCode(code) ? code : undefined,
    rule: textOf(raw['rule'])?.slice(0, 100),
    supplier: seesSuppliers ? supplier : undefined,
    source: idOf(raw['source']),
    people: raw['people'] === true || raw['people'] === 'true' ? (true as const) : undefined,
  })
}

/** The query of the calls. @param nowMs a relative time ends with the hour that it lies in @param zone IANA name */
export function endingQuery(
  { days = DEFAULT_DAYS, from, until, people: _shown, ...choice }: EndingSearch,
  nowMs: number,
  zone: string,
) {
  return { ...choice, ...enteredWithin({ days, from, until }, nowMs, zone) }
}
