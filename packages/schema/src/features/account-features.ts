import { Schema } from 'effect'
import { AccountType } from '../accounts/account.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { FEATURE_NAMES } from './features.ts'

export const FeatureName = Schema.Literals(FEATURE_NAMES)

/** A feature that was turned off or on again, with the last change; all others are on and were never changed. */
export const FeatureChange = Schema.Struct({
  feature: FeatureName,
  is_on: Schema.Boolean,
  changed_by: Schema.NullOr(Schema.String),
  changed_at: IsoInstant,
})
export type FeatureChange = typeof FeatureChange.Type

/** The features of one account (§2.25). */
export const AccountFeatures = Schema.Struct({
  pm_dsh_ud: Id,
  dashboard_name: Schema.String,
  account_type: AccountType,
  features: Schema.Array(FeatureChange),
})
export type AccountFeatures = typeof AccountFeatures.Type
