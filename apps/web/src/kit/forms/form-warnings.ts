import type { FormValues } from '@desk/machines/form/form.setup'
import type { FieldWarning, SayEnd } from '@desk/schema/forms/field-warnings'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { dateTimeText } from '#ui/format/times.ts'
import type { FormWarning } from './form-runner.ts'
import { zoneNameOf } from './lookup-options.ts'
import { instantOf } from './wall-times.ts'

/** The text under an out-of-field date that has passed: it may be saved, and takes effect. */
export const PAST_OUT_OF_FIELD =
  'This date has passed: no respondents can enter, and nothing is launched, until it is moved.'

/** Warnings of the schema, as a form shows them. */
export const shownWarnings = (warnings: readonly FieldWarning[]): readonly FormWarning[] =>
  warnings.map(({ path, message }) => ({ key: path.join('_'), words: message }))

/** The end of field time that a form holds. */
export interface TypedEnd {
  /** Null: there is none, or it is half typed. */
  readonly endMs: number | null
  /** Says another end by the zone of the form. */
  readonly sayEnd: SayEnd
  /** That it has passed; none if it has not. */
  readonly passed: readonly FormWarning[]
}

/** Reads the end of field time from a form's values, by the zone that it names. */
export function typedEnd(values: FormValues, zones: readonly TimeZoneItem[], nowMs: number): TypedEnd {
  const zone = zoneNameOf(zones, values['out_of_field_time_zone_code'] ?? null)
  const date = values['out_of_field_date']
  const typedMs = typeof date === 'string' && date !== '' ? Date.parse(instantOf(date, zone)) : Number.NaN
  const endMs = Number.isNaN(typedMs) ? null : typedMs
  return {
    endMs,
    sayEnd: atMs => dateTimeText(atMs, zone),
    passed: endMs !== null && endMs <= nowMs ? [{ key: 'out_of_field_date', words: PAST_OUT_OF_FIELD }] : [],
  }
}
