import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { surveyForm, surveyFormByFlag } from './survey-form.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const GOOD = {
  pm_sy_name: 'Gen pop',
  respondents: 100,
  pm_cy_cs_id: 840,
  languages_id: 1,
  device_compatibility: [1, 2],
  survey_url: 'https://a.example/?id=[%RDUD%]',
  pm_sy_client_cpi: 4.25,
  est_loi: 10,
  qualifying_rate: 45.5,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
}
const URL_FAULT =
  'survey_url: Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. https://www.example.com/s?id=[%RDUD%]]'
function faultsOf(schema: Schema.Decoder<unknown>, values: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  return Result.isSuccess(decoded)
    ? []
    : format(decoded.failure.issue).issues.map(
        ({ path, message }) => `${(path ?? []).map(String).join('_')}: ${message}`,
      )
}
const without = (field: keyof typeof GOOD) =>
  Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== field))

test('all missing fields are reported at once, in the order of the form (§5.10–5.15)', () => {
  expect(faultsOf(surveyForm({ needsUrl: true, pricesClient: true }), {})).toEqual([
    'pm_sy_name: Survey name is required',
    'respondents: Target (N) is required',
    'pm_cy_cs_id: Country is required',
    'languages_id: Language is required',
    'device_compatibility: Device Compatibility is required',
    URL_FAULT,
    'pm_sy_client_cpi: Sell Price is required',
    'est_loi: Estimated LOI is required',
    'qualifying_rate: Incidence Rate is required',
    'out_of_field_date: Out of field date is required',
    'out_of_field_time_zone_code: Timezone is required',
  ])
})

test('a survey URL is needed only with the survey-URL flag (§5.5)', () => {
  const [on, off] = [true, false].map(needsUrl => surveyForm({ needsUrl, pricesClient: true }))
  expect([
    faultsOf(on!, without('survey_url')),
    faultsOf(off!, without('survey_url')),
    faultsOf(off!, { ...GOOD, survey_url: '' }),
  ]).toEqual([[URL_FAULT], [], []])
})

test('a sell price is needed only where client CPI is enabled (§5.11)', () => {
  const [on, off] = [true, false].map(pricesClient => surveyForm({ needsUrl: true, pricesClient }))
  expect([
    faultsOf(on!, without('pm_sy_client_cpi')),
    faultsOf(off!, without('pm_sy_client_cpi')),
    faultsOf(off!, { ...GOOD, pm_sy_client_cpi: 301 }),
  ]).toEqual([
    ['pm_sy_client_cpi: Sell Price is required'],
    [],
    ['pm_sy_client_cpi: Sell Price cannot be greater than $300'],
  ])
})

describe('a form that has the flag as a field', () => {
  const schema = surveyFormByFlag({ pricesClient: true })
  test('follows the flag (§5.5)', () => {
    expect([
      faultsOf(schema, { ...GOOD, survey_url_flg: true, survey_url: '' }),
      faultsOf(schema, { ...GOOD, survey_url_flg: false, survey_url: '' }),
    ]).toEqual([[URL_FAULT], []])
  })
  test('has the same faults otherwise (§5.10, §5.11)', () => {
    const faulty = { ...GOOD, pm_sy_name: '', pm_sy_client_cpi: -1 }
    const faults = ['pm_sy_name: Survey name is required', 'pm_sy_client_cpi: Sell Price must be greater than 0']
    expect([true, false].map(survey_url_flg => faultsOf(schema, { ...faulty, survey_url_flg }))).toEqual([
      faults,
      faults,
    ])
    expect(
      faultsOf(surveyFormByFlag({ pricesClient: false }), { ...without('pm_sy_client_cpi'), survey_url_flg: false }),
    ).toEqual([])
  })
})
