import type { RoleId } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'

export const FACTOR_STATES = ['on', 'off'] as const
export type FactorState = (typeof FACTOR_STATES)[number]

/** Whether they can sign in, or come from the directory of the account. */
export const USER_STATES = ['active', 'inactive', 'directory'] as const
export type UserState = (typeof USER_STATES)[number]

/** The filters of the user list, as the URL has them. */
export interface UserListFilters {
  readonly role?: RoleId
  /** Whether they have a second factor. */
  readonly factor?: FactorState
  readonly state?: UserState
}

const isRole = (id: number | undefined): id is RoleId => Object.values(ROLE_IDS).some(known => known === id)
const isFactorState = (value: unknown): value is FactorState => FACTOR_STATES.some(known => known === value)

const isUserState = (value: unknown): value is UserState => USER_STATES.some(known => known === value)

/** Reads the filters from the query; 'all' and invalid values mean no filter. */
export function readUserFilters(raw: RawSearch): UserListFilters {
  const role = idOf(raw['role'])
  const { factor, state } = raw
  return compact({
    role: isRole(role) ? role : undefined,
    factor: isFactorState(factor) ? factor : undefined,
    state: isUserState(state) ? state : undefined,
  })
}
