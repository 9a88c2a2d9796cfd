import { Schema } from 'effect'
import { StatusCode } from '../statuses/status.ts'
import { SupplierUse } from './supplier.ts'

const ratio = Schema.NullOr(Schema.Number)

/** A source that buys from a supplier, whatever its status, with the figures of this supplier's respondents alone. */
export const SupplierSource = Schema.Struct({
  ...SupplierUse.fields,
  type: Schema.Literals(['diy', 'classic', 'lucid']),
  statusid: StatusCode,
  effective_statusid: StatusCode,
  /** Of the source, over all its suppliers. */
  target: Schema.Int,
  /** The supplier's share of the target. */
  allocation_percent: Schema.Number,
  /** The price of a complete; null: there is none yet, or it is not known of an exchange. */
  supplier_cpi: Schema.NullOr(Schema.Number),
  entrants: Schema.Int,
  completes: Schema.Int,
  ir: ratio,
  conversion: ratio,
  /** Completes that reconciliations rejected. */
  rejected: Schema.Int,
  /** Rejected ÷ all completes made; null: there was none. */
  reject_rate: ratio,
})
export type SupplierSource = typeof SupplierSource.Type
