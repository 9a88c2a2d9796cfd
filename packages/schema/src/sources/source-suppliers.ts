import { Schema } from 'effect'
import { atLeast, atMost, decimals, optional, requiredChoice, requiredNumber } from '../forms/form-fields.ts'
import { FieldWarning } from '../forms/field-warnings.ts'
import { Id, Version } from '../ids/ids.ts'
import { StatusCode } from '../statuses/status.ts'
import { SellPrice } from '../surveys/survey-fields.ts'
import { DearestSource } from '../surveys/survey-warnings.ts'
import { SOURCE_ON_WIRE, SourceType } from './source.ts'
import { SupplyPrice } from './source-form.ts'

export const SOURCE_SUPPLIERS_MAX = 100
/** How far the sum of an allocation may differ from 100 %: a third is 33.33 %. */
export const ALLOCATION_TOLERANCE = 0.01

const ALLOCATION_INVALID = 'Allocation must be a valid number'

/** A supplier's share of a source, in percent with at most two decimals. */
export const AllocationPercent = requiredNumber({
  required: 'Allocation is required',
  invalid: ALLOCATION_INVALID,
  rules: [
    atLeast(0, 'Allocation must be 0 or more'),
    atMost(100, 'Allocation cannot be greater than 100'),
    decimals(2, 'Allocation has at most two decimals'),
  ],
})

const own = optional(SupplyPrice, 'Supply Price must be a valid number')

/** A supplier of a source as it is sent; without a price the source's own holds (§5.19). */
export const AllocationInput = Schema.Struct({
  pm_sup_ud: requiredChoice('Supplier is required'),
  allocation_percent: AllocationPercent,
  supplier_cpi: own,
})
export type AllocationInput = typeof AllocationInput.Type

/** The index of each supplier that is listed twice. */
export function repeatedSuppliers(suppliers: readonly { readonly pm_sup_ud: number }[]): readonly number[] {
  const seen = new Set<number>()
  return suppliers.flatMap(({ pm_sup_ud: id }, at) => {
    const isSeen = seen.has(id)
    seen.add(id)
    return isSeen ? [at] : []
  })
}

/** The sum of the shares in percent, exact to the second decimal. */
export function allocationSum(suppliers: readonly { readonly allocation_percent: number }[]): number {
  return suppliers.reduce((sum, { allocation_percent: percent }) => sum + Math.round(percent * 100), 0) / 100
}

/** Whether the shares add up to 100 % within 0.01; no suppliers at all is allowed too. */
export function isWhole(suppliers: readonly { readonly allocation_percent: number }[]): boolean {
  return (
    suppliers.length === 0 ||
    Math.abs(Math.round(allocationSum(suppliers) * 100) - 10_000) <= ALLOCATION_TOLERANCE * 100
  )
}

const suppliers = <S extends Schema.Top & { readonly Type: { readonly pm_sup_ud: number } }>(item: S) =>
  Schema.Array(item).check(
    Schema.isMaxLength(SOURCE_SUPPLIERS_MAX),
    Schema.makeFilter((list: readonly { readonly pm_sup_ud: number }[]) =>
      repeatedSuppliers(list).map((at): Schema.FilterIssue => ({
        path: [at, 'pm_sup_ud'],
        issue: 'This supplier is there twice',
      })),
    ),
  )

/** The suppliers of a source as they replace those that it has (api:T15): each once, together 100 %. */
export const AllocationChanges = Schema.Struct({
  suppliers: suppliers(AllocationInput).check(
    Schema.makeFilter((list: readonly AllocationInput[]) =>
      isWhole(list) ? undefined : `Allocation must add up to 100 %, not ${allocationSum(list)} %`,
    ),
  ),
  version: Schema.optionalKey(Version),
})
export type AllocationChanges = typeof AllocationChanges.Type

/**
 * Prices of a source (api:T19): its own, and those agreed with some of its suppliers; an absent one stays, null falls
 * back to the source's own.
 */
export const PricingChanges = Schema.Struct({
  supplier_cpi: Schema.optionalKey(SupplyPrice),
  suppliers: Schema.optionalKey(
    suppliers(Schema.Struct({ pm_sup_ud: requiredChoice('Supplier is required'), supplier_cpi: own })),
  ),
  version: Schema.optionalKey(Version),
})
export type PricingChanges = typeof PricingChanges.Type

/** The suppliers of a source with their shares and prices (api:T14, T18). `supplier_cpi` null: the source's own holds. */
export const SourceSuppliers = Schema.Struct({
  stmid: Id,
  /** Counts changes of suppliers and prices alone. */
  version: Version,
  type: SourceType,
  /** The source's own price; null for lucid, and while there is none. */
  supplier_cpi: Schema.NullOr(Schema.Number),
  /** The client's price for a complete: the survey's, else the project's. */
  client_cpi: Schema.NullOr(Schema.Number),
  suppliers: Schema.Array(
    Schema.Struct({
      pm_sup_ud: Id,
      name: Schema.String,
      allocation_percent: Schema.Number,
      supplier_cpi: Schema.NullOr(Schema.Number),
      /** The supplier's usual price, where the source agrees on no other. */
      default_cpi: Schema.Number,
      /** Its respondents in this source, without tests; `completes` with those that a reconciliation accepted. */
      entrants: Schema.Int,
      completes: Schema.Int,
      /** Completes that a reconciliation rejected. */
      rejected: Schema.Int,
    }),
  ),
  /** Stored values that are seldom meant: prices above the sell price. */
  warnings: Schema.Array(FieldWarning),
})
export type SourceSuppliers = typeof SourceSuppliers.Type

/** A supplier of a survey, and the sources that buy from it (api:U1). */
export const SurveySupplier = Schema.Struct({
  pm_sup_ud: Id,
  name: Schema.String,
  streams: Schema.Array(
    Schema.Struct({
      stmid: Id,
      name: Schema.String,
      statusid: StatusCode,
      allocation_percent: Schema.Number,
      supplier_cpi: Schema.NullOr(Schema.Number),
    }).pipe(Schema.encodeKeys({ name: SOURCE_ON_WIRE.name })),
  ),
})
export type SurveySupplier = typeof SurveySupplier.Type

/**
 * The client's price for a complete of a survey (api:T11); `project_client_cpi` holds while the survey has none of its
 * own.
 */
export const BuyerRate = Schema.Struct({
  pm_sy_ud: Id,
  pm_sy_client_cpi: Schema.NullOr(Schema.Number),
  project_client_cpi: Schema.NullOr(Schema.Number),
  /** Absent for a view that hides supply prices; null: no source pays. */
  dearest_source: Schema.optionalKey(Schema.NullOr(DearestSource)),
  /** The version of the survey's fields. */
  version: Version,
})
export type BuyerRate = typeof BuyerRate.Type

/** Another sell price of a survey (api:T12). */
export const BuyerRateChanges = Schema.Struct({ pm_sy_client_cpi: SellPrice, version: Schema.optionalKey(Version) })
export type BuyerRateChanges = typeof BuyerRateChanges.Type
