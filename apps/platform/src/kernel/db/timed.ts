/** A query with node-postgres' time-out for one query, which its types do not know. */
export function timed(text: string, queryTimeoutMs: number): { text: string; query_timeout: number } {
  return { text, query_timeout: queryTimeoutMs }
}
