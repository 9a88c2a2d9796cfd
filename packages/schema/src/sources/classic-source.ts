import { Schema } from 'effect'
import { requiredChoice } from '../forms/form-fields.ts'
import { Id } from '../ids/ids.ts'
import { SupplierRedirect } from '../suppliers/supplier.ts'
import { Redirects } from '../suppliers/supplier-form.ts'
import { Source } from './source.ts'
import { seenVersions, SupplyPrice, sourceFields } from './source-form.ts'

const classicFields = {
  ...sourceFields,
  pm_sup_ud: requiredChoice('Supplier is required'),
  /** CPI of a classic source is its supply price (§5.19). */
  supplier_cpi: SupplyPrice,
  /** This source's redirects; for a type that is missing, the supplier's own is used. Absent: unchanged. */
  redirects: Schema.optionalKey(Redirects),
}

/** The form of a classic (manual) source: one supplier, its redirects, its CPI. */
export const ClassicForm = Schema.Struct(classicFields)
export type ClassicForm = typeof ClassicForm.Type

/** A new classic source (api:U4). */
export const NewClassicSource = Schema.Struct({ pm_sy_ud: requiredChoice('Survey is required'), ...classicFields })
export type NewClassicSource = typeof NewClassicSource.Type

/** Changes of a classic source (api:U5): the whole form, and the versions that the editor saw. */
export const ClassicChanges = Schema.Struct({ ...classicFields, ...seenVersions })
export type ClassicChanges = typeof ClassicChanges.Type

/** A classic source with its supplier (api:U6, U7); `tst` is the token of its test link. */
export const ClassicSource = Schema.Struct({
  ...Source.fields,
  pm_sup_ud: Schema.NullOr(Id),
  supplier: Schema.NullOr(Schema.String),
  redirects: Schema.Array(SupplierRedirect),
  supplier_redirects: Schema.Array(SupplierRedirect),
  tst: Schema.String,
})
export type ClassicSource = typeof ClassicSource.Type
