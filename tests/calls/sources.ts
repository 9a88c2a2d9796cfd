import { DESK_ACCOUNT, STUDY_WRITERS, SUPER_ADMINS, SUPPLY_SIDE, SUPPLY_WRITERS } from './callers.ts'
import { object, own, restricted, type Endpoint } from './endpoint.ts'

export const SOURCE_FORM = {
  stream_name: 'Open panel',
  respondents: 100,
  stream_status_cd: 3,
  click_balancing: true,
  calculation_type_code_ud: 1,
  pacing: 3,
  supplier_cpi: 2.5,
  country_id: 840,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
}

export const AGE_OF_SOURCE = { name: 'Age', param: 'age', min: 18, max: 64 }

export const SOURCE_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/survey-streams/{id}': object(DESK_ACCOUNT, ({ source }) => ({ path: { id: source } })),
  // with suppliers and their prices, as it is called here; a source without is everybody's to make
  'POST /v1/survey-streams': object(SUPPLY_WRITERS, ({ survey, supplier }) => ({
    body: {
      pm_sy_ud: survey,
      type: 'diy',
      ...SOURCE_FORM,
      suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2 }],
      qualifications: [{ name: 'Age', param: 'age', min: 18, max: 64 }],
      quota_groups: [],
      pm_sy_client_cpi: 4.25,
    },
  })),
  'PUT /v1/survey-streams': object(STUDY_WRITERS, ({ source }) => ({
    body: { stmid: source, ...SOURCE_FORM, stream_status_cd: 1, version: 1, status_version: 1 },
  })),
  'POST /v1/copystream': object(STUDY_WRITERS, ({ source, survey }) => ({
    body: { stmid: source, pm_sy_ud: survey, stream_name: 'A copy' },
  })),
  'POST /v1/duplicate-survey-stream': object(STUDY_WRITERS, ({ source }) => ({
    body: { stmid: source, copies: 1 },
  })),
  // Auto-Boost is not staff's: for a super admin, or who was given it
  // with auto_boost_access (§6.8)
  'POST /v1/survey-stream/{id}/alias': restricted(SUPER_ADMINS, ({ source }) => ({
    path: { id: source },
    body: { alias: 'Boosted', auto_boost: true, boost_step: 0.5, boost_cap: 200, boost_minutes: 60 },
    status: 403,
  })),
  'GET /v1/survey-streams/{id}/survey': object(DESK_ACCOUNT, ({ source }) => ({ path: { id: source } })),
  'GET /v1/live-sources': own(DESK_ACCOUNT, () => ({ query: { limit: 10, offset: 0 } })),
  'GET /v1/survey-stream-metrics/{id}': object(DESK_ACCOUNT, ({ survey }) => ({
    path: { id: survey },
    query: { limit: 10, offset: 0 },
  })),
  'GET /v1/survey/stream/{id}/test-survey': object(DESK_ACCOUNT, ({ source }) => ({ path: { id: source } })),
  'GET /v1/survey-test/{id}': object(DESK_ACCOUNT, ({ source }) => ({
    path: { id: source },
    query: { limit: 10, offset: 0 },
  })),
  'GET /v1/survey/{id}/defendersettings': object(DESK_ACCOUNT, ({ survey }) => ({ path: { id: survey } })),
  'GET /v1/survey-streams/{id}/respondent': own(DESK_ACCOUNT, ({ source }) => ({
    path: { id: source },
    query: { find: 'nobody' },
    status: 404,
  })),
  'GET /v1/respondents/{scope}/{id}': object(DESK_ACCOUNT, ({ survey }) => ({
    path: { scope: 'survey', id: survey },
    query: { code: 20, rule: 'country', limit: 10 },
  })),
  'POST /v1/respondents/{scope}/{id}': object(DESK_ACCOUNT, ({ source }) => ({
    path: { scope: 'source', id: source },
    body: { ids: ['nobody'] },
  })),
  'GET /v1/survey-quals-quotas': object(DESK_ACCOUNT, ({ source }) => ({ query: { stmid: source } })),
  'POST /v1/survey-quals-quotas': object(STUDY_WRITERS, ({ source }) => ({
    body: {
      stmid: source,
      qualifications: [AGE_OF_SOURCE],
      quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 34 }], target: 50 }],
    },
  })),
  'GET /v2/survey-quals-quotas': object(DESK_ACCOUNT, ({ source }) => ({ query: { stmid: source } })),
  'POST /v2/survey-quals-quotas': object(STUDY_WRITERS, ({ source }) => ({
    body: {
      stmid: source,
      qualifications: [AGE_OF_SOURCE],
      quota_groups: [
        {
          name: 'Women',
          conditions: [{ param: 'gender', in: ['2'] }],
          target: 50,
          quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 34 }], target: 50 }],
        },
      ],
    },
  })),
  // suppliers of sources and supply prices: not the plain external view of users (domain.md §4)
  'GET /v1/stream-suppliers/{id}': object(SUPPLY_SIDE, ({ source }) => ({ path: { id: source } })),
  'PUT /v1/stream-suppliers/{id}': object(SUPPLY_WRITERS, ({ source, supplier }) => ({
    path: { id: source },
    body: { suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2.25 }] },
    asked: { body: { suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100 }] } },
  })),
  'GET /v1/survey-streams/{id}/supplier-pricing': object(SUPPLY_SIDE, ({ source }) => ({ path: { id: source } })),
  'PATCH /v1/survey-streams/{id}/supplier-pricing': object(SUPPLY_SIDE, ({ source, supplier }) => ({
    path: { id: source },
    // the call before gave the supplier a price of its own
    body: { supplier_cpi: 2.75, suppliers: [{ pm_sup_ud: supplier, supplier_cpi: null }] },
    asked: { body: { supplier_cpi: undefined, suppliers: [] } },
  })),
  'GET /v3/survey-suppliers/{id}': object(SUPPLY_SIDE, ({ survey }) => ({
    path: { id: survey },
    query: { limit: 10, offset: 0 },
  })),
  'GET /v1/survey-buyer-rate/{id}': object(DESK_ACCOUNT, ({ survey }) => ({ path: { id: survey } })),
  'PUT /v1/survey-buyer-rate/{id}': object(STUDY_WRITERS, ({ survey }) => ({
    path: { id: survey },
    body: { pm_sy_client_cpi: 8.5 },
  })),
  'POST /v3/classic-streams': object(SUPPLY_WRITERS, ({ survey, supplier }) => ({
    body: {
      pm_sy_ud: survey,
      ...SOURCE_FORM,
      pm_sup_ud: supplier,
      redirects: [{ type: 'complete', url: 'https://harbor.example/c' }],
    },
  })),
  // the stage's source is a classic one, and has no such test
  'PUT /v1/classic-streams/{id}': restricted(SUPPLY_WRITERS, ({ source, supplier }) => ({
    path: { id: source },
    query: { test_uid: 'none' },
    body: { ...SOURCE_FORM, pm_sup_ud: supplier, redirects: [], version: 1, status_version: 1 },
    status: 404,
  })),
  'GET /v3/classic-streams/{id}': restricted(SUPPLY_SIDE, ({ source }) => ({
    path: { id: source },
    query: { test_uid: 'none' },
    status: 404,
  })),
  'GET /v1/survey-streams/{id}/classic': restricted(SUPPLY_SIDE, ({ source }) => ({ path: { id: source } })),
}
