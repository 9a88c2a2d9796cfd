import { withoutUrn } from './scim-filter.ts'

const ALWAYS = new Set(['schemas', 'id'])

/** The attribute of a path: `name` of `name.givenName`. */
function attributeOf(path: string): string {
  const [attribute = ''] = withoutUrn(path).split('.', 1)
  return attribute.toLowerCase()
}

const namesIn = (text: string | null): ReadonlySet<string> | null =>
  text === null || text === '' ? null : new Set(text.split(',').map(attributeOf))

/** Whether a query wants an attribute of a resource. */
export function wants(query: URLSearchParams, name: string): boolean {
  if (ALWAYS.has(name)) return true
  const [only, without] = [namesIn(query.get('attributes')), namesIn(query.get('excludedAttributes'))]
  const lower = name.toLowerCase()
  return only === null ? without?.has(lower) !== true : only.has(lower)
}

/** The attributes of a resource that are asked for (RFC 7644 §3.9), each as a whole. */
export const picked = (resource: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => wants(query, name)))
