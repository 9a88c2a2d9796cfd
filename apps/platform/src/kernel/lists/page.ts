import { LIST_LIMIT_DEFAULT } from '@desk/api/lists'

/** The requested part of a list, from the query. */
export interface PageQuery {
  readonly limit?: number
  readonly offset?: number
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Every list has a limit, asked for or not. */
export function pageOf({ limit = LIST_LIMIT_DEFAULT, offset = 0 }: PageQuery): Page {
  return { limit, offset }
}
