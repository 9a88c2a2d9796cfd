import type { StatusCode } from '@desk/schema/statuses/status'
import { compact, idOf, statusOf, type RawSearch } from '../../widgets/tables/table-search.ts'

/** What means "no filter" in a filter's list (§3.30). */
export const ALL = 'all'

/** The filters that the platform knows (§3.30), as the URL has them. */
export interface ProjectFilters {
  readonly status?: StatusCode
  readonly consultant?: number
  readonly business_unit_ud?: number
}
export type ProjectFilterName = keyof ProjectFilters

/** Reads the filters from the query; 'all' and what makes no sense mean no filter. They are the query of api:P1 as well. */
export function readProjectFilters(raw: RawSearch): ProjectFilters {
  return compact({
    status: statusOf(raw['status']),
    consultant: idOf(raw['consultant']),
    business_unit_ud: idOf(raw['business_unit_ud']),
  })
}

/** What a choice in a filter's list changes in the URL: 'all' takes the filter out of it (§3.30). */
export function filterChange(filter: ProjectFilterName, chosen: string): { readonly [name in ProjectFilterName]?: number | undefined } {
  return { [filter]: chosen === ALL ? undefined : idOf(chosen) }
}

/** The choice that a filter's list shows. */
export function chosenFilter(filters: ProjectFilters, filter: ProjectFilterName): string {
  return filters[filter] === undefined ? ALL : String(filters[filter])
}
