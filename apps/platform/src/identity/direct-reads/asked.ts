import { LIST_LIMIT_MAX } from '@desk/api/lists'
import { pageOf, type Page } from '#kernel/lists/page'

const GREATEST_ID = 2_147_483_647
const LIMIT = /^[1-9]\d{0,3}$/
const OFFSET = /^(?:0|[1-9]\d{0,5})$/
const ID = /^[1-9]\d{0,9}$/

/** Reads an id as it is commonly written; null: the contract is to judge it. */
export function askedId(text: string | null | undefined): number | null {
  return text && ID.test(text) && Number(text) <= GREATEST_ID ? Number(text) : null
}

/**
 * Reads which page of a list is asked for; null where the query holds anything else, or the same twice: the contract is to judge it.
 * @param others names that the query may hold besides
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
