import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'

export const SHELVES = ['own', 'library'] as const
/** The account's own, or those that every account has. */
export type Shelf = (typeof SHELVES)[number]

/** The filters of the qualification list, as the URL has them. */
export interface QualificationListFilters {
  readonly type?: number
  readonly category?: number
  readonly class?: number
}

/** Reads the filters from the query; 'all' and invalid values mean no filter. */
export function readFilters(raw: RawSearch): QualificationListFilters {
  return compact({ type: idOf(raw['type']), category: idOf(raw['category']), class: idOf(raw['class']) })
}

export const readShelf = (raw: RawSearch): Shelf => SHELVES.find(shelf => shelf === raw['shelf']) ?? 'own'
