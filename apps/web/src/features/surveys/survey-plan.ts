import type { SurveyForm } from '@desk/schema/surveys/survey-form'
import { HOLD_PLACES, HOLD_PLACES_OPTIONS } from '@desk/schema/sources/hold-places'
import type { CountryOption, LanguageOption, TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { ProjectDetail } from '@desk/schema/projects/project'
import { DEVICE_TYPES } from '@desk/schema/surveys/device-types'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import type { FieldPlan, FormValue } from '#kit/forms/field-kinds.ts'
import type { FormOption } from '#kit/forms/form-choices.tsx'
import {
  countryOptions,
  DEVICE_OPTIONS,
  languageOptions,
  sayOf,
  zoneNameOf,
  zoneOptions,
} from '#kit/forms/lookup-options.ts'

/** The lists of a survey's form, and the account's rules for it. */
export interface SurveyLists {
  /** Client CPI is enabled (§5.11). */
  readonly pricesClient: boolean
  readonly zones: readonly TimeZoneItem[]
  readonly countries: readonly CountryOption[]
  readonly languages: readonly LanguageOption[]
}

/** The lists as the form shows them. @param nowMs for the offsets of the zones */
export const surveyOptions = ({ zones, countries }: SurveyLists, nowMs: number) => ({
  zone: zoneOptions(zones, nowMs),
  country: countryOptions(countries),
})
export type SurveyOptions = ReturnType<typeof surveyOptions>

/**
 * The languages to choose from: the country's, and a chosen one that is not among them.
 * @param ofCountry undefined while loading; a country without any offers all
 */
export function languagesToChoose(
  all: readonly LanguageOption[],
  ofCountry: readonly LanguageOption[] | undefined,
  chosen: FormValue,
): readonly FormOption<number>[] {
  const offered = ofCountry === undefined || ofCountry.length === 0 ? all : ofCountry
  const other = offered.some(({ languages_id }) => languages_id === chosen)
    ? undefined
    : all.find(({ languages_id }) => languages_id === chosen)
  return languageOptions([...offered, ...(other === undefined ? [] : [other])])
}

/** The fields of a survey's form, in the order of the screen (§5.10–5.15). */
export function surveyFields(
  { pricesClient, zones, languages }: SurveyLists,
  options: SurveyOptions,
): readonly FieldPlan<SurveyForm>[] {
  return [
    { name: 'pm_sy_name', label: 'Survey name', kind: 'text', isRequired: true },
    { name: 'respondents', label: 'Target (N)', kind: 'number', isRequired: true },
    { name: 'pm_cy_cs_id', label: 'Country', kind: 'choice', isRequired: true, say: sayOf(options.country) },
    {
      name: 'languages_id',
      label: 'Language',
      kind: 'choice',
      isRequired: true,
      say: sayOf(languageOptions(languages)),
    },
    {
      name: 'device_compatibility',
      label: 'Device Compatibility',
      kind: 'choices',
      isRequired: true,
      say: sayOf(DEVICE_OPTIONS),
    },
    { name: 'survey_url_flg', label: 'The survey needs a URL', kind: 'switch' },
    { name: 'survey_url', label: 'Survey URL', kind: 'text' },
    { name: 'est_loi', label: 'Estimated LOI', kind: 'number', isRequired: true },
    { name: 'qualifying_rate', label: 'Incidence Rate', kind: 'number', isRequired: true },
    { name: 'hold_places', label: 'Hold places', kind: 'choice', say: sayOf(HOLD_PLACES_OPTIONS) },
    { name: 'pm_sy_client_cpi', label: 'Sell Price', kind: 'number', isRequired: pricesClient },
    {
      name: 'out_of_field_date',
      label: 'Out of field date',
      kind: 'moment',
      isRequired: true,
      zoneOf: values => zoneNameOf(zones, values['out_of_field_time_zone_code']),
    },
    {
      name: 'out_of_field_time_zone_code',
      label: 'Timezone',
      kind: 'choice',
      isRequired: true,
      say: sayOf(options.zone),
    },
  ]
}

/** The initial values of a new survey's form: its project's defaults, and every device if the project has none. */
export function newSurvey(project: ProjectDetail): object {
  const {
    respondents,
    pm_cy_cs_id,
    languages_id,
    device_compatibility,
    survey_url,
    est_loi,
    qualifying_rate,
    pm_sy_client_cpi,
    out_of_field_date,
    out_of_field_time_zone_code,
  } = project
  return {
    respondents: respondents === 0 ? null : respondents,
    pm_cy_cs_id,
    languages_id,
    device_compatibility: device_compatibility ?? DEVICE_TYPES.map(({ id }) => id),
    survey_url_flg: true,
    survey_url,
    est_loi,
    qualifying_rate,
    hold_places: HOLD_PLACES.none.code,
    pm_sy_client_cpi,
    out_of_field_date,
    out_of_field_time_zone_code,
  }
}

/** The initial values of a duplicate's form. */
export const copyOf = (survey: SurveyDetail): object => ({ ...survey, pm_sy_name: `Copy of ${survey.pm_sy_name}` })
