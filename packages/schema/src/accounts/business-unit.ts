import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'

/** A business unit (§3.26); lists show only status_id 1, by name. */
export const BusinessUnit = Schema.Struct({
  business_unit_ud: Id,
  business_unit_name: Schema.String,
  status_id: Schema.Int,
})
export type BusinessUnit = typeof BusinessUnit.Type
