import { ROUTE_WORDS } from './route-words.ts'

/** Fixed parts of paths outside the contract. */
const OTHER_WORDS: ReadonlySet<string> = new Set([
  'assets',
  'entry',
  'Groups',
  'healthz',
  'livez',
  'openapi.json',
  'readyz',
  'return',
  'scim',
  'socket.io',
  'Users',
  'version.json',
])
const MOST_PARTS = 12

/**
 * Gives the route of a request for a trace: each part of its path that is not a fixed word of the desk's own addresses is `{}`, so
 * that no id, token or typed text is in it (S4), and routes are few.
 * @param url path and query as they came
 */
export function tracedRoute(url: string | undefined): string {
  const [path = ''] = (url ?? '').split('?', 1)
  const parts = path.split('/', MOST_PARTS + 1).slice(1)
  return `/${parts.map(part => (part === '' || ROUTE_WORDS.has(part) || OTHER_WORDS.has(part) ? part : '{}')).join('/')}`
}
