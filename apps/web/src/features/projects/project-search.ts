import type { StatusCode } from '@desk/schema/statuses/status'
import { compact, idOf, statusOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The filters that the platform knows (§3.30), as the URL has them. */
export interface ProjectFilters {
  readonly status?: StatusCode
  readonly consultant?: number
  readonly business_unit_ud?: number
}

/** Reads the filters from the query; 'all' and invalid values mean no filter. They are also the query of api:P1. */
export function readProjectFilters(raw: RawSearch): ProjectFilters {
  return compact({
    status: statusOf(raw['status']),
    consultant: idOf(raw['consultant']),
    business_unit_ud: idOf(raw['business_unit_ud']),
  })
}
