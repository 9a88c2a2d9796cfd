import { faultsOf } from '@desk/machines/form/form.fields'
import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import type { ProjectDetail } from '@desk/schema/projects/project'
import { projectForm } from '@desk/schema/projects/project-form'
import { describe, expect, test } from 'vitest'
import { openValues, sayValue, wireValues } from '#kit/forms/field-kinds.ts'
import {
  copyOf,
  newProject,
  projectFields,
  projectOptions,
  projectWire,
  storedProject,
  type ProjectLists,
} from './project-plan.ts'

const LISTS: ProjectLists = {
  usesBusinessUnits: false,
  consultants: [{ uid: 7, name: 'Ada Byron' }],
  zones: [{ pm_code: 15, pm_code_name: '(UTC-05:00) New York', iana_name: 'America/New_York' }],
  countries: [{ pm_cy_cs_id: 1, name: 'United States', iso2: 'US' }],
  languages: [{ languages_id: 2, name: 'English', iso: 'en' }],
  units: [
    { business_unit_ud: 3, business_unit_name: 'Healthcare', status_id: 1, version: 1 },
    { business_unit_ud: 4, business_unit_name: 'Closed', status_id: 2, version: 1 },
  ],
}
const WITH_UNITS = { ...LISTS, usesBusinessUnits: true }
const NOW_MS = Date.UTC(2026, 10, 21)
const FORM = {
  pm_proj_name: 'Tea',
  pm_proj_rep_num: 'T-1',
  consultant: 7,
  out_of_field_date: '2027-03-01T23:00:00.000Z',
  out_of_field_time_zone_code: 15,
}
// Of a stored project only what its form has.
const STORED = {
  ...FORM,
  respondents: 0,
  business_unit_ud: 3,
  pm_cy_cs_id: 1,
  languages_id: 2,
  est_loi: 12,
  qualifying_rate: 33.3,
  pm_sy_client_cpi: 4.5,
  device_compatibility: [1, 2],
  survey_url: null,
} as unknown as ProjectDetail

const fieldsOf = (lists: ProjectLists) => projectFields(lists, projectOptions(lists, NOW_MS))
const sent = (lists: ProjectLists, stored: object) =>
  projectWire(wireValues(fieldsOf(lists), openValues(fieldsOf(lists), stored)))
const faults = (lists: ProjectLists, stored: object) =>
  faultsOf(projectForm(lists), sent(lists, stored)).map(({ path, message }) => `${path.join('_')}: ${message}`)

describe('a project’s form', () => {
  test('offers a manager and a unit that left their lists only to the project that has them (§5.6, §5.8)', () => {
    const stored = { consultant: 9, consultant_name: 'Grace Hopper', business_unit_ud: 4, business_unit_name: 'Closed' }
    const { consultant, unit } = projectOptions(LISTS, NOW_MS, stored)
    expect([
      consultant.map(({ label }) => label),
      unit.map(({ label }) => label),
      projectOptions(LISTS, NOW_MS).consultant.length,
    ]).toEqual([
      ['Ada Byron', 'Grace Hopper (no longer in the list)'],
      ['Healthcare', 'Closed (no longer in the list)'],
      1,
    ])
  })

  test('requires name, number, manager and out-of-field date; the default zone is the user’s (§5.6, §5.7)', () =>
    expect([faults(LISTS, newProject(15)), faults(LISTS, {}).at(-1)]).toEqual([
      [
        'pm_proj_name: Project name is required',
        'pm_proj_rep_num: Project number is required',
        'consultant: Paroject Manager is required',
        'out_of_field_date: Out of field date is required',
      ],
      'out_of_field_time_zone_code: Timezone is required',
    ]))

  test('asks for a business unit where the account uses them, and has no such field elsewhere (§5.8)', () =>
    expect([
      faults(WITH_UNITS, FORM),
      faults(LISTS, FORM),
      fieldsOf(LISTS).some(({ name }) => name === 'business_unit_ud'),
      projectOptions(WITH_UNITS, NOW_MS).unit,
    ]).toEqual([
      ['business_unit_ud: A Business Unit must be selected'],
      [],
      false,
      [{ value: 3, label: 'Healthcare' }],
    ]))

  test('a date before 2019 or half typed is invalid; the date is in the chosen zone (§5.7)', () =>
    expect([
      faults(LISTS, { ...FORM, out_of_field_date: '2018-12-31T12:00:00.000Z' }),
      faultsOf(
        projectForm(LISTS),
        wireValues(fieldsOf(LISTS), {
          ...openValues(fieldsOf(LISTS), FORM),
          out_of_field_date: 'half typed',
          device_compatibility: null,
        }),
      ).map(({ message }) => message)[0],
      openValues(fieldsOf(LISTS), FORM)['out_of_field_date'],
    ]).toEqual([['out_of_field_date: Please enter a valid date'], 'Please enter a valid date', '2027-03-01T18:00']))

  test('the defaults of its surveys may be empty, including the target, and are checked if given (§5.9)', () =>
    expect([
      fieldsOf(LISTS).find(({ name }) => name === 'respondents')?.label,
      faults(LISTS, FORM),
      faults(LISTS, {
        ...FORM,
        respondents: 1.5,
        est_loi: 120,
        qualifying_rate: 0,
        pm_sy_client_cpi: 301,
        survey_url: 'http://x',
      }),
    ]).toEqual([
      'Target (N)',
      [],
      [
        'respondents: Target (N) must be a whole number',
        'est_loi: Maximum value for the LOI field must be less than 120 minutes',
        'qualifying_rate: Incidence Rate must be greater than 0',
        'survey_url: Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. https://www.example.com/s?id=[%RDUD%]]',
        'pm_sy_client_cpi: Sell Price cannot be greater than $300',
      ],
    ]))

  test('stored values are sent back unchanged; empty ones are left out', () => {
    const { respondents: _, survey_url: __, ...stored } = { ...STORED }
    expect([
      sent(WITH_UNITS, storedProject(STORED)),
      sent(LISTS, storedProject({ ...STORED, device_compatibility: null }))['device_compatibility'],
    ]).toEqual([{ ...stored, survey_url: '' }, undefined])
  })

  test('a project without a manager has the entry that says so (§9.10); a copy is named as one', () =>
    expect([
      sent(LISTS, storedProject({ ...STORED, consultant: null }))['consultant'],
      sent(LISTS, copyOf(STORED))['pm_proj_name'],
    ]).toEqual([NO_CONSULTANT_UID, 'Copy of Tea']))

  test('each value has words for the stale edit', () =>
    expect(
      fieldsOf(WITH_UNITS).map(field => sayValue(field, openValues(fieldsOf(WITH_UNITS), STORED)[field.name])),
    ).toEqual([
      'Tea',
      'T-1',
      'Ada Byron',
      'Healthcare',
      '2027-03-01 18:00',
      'America/New_York (UTC-05:00)',
      '0',
      '4.5',
      '12',
      '33.3',
      'United States',
      'English',
      'Desktop, Mobile',
      '-',
    ]))
})
