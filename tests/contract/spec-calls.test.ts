import { expect, test } from 'vitest'
import { contractOperations } from './operations.ts'

/** Path parameters are named by the noun in the contract, and by the specification as it likes: they compare as `{}`. */
const callsOfTheContract = new Set(contractOperations().map(({ name }) => name.replaceAll(/\{[^}]+\}/g, '{}')))

function missingFromTheContract(calls: readonly string[]): readonly string[] {
  return calls.filter(call => !callsOfTheContract.has(call))
}

function queryOf(call: string): readonly string[] {
  return contractOperations().find(({ name }) => name.replaceAll(/\{[^}]+\}/g, '{}') === call)?.queryParameters ?? []
}

test('the desk answers every call on projects (§7.9)', () => {
  expect(
    missingFromTheContract([
      'GET /v1/projects',
      'GET /v1/projects/{}',
      'PUT /v1/projects/{}',
      'POST /v1/projects',
      'GET /v1/surveys',
      'GET /v1/reports/traffic',
      'POST /v1/reports/traffic',
      'POST /v1/metrics/projects',
      'PATCH /v1/survey-streams',
      'POST /v1/TrafficStatsForDashboardHourly',
      'GET /v1/reports/costsummary',
      'GET /v2/reports/costsummary',
      'GET /v1/project/{}/performance',
      'POST /v1/reconciliation/projectindicator',
      'GET /v1/project/{}/defender-setting',
      'POST /v1/project/{}/defender-setting',
    ]),
  ).toEqual([])
  expect(queryOf('GET /v1/projects')).toEqual(expect.arrayContaining(['status', 'consultant', 'business_unit_ud']))
})

test('the desk answers every call on surveys (§7.10)', () => {
  expect(
    missingFromTheContract([
      'GET /v1/surveys/{}',
      'PUT /v1/surveys/{}',
      'POST /v1/surveys',
      'POST /v1/metrics/projects',
      'POST /v1/metrics/surveys/{}',
      'GET /v1/survey/{}/engage-language',
      'GET /v1/survey/{}/test-status',
      'GET /v1/survey/{}/performance',
      'PUT /v1/survey/{}/performance',
      'GET /v1/buyer-pricing',
      'GET /v1/survey/{}/status',
    ]),
  ).toEqual([])
  expect([queryOf('POST /v1/metrics/projects'), queryOf('GET /v1/survey/{}/status')]).toEqual([
    expect.arrayContaining(['pm_proj_ud']),
    expect.arrayContaining(['statusid']),
  ])
})

test('the desk answers every call on suppliers and classic streams (§7.11)', () => {
  expect(
    missingFromTheContract([
      'GET /v3/survey-suppliers/{}',
      'GET /v1/survey-stream-metrics/{}',
      'GET /v1/suppliers/{}/supplier-redirects',
      'POST /v3/classic-streams',
      'PUT /v1/classic-streams/{}',
      'GET /v3/classic-streams/{}',
      'GET /v1/survey-streams/{}/classic',
      'GET /v1/survey-test/{}',
      'GET /v1/survey/{}/defendersettings',
      'POST /v1/suppliers',
      'PUT /v1/suppliers/{}',
      'DELETE /v1/suppliers/{}',
      'GET /v1/suppliers/{}',
    ]),
  ).toEqual([])
  expect([queryOf('PUT /v1/classic-streams/{}'), queryOf('GET /v3/classic-streams/{}')]).toEqual([
    expect.arrayContaining(['test_uid']),
    expect.arrayContaining(['test_uid']),
  ])
})

