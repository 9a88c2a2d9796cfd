import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { zoneFault } from '#ui/format/zone-fault.ts'
import { FormSelect, type FormOption } from './form-choices.tsx'
import { useFormValue } from './form-context.ts'

const NAME = 'out_of_field_time_zone_code'

/** The time zone of an out-of-field date, which says so where the list tells an offset of it that cannot be read (§8.12). */
export function FormZone({
  options,
  zones,
}: {
  readonly options: readonly FormOption<number>[]
  readonly zones: readonly TimeZoneItem[]
}) {
  const code = useFormValue(NAME)
  const fault = zoneFault(zones.find(({ pm_code }) => pm_code === code))
  return <FormSelect name={NAME} options={options} {...(fault === null ? {} : { description: fault })} />
}
