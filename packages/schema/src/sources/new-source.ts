import { Schema } from 'effect'
import { requiredChoice } from '../forms/form-fields.ts'
import { givenBoost } from './auto-boost.ts'
import { QualsQuotasInput } from './quals-quotas.ts'
import { SourceAlias, sourceFields } from './source-form.ts'
import { SOURCE_ON_WIRE, SourceType } from './source.ts'
import { AllocationChanges, BuyerRateChanges } from './source-suppliers.ts'

/**
 * A new source as it is sent (api:T8): its survey and type, which never change, the form, and optionally its other parts.
 * Everything is stored together, or nothing.
 */
export const NewSource = Schema.Struct({
  pm_sy_ud: requiredChoice('Survey is required'),
  type: SourceType,
  ...sourceFields,
  /** As for api:T15; not open to the plain external view. */
  suppliers: Schema.optionalKey(AllocationChanges.fields.suppliers),
  /** As for api:T4. */
  qualifications: Schema.optionalKey(QualsQuotasInput.fields.qualifications),
  quota_groups: Schema.optionalKey(QualsQuotasInput.fields.quota_groups),
  /**
   * The client's price for a complete of the survey, as for api:T12, with the version of the survey that the editor
   * saw.
   */
  pm_sy_client_cpi: Schema.optionalKey(BuyerRateChanges.fields.pm_sy_client_cpi),
  survey_version: BuyerRateChanges.fields.version,
  /** As for api:T20; for users with Auto-Boost. */
  alias: Schema.optionalKey(SourceAlias.fields.alias),
  auto_boost: Schema.optionalKey(SourceAlias.fields.auto_boost),
  ...givenBoost,
}).pipe(Schema.encodeKeys(SOURCE_ON_WIRE))
export type NewSource = typeof NewSource.Type
