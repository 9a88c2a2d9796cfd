import type { FormValues } from '@desk/machines/form/form.setup'
import { sourceForm } from '@desk/schema/sources/source-form'
import { Schema } from 'effect'

const REQUIRED = 'Calculation Type is required'
const { calculation_type_code_ud: given } = sourceForm({
  type: 'diy',
  clickBalancing: true,
  seesSupplyPrice: false,
}).fields

/** The calculation type as the form of any source judges it (§5.18): null where none is needed, which `withCalculation` says. */
export const calculationType = Schema.NullOr(given)
  .annotate({ message: REQUIRED })
  .annotateKey({ messageMissingKey: REQUIRED })

/** Says whether a calculation type that is missing is needed: with click balancing alone it is. */
export function withCalculation(wire: FormValues): FormValues {
  return wire['calculation_type_code_ud'] !== undefined || wire['click_balancing'] === true
    ? wire
    : { ...wire, calculation_type_code_ud: null }
}
