import { JOURNAL_CALLS } from './journal-calls.ts'
import { QUALIFICATION_CALLS } from './qualification-calls.ts'
import { SIGN_IN_CALLS } from './sign-in-calls.ts'
import { TEMPLATE_CALLS } from './template-calls.ts'
import { KEY_CALLS } from './key-calls.ts'
import { ALERT_CALLS } from './alert-calls.ts'
import { ACCOUNT_CALLS } from './account-calls.ts'
import { DEFENDER_CALLS } from './defender-calls.ts'
import { EXCLUSION_CALLS } from './exclusion-calls.ts'
import { RECONTACT_CALLS } from './recontact-calls.ts'
import { REPORT_CALLS } from './report-calls.ts'
import type { Operation } from './operations.ts'
import { SOURCE_SUPPLIER_CALLS } from './source-supplier-calls.ts'
import { SUPPLIER_ACCOUNT_CALLS } from './supplier-account-calls.ts'
import { NOUN_CALLS } from './noun-calls.ts'
import { WEBHOOK_CALLS } from './webhook-calls.ts'
import { PLATFORM_FORM, PROJECT_FORM, SURVEY_FORM, SUPPLIER, SOURCE_FORM, AGE_OF_SOURCE } from './base-forms.ts'

/** Ids of existing objects and of the caller. */
export interface Ids {
  readonly account: number
  readonly project: number
  readonly survey: number
  readonly source: number
  readonly supplier: number
  /** One of the account's own, and its text. */
  readonly qualification: number
  readonly qualificationText: number
  readonly qualityQuestion: number
  readonly webhook: number
  readonly user: number
  readonly username: string
  readonly password: string
  /** A journal of the account. */
  readonly journal: string
}

/** A valid call, to be altered in one place. */
export interface BaseCall {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** The feed's service token instead of a user's. */
  readonly asService?: true
  /** 200 by default. */
  readonly status?: number
}

/** Reads that any program opens, by an address that says who may: a form elsewhere could send them, and changes nothing. */
export const OPENED_BY_ANY_PROGRAM: readonly string[] = [
  'GET /v1/document-files/{token}',
  'GET /v1/statement-keys/{fingerprint}',
]