test('the desk answers every call on streams (§7.12)', () => {
  expect(
    missingFromTheContract([
      'GET /v1/survey-quals-quotas',
      'POST /v1/survey-quals-quotas',
      'GET /v2/survey-quals-quotas',
      'POST /v2/survey-quals-quotas',
      'GET /v1/qualifications',
      'GET /v1/qualifications/qualification-options',
      'GET /v1/survey-streams/{}/survey',
      'POST /v1/survey-streams',
      'PUT /v1/survey-streams',
      'GET /v1/survey-streams/{}',
      'GET /v1/survey-buyer-rate/{}',
      'PUT /v1/survey-buyer-rate/{}',
      'POST /v1/copystream',
      'GET /v1/stream-suppliers/{}',
      'PUT /v1/stream-suppliers/{}',
      'POST /v1/duplicate-survey-stream',
      'GET /v1/survey/stream/{}/test-survey',
      'GET /v1/survey-streams/{}/supplier-pricing',
      'PATCH /v1/survey-streams/{}/supplier-pricing',
      'POST /v1/survey-stream/{}/alias',
    ]),
  ).toEqual([])
})

test('the desk answers every call on source templates (§7.13)', () => {
  expect(
    missingFromTheContract([
      'GET /v1/source-template',
      'POST /v1/source-template',
      'GET /v2/source-template',
      'POST /v2/source-template',
      'GET /v1/source-template/{}/quals-quotas',
      'DELETE /v1/source-template',
    ]),
  ).toEqual([])
  expect(queryOf('DELETE /v1/source-template')).toEqual(['source_template_id'])
})

test('the desk answers every call on supplier allocation templates (§7.14)', () => {
  expect(
    missingFromTheContract([
      'GET /v1/supplierallocationtemplates',
      'PUT /v1/supplierallocationtemplates',
      'POST /v1/supplierallocationtemplates',
      'GET /v1/supplierallocationtemplates/{}',
      'DELETE /v1/supplierallocationtemplates/{}',
      'POST /v1/{}/loadtemplate/{}',
    ]),
  ).toEqual([])
})

test('the desk answers every call on lookups (§7.27)', () => {
  expect(
    missingFromTheContract([
      'GET /v1/consultants',
      'GET /v1/status',
      'GET /v1/suppliers',
      'GET /v1/languages',
      'GET /v1/platform-codes/supplier-types',
      'GET /v1/country-codes',
      'GET /v1/project-suppliers/{}',
      'GET /v1/platform-codes',
      'GET /v1/country-language',
      'GET /v1/platform-codes/{}',
    ]),
  ).toEqual([])
  expect([
    queryOf('GET /v1/country-codes'),
    queryOf('GET /v1/platform-codes'),
    queryOf('GET /v1/country-language'),
  ]).toEqual([
    expect.arrayContaining(['autosourceeligible']),
    expect.arrayContaining(['type']),
    expect.arrayContaining(['country_id']),
  ])
})

test('every kind of object that users manage can be listed, made and changed (§1.1)', () => {
  expect(
    missingFromTheContract([
      ...['GET', 'POST'].map(method => `${method} /v1/projects`),
      ...['GET', 'POST'].map(method => `${method} /v1/surveys`),
      ...['POST', 'PUT'].map(method => `${method} /v1/survey-streams`),
      ...['GET', 'POST'].map(method => `${method} /v1/suppliers`),
      'PUT /v1/suppliers/{}',
      ...['GET', 'POST'].map(method => `${method} /v2/qualifications`),
      'PATCH /v2/qualifications/{}',
      ...['GET', 'POST'].map(method => `${method} /v1/quality-questions`),
      'PUT /v1/quality-questions/{}',
      ...['GET', 'POST', 'PUT'].map(method => `${method} /v1/ratecard`),
      ...['GET', 'POST'].map(method => `${method} /v1/dashboard/{}/businessunits/`),
      'PUT /v1/dashboard/{}/businessunits/{}',
      'GET /v1/project/project-documents',
      'POST /v1/project/{}/project-documents',
      'GET /v1/reconciliation/{}',
      ...['preview', 'store'].map(step => `POST /v1/reconciliation/${step}`),
    ]),
  ).toEqual([])
})
