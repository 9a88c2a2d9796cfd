import type { BulkResult, Commission, Failed } from './bulk-calls.ts'
import type { ChosenRow } from './bulk-rows.ts'

/** How the failed ones are tried again: sent again as they were, or planned again from their present state. */
export type Retry =
  | { readonly how: 'send'; readonly again: readonly Commission[]; readonly kept: readonly BulkResult[] }
  | { readonly how: 'ask'; readonly rows: readonly ChosenRow[]; readonly kept: readonly BulkResult[] }

const isFailed = (result: BulkResult): result is Failed => result.outcome === 'failed'

/**
 * Plans a retry; null: it would be pointless. Unanswered calls go first, under their keys: they may have been performed, and
 * reading again would hide that. Refused ones are planned again; a refused undo is not, because another user has changed the row.
 */
export function retryOf(results: readonly BulkResult[], isUndo: boolean): Retry | null {
  const failed = results.filter(isFailed)
  const unanswered = failed.filter(({ why }) => why === 'unanswered')
  const without = (gone: readonly BulkResult[]) => results.filter(result => !gone.includes(result))
  if (unanswered.length > 0)
    return { how: 'send', again: unanswered.map(({ change, key }) => ({ change, key })), kept: without(unanswered) }
  if (isUndo || failed.length === 0) return null
  return { how: 'ask', rows: failed.map(({ change: { id, name } }) => ({ id, name })), kept: without(failed) }
}