/** One call that works for every operation of the contract. */
export const BASE_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  ...SIGN_IN_CALLS,
  ...ACCOUNT_CALLS,
  'GET /v1/account-features': () => ({ query: { limit: 10, offset: 0 }, status: 403 }),
  'PUT /v1/account/{id}/features/{feature}': ({ account }) => ({
    path: { id: account, feature: 'nested_quota' },
    body: { is_on: true },
    status: 403,
  }),
  'GET /v1/platform': () => ({}),
  'GET /v1/pbi-authentication': () => ({ query: { report: 'defender_breakdown' } }),
  'GET /desk-api/desk/get-bi-token': () => ({ query: { report: 'defender_breakdown' } }),
  'GET /v1/embedded-reports': () => ({ status: 403 }),
  'PUT /v1/embedded-reports': () => ({ body: { role_name: 'Account', version: 0 }, status: 403 }),
  'POST /v1/embedded-reports/check': () => ({ status: 403 }),
  'POST /v1/platform': () => ({ body: PLATFORM_FORM, status: 403 }),
  'GET /v1/users': ({ user }) => ({ query: { search: 'a', role_id: 'all', uid: user, limit: 10, offset: 0 } }),
  // a zone outside the list: no user is made, and no mail comes after the answer
  'POST /v1/users': () => ({
    body: { firstname: 'Ada', lastname: 'Byron', username: 'ada@acme.example', role_id: 2, user_time_zone: 9_999 },
  }),
  'DELETE /v1/users/{id}': ({ user }) => ({ path: { id: user }, status: 403 }),
  'POST /v1/users/{id}/second-factor/disable': ({ user, password }) => ({
    path: { id: user },
    body: { confirmation: { present_password: password } },
    status: 403,
  }),
  'POST /v1/users/{id}/single-sign-on/unbind': ({ user, password }) => ({
    path: { id: user },
    body: { confirmation: { present_password: password } },
    status: 403,
  }),
  'GET /v1/users/{id}/sessions': ({ user }) => ({ path: { id: user }, query: { limit: 10, offset: 0 } }),
  // of no user: every other call needs the sessions of the stage
  'DELETE /v1/users/{id}/sessions': () => ({ path: { id: 999_999 }, status: 404 }),
  'DELETE /v1/users/{id}/sessions/{session}': ({ user }) => ({
    path: { id: user, session: '00000000-0000-4000-8000-000000000000' },
    status: 404,
  }),
  'PUT /v1/account/{id}/time-zone': ({ account }) => ({
    path: { id: account },
    body: { time_zone: 15, all_users: false },
  }),
  'GET /v1/user-types': ({ user }) => ({ query: { uid: user } }),
  'GET /v1/dashboards': ({ account }) => ({ query: { pm_dsh_ud: account, limit: 10, offset: 0 } }),
  // in no other account of the caller's
  'GET /v1/whereabouts': ({ project }) => ({ query: { kind: 'project', id: project }, status: 404 }),
  'GET /v1/account/{id}/logo': ({ account }) => ({ path: { id: account } }),
  ...NOUN_CALLS,
  'POST /v1/account/{id}/logo': ({ account }) => ({ path: { id: account }, body: { data: null } }),
  'PUT /v1/users/{id}': ({ user }) => ({ path: { id: user }, body: { uid: user, password: '', user_time_zone: 15 } }),
  'GET /v1/projects': () => ({
    query: { status: 1, consultant: 'all', business_unit_ud: 'all', search: 'a', limit: 10, offset: 0 },
  }),
  'GET /v1/metrics/projects': () => ({ query: { status: 1, consultant: 'all', business_unit_ud: 'all', search: 'a' } }),
  'GET /v1/projects/{id}': ({ project }) => ({ path: { id: project } }),
  'POST /v1/projects': () => ({ headers: { 'idempotency-key': 'base-project' }, body: PROJECT_FORM }),
  'PUT /v1/projects/{id}': ({ project }) => ({
    path: { id: project },
    headers: { 'idempotency-key': 'base-project-edit' },
    body: { ...PROJECT_FORM, version: 1 },
  }),
  'GET /v1/project/{id}/performance': ({ project }) => ({ path: { id: project } }),
  'GET /v1/TrafficStatsForDashboard/{id}': ({ account }) => ({ path: { id: account } }),
  'GET /v1/Financials/{a}/{b}': ({ account }) => ({ path: { a: account, b: 0 } }),
  'GET /v1/ProjectManagersByPerformance/{a}/{b}': ({ account }) => ({
    path: { a: account, b: 0 },
    query: { limit: 10, offset: 0 },
  }),
  'GET /v1/TrafficStatsForDashboardWeekly': () => ({}),
  'GET /v1/dashboard': ({ project }) => ({ query: { pm_proj_ud: project } }),
  'GET /v1/search': () => ({ query: { text: 'a' } }),
  'GET /v1/history/{scope}/{id}': ({ project }) => ({
    path: { scope: 'project', id: project },
    query: { limit: 10, offset: 0 },
  }),
  'POST /v1/metrics/projects': ({ project }) => ({ query: { pm_proj_ud: project }, body: { pm_proj_uds: [project] } }),
  'POST /v1/TrafficStatsForDashboardHourly': ({ survey }) => ({
    body: { mode: 'SURVEY', id: survey, grain: 'day', zone_code: 15, end: '2026-11-20T12:00:00.000Z' },
  }),
  'GET /v1/surveys': ({ project }) => ({ query: { pm_proj_ud: project, state: 1, limit: 10, offset: 0 } }),
  'GET /v1/surveys/{id}': ({ survey }) => ({ path: { id: survey } }),
  'POST /v1/surveys': ({ project, survey }) => ({
    headers: { 'idempotency-key': 'base-survey' },
    body: { ...SURVEY_FORM, pm_proj_ud: project, duplicate_of: survey },
  }),
  'PUT /v1/surveys/{id}': ({ survey }) => ({
    path: { id: survey },
    headers: { 'idempotency-key': 'base-survey-edit' },
    body: { ...SURVEY_FORM, version: 1 },
  }),
  'GET /v1/survey/{id}/engage-language': ({ survey }) => ({ path: { id: survey } }),
  'GET /v1/survey/{id}/test-status': ({ survey }) => ({ path: { id: survey } }),
  'GET /v1/survey/{id}/performance': ({ survey }) => ({ path: { id: survey } }),
  'PUT /v1/survey/{id}/performance': ({ survey }) => ({
    path: { id: survey },
    headers: { 'idempotency-key': 'base-survey-limits' },
    body: {
      limit_loi_percent: 50,
      limit_ir_percent: 40,
      limit_min_completes: 10,
      auto_pause_rules: ['low_ir'],
      version: 1,
    },
  }),
  'GET /v1/buyer-pricing': ({ project, survey }) => ({
    query: { est_loi: 10, qualifying_rate: 45.5, pm_cy_cs_id: 840, pm_sy_ud: survey, pm_proj_ud: project },
  }),
  'POST /v1/metrics/surveys/{id}': ({ survey }) => ({ path: { id: survey } }),
  'GET /v1/survey/{id}/status': ({ survey }) => ({ path: { id: survey }, query: { statusid: 2 } }),
  'GET /v1/survey-streams/{id}': ({ source }) => ({ path: { id: source } }),
  'POST /v1/survey-streams': ({ survey, supplier }) => ({
    headers: { 'idempotency-key': 'base-source' },
    body: {
      pm_sy_ud: survey,
      type: 'diy',
      ...SOURCE_FORM,
      suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2 }],
      qualifications: [{ name: 'Age', param: 'age', min: 18, max: 64 }],
      quota_groups: [],
      pm_sy_client_cpi: 4.25,
    },
  }),
  'PUT /v1/survey-streams': ({ source }) => ({
    headers: { 'idempotency-key': 'base-source-edit' },
    body: { stmid: source, ...SOURCE_FORM, stream_status_cd: 1, version: 1, status_version: 1 },
  }),
  'POST /v1/copystream': ({ source, survey }) => ({
    headers: { 'idempotency-key': 'base-source-copy' },
    body: { stmid: source, pm_sy_ud: survey, stream_name: 'A copy' },
  }),
  'POST /v1/duplicate-survey-stream': ({ source }) => ({
    headers: { 'idempotency-key': 'base-source-duplicate' },
    body: { stmid: source, copies: 1 },
  }),
  // Auto-Boost is not staff's: for a super admin, or who was given it
  'POST /v1/survey-stream/{id}/alias': ({ source }) => ({
    path: { id: source },
    headers: { 'idempotency-key': 'base-alias' },
    body: { alias: 'Boosted', auto_boost: true, boost_step: 0.5, boost_cap: 200, boost_minutes: 60 },
    status: 403,
  }),
  'GET /v1/survey/stream/{id}/test-survey': ({ source }) => ({ path: { id: source } }),
  'GET /v1/survey-test/{id}': ({ source }) => ({ path: { id: source }, query: { limit: 10, offset: 0 } }),
  'GET /v1/survey/{id}/defendersettings': ({ survey }) => ({ path: { id: survey } }),
  'GET /v1/survey-quals-quotas': ({ source }) => ({ query: { stmid: source } }),
  'POST /v1/survey-quals-quotas': ({ source }) => ({
    headers: { 'idempotency-key': 'base-flat-quotas' },
    body: {
      stmid: source,
      qualifications: [AGE_OF_SOURCE],
      quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 34 }], target: 50 }],
    },
  }),
  'GET /v2/survey-quals-quotas': ({ source }) => ({ query: { stmid: source } }),
  'POST /v2/survey-quals-quotas': ({ source }) => ({
    headers: { 'idempotency-key': 'base-quotas' },
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
  }),
  ...SOURCE_SUPPLIER_CALLS,
  'POST /v3/classic-streams': ({ survey, supplier }) => ({
    headers: { 'idempotency-key': 'base-classic' },
    body: {
      pm_sy_ud: survey,
      ...SOURCE_FORM,
      pm_sup_ud: supplier,
      redirects: [{ type: 'complete', url: 'https://harbor.example/c' }],
    },
  }),
  // the stage's source is a classic one, and has no such test
  'PUT /v1/classic-streams/{id}': ({ source, supplier }) => ({
    path: { id: source },
    query: { test_uid: 'none' },
    headers: { 'idempotency-key': 'base-classic-edit' },
    body: { ...SOURCE_FORM, pm_sup_ud: supplier, redirects: [], version: 1, status_version: 1 },
    status: 404,
  }),
  'GET /v3/classic-streams/{id}': ({ source }) => ({ path: { id: source }, query: { test_uid: 'none' }, status: 404 }),
  'GET /v1/survey-streams/{id}/classic': ({ source }) => ({ path: { id: source } }),
  ...TEMPLATE_CALLS,
  'GET /v1/survey-streams/{id}/survey': ({ source }) => ({ path: { id: source } }),
  'GET /v1/survey-stream-metrics/{id}': ({ survey }) => ({ path: { id: survey }, query: { limit: 10, offset: 0 } }),
  'GET /v1/survey-streams/{id}/respondent': ({ source }) => ({
    path: { id: source },
    query: { find: 'nobody' },
    status: 404,
  }),
  ...QUALIFICATION_CALLS,
  ...KEY_CALLS,
  ...REPORT_CALLS,
  ...WEBHOOK_CALLS,
  ...ALERT_CALLS,
  ...SUPPLIER_ACCOUNT_CALLS,
  ...DEFENDER_CALLS,
  ...EXCLUSION_CALLS,
  ...RECONTACT_CALLS,
  'GET /v1/suppliers/{id}': ({ supplier }) => ({ path: { id: supplier } }),
  'GET /v1/suppliers/{id}/supplier-redirects': ({ supplier }) => ({ path: { id: supplier } }),
  'POST /v1/suppliers': () => ({ headers: { 'idempotency-key': 'base-supplier' }, body: SUPPLIER }),
  'PUT /v1/suppliers/{id}': ({ supplier }) => ({ path: { id: supplier }, body: SUPPLIER }),
  // a source buys from it: it stays
  'DELETE /v1/suppliers/{id}': ({ supplier }) => ({ path: { id: supplier }, status: 409 }),
  // the status that it has: nothing is recorded
  'PATCH /v1/survey-streams': ({ source }) => ({
    headers: { 'idempotency-key': 'base-key' },
    body: { scope: 'source', id: source, statusid: 1, version: 1, note: 'as it is', command_id: 'base' },
  }),
  'GET /v1/statuses/{scope}/{id}': ({ survey }) => ({ path: { scope: 'survey', id: survey } }),
  'GET /v1/statuses/{scope}/{id}/history': ({ source }) => ({
    path: { scope: 'source', id: source },
    query: { limit: 10, offset: 0 },
  }),
  'GET /v1/consultants': () => ({ query: { limit: 10, offset: 0 } }),
  'GET /v1/status': () => ({}),
  'GET /v1/suppliers': () => ({
    query: { search: 'a', pm_supplier_type_code_ud: 1, sort: '-name', limit: 10, offset: 0 },
  }),
  'GET /v1/languages': () => ({}),
  'GET /v1/platform-codes/supplier-types': () => ({}),
  'GET /v1/country-codes': () => ({ query: { autosourceeligible: 'true' } }),
  'GET /v1/project-suppliers/{id}': ({ project }) => ({ path: { id: project }, query: { limit: 10, offset: 0 } }),
  'GET /v1/platform-codes': () => ({ query: { type: 7 } }),
  'GET /v1/country-language': () => ({ query: { country_id: 840 } }),
  'GET /v1/platform-codes/{id}': () => ({ path: { id: 20 } }),
  'GET /v1/changes': () => ({ query: { after: 1, wait: 0 }, asService: true }),
  'POST /v1/journals/{journal}': ({ journal }) => ({
    path: { journal },
    body: {
      build: 'b1',
      entries: [
        {
          seq: 1,
          atMs: 1,
          machine: 'sidebar',
          version: '0123456789abcdef',
          event: { type: 'sidebar.toggleRequested' },
          fingerprint: '0123456789abcdef',
        },
      ],
    },
  }),
  ...JOURNAL_CALLS,
  'GET /v1/watches': ({ survey }) => ({ query: { topic: `survey:${survey}` } }),
}

/** Gives the address of a call; an encoded part that is given replaces the base call's own. */
export function addressOf(
  { path }: Operation,
  { path: values = {}, query = {} }: BaseCall,
  spoiled: { readonly path?: Record<string, string>; readonly query?: string } = {},
): string {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => spoiled.path?.[name] ?? encodeURIComponent(String(values[name] ?? '')),
  )
  const search = spoiled.query ?? queryOf(query)
  return search === '' ? filled : `${filled}?${search}`
}

export function queryOf(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}
