import {
  NO_CONSULTANT_UID,
  type ConsultantOption,
  type CountryOption,
  type LanguageOption,
  type TimeZoneItem,
} from '@desk/schema/lookups/lookups'
import type { BusinessUnit } from '@desk/schema/accounts/business-unit'
import type { ProjectDetail } from '@desk/schema/projects/project'
import type { ProjectForm } from '@desk/schema/projects/project-form'
import { DEFAULT_TIME_ZONE_CODE } from '@desk/schema/users/current-user'
import type { FormValues } from '@desk/machines/form/form.setup'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import {
  countryOptions,
  DEVICE_OPTIONS,
  languageOptions,
  sayOf,
  withStored,
  zoneNameOf,
  zoneOptions,
} from '#kit/forms/lookup-options.ts'
import { unitOptions } from '#kit/tables/project-filter-options.ts'
import { ALL } from '#kit/tables/list-filter.ts'

/** The lists of a project's form. */
export interface ProjectLists {
  readonly usesBusinessUnits: boolean
  readonly consultants: readonly ConsultantOption[]
  readonly zones: readonly TimeZoneItem[]
  readonly countries: readonly CountryOption[]
  readonly languages: readonly LanguageOption[]
  readonly units: readonly BusinessUnit[]
}

type StoredChoices = Pick<ProjectDetail, 'consultant' | 'consultant_name' | 'business_unit_ud' | 'business_unit_name'>

/** The lists as the form shows them. @param nowMs for the offsets of the zones @param stored the project that is edited; null: a new one */
export const projectOptions = (
  { consultants, zones, countries, languages, units }: ProjectLists,
  nowMs: number,
  stored: StoredChoices | null = null,
) => ({
  consultant: withStored(
    consultants.map(({ uid, name }) => ({ value: uid, label: name })),
    stored?.consultant,
    stored?.consultant_name,
  ),
  zone: zoneOptions(zones, nowMs),
  country: countryOptions(countries),
  language: languageOptions(languages),
  unit: withStored(
    unitOptions(units).flatMap(({ id, label }) => (id === ALL ? [] : [{ value: Number(id), label }])),
    stored?.business_unit_ud,
    stored?.business_unit_name,
  ),
})
export type ProjectOptions = ReturnType<typeof projectOptions>

/** The fields of a project's form, in the order of the screen (§5.6–5.9). */
export function projectFields(
  { usesBusinessUnits, zones }: ProjectLists,
  options: ProjectOptions,
): readonly FieldPlan<ProjectForm>[] {
  return [
    { name: 'pm_proj_name', label: 'Project name', kind: 'text', isRequired: true },
    { name: 'pm_proj_rep_num', label: 'Project number', kind: 'text', isRequired: true },
    { name: 'consultant', label: 'Project Manager', kind: 'choice', isRequired: true, say: sayOf(options.consultant) },
    ...(usesBusinessUnits
      ? [
          {
            name: 'business_unit_ud',
            label: 'Business Unit',
            kind: 'choice',
            isRequired: true,
            say: sayOf(options.unit),
          } as const,
        ]
      : []),
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
    { name: 'respondents', label: 'Target (N)', kind: 'number' },
    { name: 'pm_sy_client_cpi', label: 'Sell Price', kind: 'number' },
    { name: 'est_loi', label: 'Estimated LOI', kind: 'number' },
    { name: 'qualifying_rate', label: 'Incidence Rate', kind: 'number' },
    { name: 'pm_cy_cs_id', label: 'Country', kind: 'choice', say: sayOf(options.country) },
    { name: 'languages_id', label: 'Language', kind: 'choice', say: sayOf(options.language) },
    { name: 'device_compatibility', label: 'Device Compatibility', kind: 'choices', say: sayOf(DEVICE_OPTIONS) },
    { name: 'survey_url', label: 'Survey URL', kind: 'text' },
  ]
}

/** The initial values of a project's form: the stored project. A project without a manager has the entry that says so (§9.10). */
export function storedProject(project: ProjectDetail): object {
  return {
    ...project,
    consultant: project.consultant ?? NO_CONSULTANT_UID,
    respondents: project.respondents === 0 ? null : project.respondents,
  }
}

/** The initial values of a copy's form. */
export const copyOf = (project: ProjectDetail): object => ({
  ...storedProject(project),
  pm_proj_name: `Copy of ${project.pm_proj_name}`,
})

/** The initial values of a new project's form (§9.2). @param ownZoneCode the user's zone */
export const newProject = (ownZoneCode: number = DEFAULT_TIME_ZONE_CODE): object => ({
  out_of_field_time_zone_code: ownZoneCode,
})

/** No device chosen leaves it open. */
export function projectWire({ device_compatibility: devices, ...wire }: FormValues): FormValues {
  return devices === undefined || (Array.isArray(devices) && devices.length === 0)
    ? wire
    : { ...wire, device_compatibility: devices }
}
