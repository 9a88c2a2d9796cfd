import type { QueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache keys of accounts, as super admins manage them. */
export const ACCOUNTS = 'managed accounts'
/** The first part of the cache keys of an account's members. */
export const MEMBERS = 'account members'

/** Invalidates cached reads of accounts after one was created or changed: the switch of accounts lists them too. */
export function forgetAccounts(queryClient: QueryClient): void {
  for (const key of [ACCOUNTS, MEMBERS, 'accounts.list', 'managedAccounts.list', HISTORY])
    void queryClient.invalidateQueries({ queryKey: [key] })
}
