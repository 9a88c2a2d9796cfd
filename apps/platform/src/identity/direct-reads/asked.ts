import { LIST_LIMIT_MAX } from '@desk/api/lists'
import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { pageOf, type Page } from '#kernel/lists/page'

const LIMIT = /^[1-9]\d{0,3}$/
const OFFSET = /^(?:0|[1-9]\d{0,5})$/
const ID = /^[1-9]\d{0,9}$/

/** Reads an id in its usual form; null: leave the request to the contract. */
export function askedId(text: string | null | undefined): number | null {
  return text && ID.test(text) && Number(text) <= GREATEST_ID ? Number(text) : null
}

/**
 * Reads the requested page of a list; null if the query holds anything else, or a name twice: leave the request to the
 * contract.
 * @param others further names that the query may hold
 */
export function askedPage(query: URLSearchParams, others: readonly string[] = []): Page | null {
  const names = [...query.keys()]
  if (new Set(names).size < names.length || names.some(name => !['limit', 'offset', ...others].includes(name)))
    return null
  const [limit, offset] = [query.get('limit'), query.get('offset')]
  if (limit !== null && !(LIMIT.test(limit) && Number(limit) <= LIST_LIMIT_MAX)) return null
  if (offset !== null && !OFFSET.test(offset)) return null
  return pageOf({
    ...(limit === null ? {} : { limit: Number(limit) }),
    ...(offset === null ? {} : { offset: Number(offset) }),
  })
}
