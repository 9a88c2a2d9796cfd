import { AccountType } from '@desk/schema/accounts/account'
import { Schema } from 'effect'
import { compact, type RawSearch } from '#kit/tables/table-search.ts'

/** Whether an account is suspended, as the URL names it. */
export type AccountState = 'active' | 'suspended'

/** The filters of the list of accounts, as the URL has them. */
export interface AccountListFilters {
  readonly type?: AccountType
  readonly state?: AccountState
}

const isType = Schema.is(AccountType)

/** Reads the filters from the query; 'all' and invalid values mean no filter. */
export function readAccountFilters({ type, state }: RawSearch): AccountListFilters {
  return compact({
    type: isType(type) ? type : undefined,
    state: state === 'active' || state === 'suspended' ? state : undefined,
  })
}
