import { HOLD_PLACES_OPTIONS } from '@desk/schema/sources/hold-places'
import type { CountryOption, TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { RedirectType } from '@desk/schema/respondents/state'
import { SOURCE_ON_WIRE, SourceType } from '@desk/schema/sources/source'
import type { sourceForm } from '@desk/schema/sources/source-form'
import { Schema } from 'effect'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { countryOptions, sayOf, zoneNameOf, zoneOptions } from '#kit/forms/lookup-options.ts'
import { sayCount, sayOption, sayPrice, sayTexts, sayZone } from '#kit/history/history-says.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { CALCULATION_TYPES, PACINGS, TYPE_WORDS } from './source-words.ts'

/** A supplier to choose for a source. */
export interface Seller {
  readonly pm_sup_ud: number
  readonly name: string
  /** The outcomes for which it has a redirect. */
  readonly redirect_types: readonly RedirectType[]
}

/** The lists of a source's form. */
export interface SourceLists {
  readonly zones: readonly TimeZoneItem[]
  readonly countries: readonly CountryOption[]
  /** Empty for who may not see them (domain.md §4). */
  readonly suppliers: readonly Seller[]
}

/** The lists as the form shows them. @param nowMs for the offsets of the zones */
export const sourceOptions = ({ zones, countries }: SourceLists, nowMs: number) => ({
  zone: zoneOptions(zones, nowMs),
  country: countryOptions(countries),
})
export type SourceOptions = ReturnType<typeof sourceOptions>

/** The values that every source's form sends. */
export type SharedForm = ReturnType<typeof sourceForm>['Type']

/**
 * The fields that every source has, in the order of the screen (§3.8, §5.18); `price` is between Basics and the next
 * ones.
 */
export function sharedFields({ zones }: SourceLists, options: SourceOptions) {
  const basics: readonly FieldPlan<SharedForm>[] = [
    { name: SOURCE_ON_WIRE.name, label: 'Source Name', kind: 'text', isRequired: true },
    { name: 'respondents', label: 'Target (N)', kind: 'number', isRequired: true },
    {
      name: 'out_of_field_date',
      label: 'Out of field date',
      kind: 'moment',
      zoneOf: values => zoneNameOf(zones, values['out_of_field_time_zone_code']),
    },
    { name: 'out_of_field_time_zone_code', label: 'Timezone', kind: 'choice', say: sayOf(options.zone) },
    { name: 'country_id', label: 'Country', kind: 'choice', say: sayOf(options.country) },
  ]
  const control: readonly FieldPlan<SharedForm>[] = [
    { name: 'click_balancing', label: 'Click balancing', kind: 'switch' },
    { name: 'calculation_type_code_ud', label: 'Calculation Type', kind: 'choice', say: sayOf(CALCULATION_TYPES) },
    { name: 'pacing', label: 'Pacing', kind: 'choice', say: sayOf(PACINGS) },
    { name: 'hold_places', label: 'Hold places', kind: 'choice', say: sayOf(HOLD_PLACES_OPTIONS) },
  ]
  return { basics, control }
}

export const PRICE_FIELD: FieldPlan<SharedForm> = {
  name: 'supplier_cpi',
  label: 'Supply Price',
  kind: 'number',
  isRequired: true,
}

const isSourceType = Schema.is(SourceType)

/** The labels of a source's fields in the history, and the names of codes. */
export const sourceHistoryFields = (zones: readonly TimeZoneItem[]): HistoryFields => ({
  [SOURCE_ON_WIRE.name]: { label: 'Source Name' },
  type: { label: 'Type', say: type => (typeof type === 'string' && isSourceType(type) ? TYPE_WORDS[type] : null) },
  respondents: { label: 'Target (N)', say: sayCount },
  supplier_cpi: { label: 'Supply Price', say: sayPrice },
  click_balancing: { label: 'Click balancing' },
  calculation_type_code_ud: { label: 'Calculation Type', say: sayOption(CALCULATION_TYPES) },
  pacing: { label: 'Pacing', say: sayOption(PACINGS) },
  hold_places: { label: 'Hold places', say: sayOption(HOLD_PLACES_OPTIONS) },
  country_id: { label: 'Country' },
  out_of_field_date: { label: 'Out of field date' },
  out_of_field_time_zone_code: { label: 'Timezone', say: sayZone(zones) },
  suppliers: { label: 'Suppliers' },
  redirects: { label: 'Redirects' },
  qualifications: { label: 'Qualifications', say: sayTexts },
  quotas: { label: 'Quotas', say: sayTexts },
  alias: { label: 'Alias' },
  auto_boost: { label: 'Auto-Boost' },
  boost_step: { label: 'Auto-Boost step', say: sayPrice },
  boost_cap: { label: 'Auto-Boost highest price', say: sayPrice },
  boost_minutes: { label: 'Auto-Boost minutes between steps', say: sayCount },
  copy_of: { label: 'Copy of source' },
  excluded_projects: { label: 'Excluded projects', say: sayTexts },
  excluded_states: {
    label: 'Excluded of them',
    say: states => (states === 'entrants' ? 'whoever entered' : states === 'completes' ? 'completes' : null),
  },
  excluded_days: { label: 'Look-back in days', say: sayCount },
  recontact_people: { label: 'Recontact list', say: sayCount },
  recontact_added: { label: 'Recontact: added', say: sayCount },
  recontact_removed: { label: 'Recontact: removed', say: sayCount },
})
