import type { BusinessUnit } from '@desk/schema/accounts/business-unit'
import type { ConsultantOption } from '@desk/schema/lookups/lookups'
import type { NativeSelectOption } from '#ui/native-select.tsx'
import { namedOptions } from '#kit/forms/named-options.ts'
import { ALL } from '#kit/tables/list-filter.ts'

/** Of the business units only those with status_id 1 are listed, by name (§3.26). */
export const LISTED_UNIT_STATUS = 1

const all = (label: string): NativeSelectOption => ({ id: ALL, label })

export function consultantOptions(consultants: readonly ConsultantOption[]): NativeSelectOption[] {
  return [all('All project managers'), ...namedOptions(consultants.map(({ uid: id, name }) => ({ id, name })))]
}

export function unitOptions(units: readonly BusinessUnit[]): NativeSelectOption[] {
  const listed = units.filter(({ status_id }) => status_id === LISTED_UNIT_STATUS)
  return [
    all('All business units'),
    ...namedOptions(
      listed
        .sort((one, other) => one.business_unit_name.localeCompare(other.business_unit_name, 'en'))
        .map(({ business_unit_ud: id, business_unit_name: name }) => ({ id, name })),
    ),
  ]
}
