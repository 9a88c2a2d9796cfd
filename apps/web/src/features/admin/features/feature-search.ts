import { AccountType } from '@desk/schema/accounts/account'
import { FEATURE_NAMES, type FeatureName } from '@desk/schema/features/features'
import { Schema } from 'effect'
import { compact, type RawSearch } from '#kit/tables/table-search.ts'

/** The filter for accounts in which at least one feature is off. */
export const ANY_OFF = 'any'

/** The filters of the list of accounts' features, as the URL has them. */
export interface FeatureListFilters {
  readonly type?: AccountType
  /** The feature that is off. */
  readonly off?: FeatureName | typeof ANY_OFF
}

const isType = Schema.is(AccountType)
const isOffFilter = (value: unknown): value is FeatureName | typeof ANY_OFF =>
  value === ANY_OFF || FEATURE_NAMES.some(name => name === value)

/** Reads the filters from the query; 'all' and invalid values mean no filter. */
export function readFeatureFilters(raw: RawSearch): FeatureListFilters {
  const { type, off } = raw
  return compact({ type: isType(type) ? type : undefined, off: isOffFilter(off) ? off : undefined })
}
