import { placeOf, placeText } from '#kit/respondents/explain-search.ts'
import type { RawSearch } from '#kit/tables/table-search.ts'
import type { OverlaySubject } from './overlay-subjects.ts'

/** The names that this tab has shown: an address has none. */
const names = new Map<string, string>()

/** The part of the URL that opens the status history of an object: `12` of a source, `survey-20`. */
export function historySearch({ name, ...place }: OverlaySubject) {
  const history = placeText(place)
  names.set(String(history), name)
  return { history }
}

/** Reads whose status history the URL opens; undefined: none. */
export function readHistory(raw: RawSearch): OverlaySubject | undefined {
  const place = placeOf(raw['history'])
  return place && { ...place, name: names.get(String(placeText(place))) ?? `${place.scope} ${place.id}` }
}
