import { Schema } from 'effect'
import { SecurityLevel } from '../defender/levels.ts'
import { Id, Version } from '../ids/ids.ts'
import { RedirectType } from '../respondents/state.ts'

/** A supplier's redirect for one outcome (domain.md §3). */
export const SupplierRedirect = Schema.Struct({ type: RedirectType, url: Schema.String })
export type SupplierRedirect = typeof SupplierRedirect.Type

/** A supplier (§3.7) with its redirects by type; an edit must name its `version`. */
export const Supplier = Schema.Struct({
  pm_sup_ud: Id,
  name: Schema.String,
  pm_supplier_type_code_ud: Schema.Int,
  recruitment_type: Schema.Int,
  /** From 1 to 7 (§9.7). */
  security_level: SecurityLevel,
  /** The level is 7: the supplier has thresholds of its own. */
  custom_security_flg: Schema.Boolean,
  text_analytics_flg: Schema.Boolean,
  language_threshold: Schema.NullOr(Schema.Int),
  bot_detection_flg: Schema.Boolean,
  threat_level: Schema.NullOr(Schema.Int),
  activity_enabled_flg: Schema.Boolean,
  token_threshold: Schema.NullOr(Schema.Int),
  supplier_cpi: Schema.optionalKey(Schema.Number),
  redirects: Schema.Array(SupplierRedirect),
  version: Version,
})
export type Supplier = typeof Supplier.Type

export const SupplierOption = Schema.Struct({ pm_sup_ud: Id, name: Schema.String })
export type SupplierOption = typeof SupplierOption.Type

/** A row of the supplier list (api:L3): how many sources buy from it, and for which outcomes it has a redirect. */
export const SupplierRow = Schema.Struct({
  ...SupplierOption.fields,
  pm_supplier_type_code_ud: Schema.Int,
  recruitment_type: Schema.Int,
  sources_count: Schema.Int,
  redirect_types: Schema.Array(RedirectType),
  supplier_cpi: Schema.optionalKey(Schema.Number),
})
export type SupplierRow = typeof SupplierRow.Type

/** The sort orders of the supplier list; a minus is descending. */
export const SUPPLIER_SORTS = [
  'name',
  '-name',
  'type',
  '-type',
  'recruitment',
  '-recruitment',
  'sources',
  '-sources',
  'cpi',
  '-cpi',
] as const
export type SupplierSort = (typeof SUPPLIER_SORTS)[number]

/** A source that buys from a supplier. */
export const SupplierUse = Schema.Struct({
  stmid: Id,
  name: Schema.String,
  pm_sy_ud: Id,
  pm_sy_name: Schema.String,
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
})
export type SupplierUse = typeof SupplierUse.Type

/** Why a supplier cannot be deleted: how many sources that have not ended buy from it, and the first of them. */
export const SupplierUses = Schema.Struct({ count: Schema.Int, sources: Schema.Array(SupplierUse) })
export type SupplierUses = typeof SupplierUses.Type
export const SUPPLIER_USES_SHOWN = 20
