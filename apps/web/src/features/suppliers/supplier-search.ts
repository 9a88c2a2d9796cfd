import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The filters of the supplier list, as the URL has them: codes of their lists. */
export interface SupplierListFilters {
  readonly type?: number
  readonly recruitment?: number
}

/** Reads the filters from the query; 'all' and invalid values mean no filter. */
export function readSupplierFilters(raw: RawSearch): SupplierListFilters {
  return compact({ type: idOf(raw['type']), recruitment: idOf(raw['recruitment']) })
}
