import { Schema } from 'effect'
import { requiredChoice } from '../forms/form-fields.ts'
import { Id } from '../ids/ids.ts'
import { SupplierRedirect } from '../suppliers/supplier.ts'
import { Redirects } from '../suppliers/supplier-form.ts'
import { SOURCE_FIELDS, SOURCE_ON_WIRE } from './source.ts'
import { seenVersions, SupplyPrice, sourceFields } from './source-form.ts'

/** The one supplier of a classic source. */
export const ClassicSupplier = requiredChoice('Supplier is required')

const classicFields = {
  ...sourceFields,
  pm_sup_ud: ClassicSupplier,
  /** CPI of a classic source is its supply price (§5.19). */
  supplier_cpi: SupplyPrice,
  /** This source's redirects; for a type that is missing, the supplier's own is used. Absent: unchanged. */
  redirects: Schema.optionalKey(Redirects),
}

/** The form of a classic (manual) source: one supplier, its redirects, its CPI. */
export const ClassicForm = Schema.Struct(classicFields).pipe(Schema.encodeKeys(SOURCE_ON_WIRE))
export type ClassicForm = typeof ClassicForm.Type
export type ClassicFormOnWire = typeof ClassicForm.Encoded

/** A new classic source (api:U4). */
export const NewClassicSource = Schema.Struct({
  pm_sy_ud: requiredChoice('Survey is required'),
  ...classicFields,
}).pipe(Schema.encodeKeys(SOURCE_ON_WIRE))
export type NewClassicSource = typeof NewClassicSource.Type

/** Changes of a classic source (api:U5): the whole form, and the versions that the editor saw. */
export const ClassicChanges = Schema.Struct({ ...classicFields, ...seenVersions }).pipe(
  Schema.encodeKeys(SOURCE_ON_WIRE),
)
export type ClassicChanges = typeof ClassicChanges.Type

/** A classic source with its supplier (api:U6, U7); `tst` is the token of its test link. */
export const ClassicSource = Schema.Struct({
  ...SOURCE_FIELDS,
  pm_sup_ud: Schema.NullOr(Id),
  supplier: Schema.NullOr(Schema.String),
  redirects: Schema.Array(SupplierRedirect),
  supplier_redirects: Schema.Array(SupplierRedirect),
  tst: Schema.String,
}).pipe(Schema.encodeKeys(SOURCE_ON_WIRE))
export type ClassicSource = typeof ClassicSource.Type
