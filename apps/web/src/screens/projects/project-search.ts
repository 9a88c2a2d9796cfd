import type { StatusCode } from '@desk/schema/statuses/status'
import { compact, idOf, readTableSearch, statusOf, type RawSearch, type TableSearch } from '../../widgets/tables/table-search.ts'

/** What means "no filter" in a filter's list (§3.30). */
export const ALL = 'all'

/** The project list's part of the URL (§2.10, §3.30). */
export interface ProjectSearch extends TableSearch {
  readonly status?: StatusCode
  readonly consultant?: number
  readonly business_unit_ud?: number
}

/** The filters that the platform knows (§3.30). */
export type ProjectFilter = 'status' | 'consultant' | 'business_unit_ud'

/** Reads the project list's query; 'all' and what makes no sense mean no filter. */
export function readProjectSearch(raw: RawSearch): ProjectSearch {
  return compact({
    ...readTableSearch(raw),
    status: statusOf(raw['status']),
    consultant: idOf(raw['consultant']),
    business_unit_ud: idOf(raw['business_unit_ud']),
  })
}

/** What a choice in a filter's list makes of the URL: 'all' takes the filter away (§3.30). */
export function withFilter(search: ProjectSearch, filter: ProjectFilter, chosen: string): ProjectSearch {
  return readProjectSearch({ ...search, [filter]: chosen === ALL ? undefined : chosen })
}

/** The choice that a filter's list shows. */
export function chosenFilter(search: ProjectSearch, filter: ProjectFilter): string {
  return search[filter] === undefined ? ALL : String(search[filter])
}

/** The query of api:P1: filters that are set, and never 'all' (§3.30). Search and order happen in the page. */
export function projectQuery(search: ProjectSearch): { status?: number; consultant?: number; business_unit_ud?: number } {
  return compact({ status: search.status, consultant: search.consultant, business_unit_ud: search.business_unit_ud })
}
