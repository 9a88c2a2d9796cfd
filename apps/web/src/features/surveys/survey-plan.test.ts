import { faultsOf } from '@desk/machines/form/form.fields'
import type { ProjectDetail } from '@desk/schema/projects/project'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { surveyFormByFlag } from '@desk/schema/surveys/survey-form'
import { describe, expect, test } from 'vitest'
import { openValues, sayValue, wireValues } from '#kit/forms/field-kinds.ts'
import { copyOf, languagesToChoose, newSurvey, surveyFields, surveyOptions, type SurveyLists } from './survey-plan.ts'

const ENGLISH = { languages_id: 2, name: 'English', iso: 'en' }
const SPANISH = { languages_id: 3, name: 'Spanish', iso: 'es' }
const GERMAN = { languages_id: 4, name: 'German', iso: 'de' }
const LISTS: SurveyLists = {
  pricesClient: true,
  zones: [{ pm_code: 15, pm_code_name: '(UTC-05:00) New York', iana_name: 'America/New_York' }],
  countries: [{ pm_cy_cs_id: 1, name: 'United States of America', iso2: 'US' }],
  languages: [ENGLISH, SPANISH, GERMAN],
}
const PROJECT = {
  respondents: 300,
  pm_cy_cs_id: 1,
  languages_id: 2,
  device_compatibility: null,
  survey_url: 'https://a.example/[%RDUD%]',
  est_loi: 10,
  qualifying_rate: 33.3,
  pm_sy_client_cpi: 4.5,
  out_of_field_date: '2027-03-01T23:00:00.000Z',
  out_of_field_time_zone_code: 15,
} as unknown as ProjectDetail // of a project only what a survey begins with

const fieldsOf = (lists = LISTS) => surveyFields(lists, surveyOptions(lists, Date.UTC(2026, 10, 21)))
const sent = (stored: object, lists = LISTS) => wireValues(fieldsOf(lists), openValues(fieldsOf(lists), stored))
const faults = (stored: object, lists = LISTS) =>
  faultsOf(surveyFormByFlag(lists), sent(stored, lists)).map(({ path, message }) => `${path.join('_')}: ${message}`)

describe('a survey’s form', () => {
  test('a new one begins with its project’s defaults and lacks a name (§3.6, §5.10)', () => {
    expect(faults(newSurvey(PROJECT))).toEqual(['pm_sy_name: Survey name is required'])
    expect(sent({ ...newSurvey(PROJECT), pm_sy_name: 'Tea' })).toEqual({
      ...PROJECT,
      pm_sy_name: 'Tea',
      device_compatibility: [1, 2, 3],
      survey_url_flg: true,
      hold_places: 1,
    })
  })

  test('where the project says nothing everything is asked for, a URL by its flag (§5.5, §5.10–5.15)', () => {
    const open = newSurvey({ respondents: 0 } as ProjectDetail)
    expect(faults(open)).toHaveLength(10)
    expect(faults({ ...open, survey_url_flg: false })).toHaveLength(9)
  })

  test('a price is required if client CPI is enabled (§5.11)', () => {
    const stored = { ...newSurvey(PROJECT), pm_sy_name: 'Tea', pm_sy_client_cpi: null }
    const unpriced = { ...LISTS, pricesClient: false }
    expect([faults(stored), faults(stored, unpriced)]).toEqual([['pm_sy_client_cpi: Sell Price is required'], []])
    expect(
      [LISTS, unpriced].map(lists => fieldsOf(lists).find(({ name }) => name === 'pm_sy_client_cpi')?.isRequired),
    ).toEqual([true, false])
  })

  test('a duplicate is named as one', () =>
    expect(sent(copyOf({ ...PROJECT, pm_sy_name: 'Tea' } as unknown as SurveyDetail))['pm_sy_name']).toBe(
      'Copy of Tea',
    ))

  test('each value has words for the stale edit', () => {
    const values = openValues(fieldsOf(), { ...newSurvey(PROJECT), pm_sy_name: 'Tea' })
    expect(fieldsOf().map(field => sayValue(field, values[field.name]))).toEqual([
      'Tea',
      '300',
      'United States of America',
      'English',
      'Desktop, Mobile, Tablet',
      'on',
      'https://a.example/[%RDUD%]',
      '10',
      '33.3',
      'None',
      '4.5',
      '2027-03-01 18:00',
      'America/New_York (UTC-05:00)',
    ])
  })
})

describe('the languages to choose from (api:L9)', () => {
  const labels = (ofCountry: readonly (typeof ENGLISH)[] | undefined, chosen: number | null) =>
    languagesToChoose(LISTS.languages, ofCountry, chosen).map(({ label }) => label)
  test('are the country’s, and the chosen one (api:L9)', () => {
    expect([labels([ENGLISH, SPANISH], null), labels([ENGLISH, SPANISH], 3), labels([ENGLISH, SPANISH], 4)]).toEqual([
      ['English', 'Spanish'],
      ['English', 'Spanish'],
      ['English', 'Spanish', 'German'],
    ])
  })
  test('are all of them while there is no country, or for one without any (api:L9)', () => {
    expect([labels(undefined, null), labels([], 2)]).toEqual([
      ['English', 'Spanish', 'German'],
      ['English', 'Spanish', 'German'],
    ])
  })
})
