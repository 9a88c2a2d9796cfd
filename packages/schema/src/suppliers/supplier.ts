import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'
import { RedirectType } from '../respondents/state.ts'

/** A supplier (§3.7) with its redirects by type. */
export const Supplier = Schema.Struct({
  pm_sup_ud: Id,
  name: Schema.String,
  pm_supplier_type_code_ud: Schema.Int,
  recruitment_type: Schema.Int,
  text_analytics_flg: Schema.Boolean,
  language_threshold: Schema.NullOr(Schema.Int),
  bot_detection_flg: Schema.Boolean,
  threat_level: Schema.NullOr(Schema.Int),
  activity_enabled_flg: Schema.Boolean,
  token_threshold: Schema.NullOr(Schema.Int),
  supplier_cpi: Schema.optionalKey(Schema.Number),
  redirects: Schema.Array(Schema.Struct({ type: RedirectType, url: Schema.String })),
})
export type Supplier = typeof Supplier.Type

export const SupplierOption = Schema.Struct({ pm_sup_ud: Id, name: Schema.String })
export type SupplierOption = typeof SupplierOption.Type
