import type { Account } from '@desk/schema/accounts/account'
import type { CodeItem, TimeZoneItem } from '@desk/schema/lookups/lookups'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { User } from '@desk/schema/users/user'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { Desk } from '#runtime/desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { APP_SHELL_QUERY, ROLES_CACHE_MS } from '#runtime/query.ts'

/** The data that the dialog needs before it can open. */
export type DialogLists =
  | {
      readonly isLoaded: true
      readonly account: Account
      readonly user: User | null
      readonly roles: readonly CodeItem[]
      readonly zones: readonly TimeZoneItem[]
    }
  | { readonly isLoaded: false; readonly failure: unknown; readonly retry: () => void; readonly isRetrying: boolean }

const GONE = new ApiError({ status: 404, message: 'This user is not in the account any more.' })

/** The roles list (api:M5), which holds five minutes (§9.4). @param uid a super admin, whose own role is listed too (§6.7), or a guest, who is none */
export const rolesQuery = ({ query }: Desk, uid?: number) => ({
  ...query('users.roles', { query: uid === undefined ? {} : { uid } }),
  ...APP_SHELL_QUERY,
  staleTime: ROLES_CACHE_MS,
})

/** Reads account, user, roles and zones. The user is read again each time. @param uid the user; null: a new one */
export function useDialogLists(uid: number | null): DialogLists {
  const desk = useDesk()
  const accountId = useUser()?.pm_dsh_ud ?? 0
  const account = useQuery({ ...desk.query('accounts.list', { query: { pm_dsh_ud: accountId } }), ...APP_SHELL_QUERY })
  const user = useQuery({
    ...desk.query('users.list', { query: { uid: uid ?? 0 } }),
    ...APP_SHELL_QUERY,
    enabled: uid !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const read = user.data?.[0]
  // a super admin is shown with that role, a guest without it (§6.7)
  const hasOwnRoles = read?.role_id === ROLE_IDS.superAdmin || (read !== undefined && read.home_pm_dsh_ud !== accountId)
  const roles = useQuery({
    ...rolesQuery(desk, hasOwnRoles ? read.uid : undefined),
    enabled: uid === null || read !== undefined,
  })
  const { zones } = useTimeZones()

  const found = account.data?.[0]
  if (found !== undefined && roles.data !== undefined && (uid === null || read !== undefined)) {
    return { isLoaded: true, account: found, user: read ?? null, roles: roles.data.data, zones }
  }
  const asked = [account, user, roles]
  const isGone = uid !== null && user.data !== undefined && read === undefined
  return {
    isLoaded: false,
    failure: isGone ? GONE : (asked.map(({ error }) => error).find(error => error !== null) ?? null),
    retry: () => {
      for (const query of asked) if (query.isError || isGone) void query.refetch()
    },
    isRetrying: asked.some(({ isRefetching }) => isRefetching),
  }
}
