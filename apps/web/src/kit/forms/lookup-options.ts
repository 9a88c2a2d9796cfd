import type { CountryOption, LanguageOption, TimeZoneItem } from '@desk/schema/lookups/lookups'
import { DEVICE_TYPES } from '@desk/schema/surveys/device-types'
import { zoneText } from '#ui/format/offsets.ts'
import type { FormValue } from './field-kinds.ts'
import type { FormOption } from './form-choices.tsx'

/** Time zones as a form shows them. @param nowMs for their offsets */
export const zoneOptions = (zones: readonly TimeZoneItem[], nowMs: number): readonly FormOption<number>[] =>
  zones.map(({ pm_code, iana_name }) => ({ value: pm_code, label: zoneText(iana_name, nowMs) }))

/** A time zone as the same options name it; undefined while the list is not there. */
export const zoneLabelOf = (zones: readonly TimeZoneItem[], code: number, nowMs: number): string | undefined =>
  zoneOptions(zones, nowMs).find(({ value }) => value === code)?.label

export const countryOptions = (countries: readonly CountryOption[]): readonly FormOption<number>[] =>
  countries.map(({ pm_cy_cs_id, name }) => ({ value: pm_cy_cs_id, label: name }))

export const languageOptions = (languages: readonly LanguageOption[]): readonly FormOption<number>[] =>
  languages.map(({ languages_id, name }) => ({ value: languages_id, label: name }))

export const DEVICE_OPTIONS: readonly FormOption<number>[] = DEVICE_TYPES.map(({ id, name }) => ({
  value: id,
  label: name,
}))

/**
 * Options with the stored value among them: it may have left its list since, and stays until the user chooses another.
 */
export function withStored(
  options: readonly FormOption<number>[],
  value: number | null | undefined,
  name: string | null | undefined,
): readonly FormOption<number>[] {
  if (value === null || value === undefined || options.some(option => option.value === value)) return options
  const known = String(name ?? value)
  return [...options, { value, label: `${known} (no longer in the list)`, recordedLabel: known }]
}

/** The choice from these options, in words. */
export const sayOf =
  (options: readonly FormOption[]) =>
  (value: FormValue): string =>
    (Array.isArray(value) ? value : [value])
      .map(each => options.find(option => option.value === each)?.label ?? String(each))
      .join(', ')

/** The IANA name of a zone by its code; UTC while none is chosen. */
export const zoneNameOf = (zones: readonly TimeZoneItem[], code: FormValue | undefined): string =>
  zones.find(({ pm_code }) => pm_code === code)?.iana_name ?? 'UTC'
