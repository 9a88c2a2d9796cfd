import { JOURNAL_CALLS } from './journal-calls.ts'
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
import {
  PLATFORM_FORM,
  PROJECT_FORM,
  SURVEY_FORM,
  SUPPLIER,
  QUALIFICATION,
  QUALIFICATION_TEXT,
  SOURCE_FORM,
  AGE_OF_SOURCE,
} from './base-forms.ts'

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
  /** 200 unless told otherwise. */
  readonly status?: number
}

/** Reads that any program opens, by an address that says who may: a form elsewhere could send them, and changes nothing. */
export const OPENED_BY_ANY_PROGRAM: readonly string[] = [
  'GET /v1/document-files/{token}',
  'GET /v1/statement-keys/{fingerprint}',
]

/** One call that works for every operation of the contract. */
export const BASE_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'POST /v1/login': ({ username, password }) => ({ body: { username, password } }),
  'POST /v1/logout': () => ({ status: 204 }),
  'GET /v1/user-login-details': () => ({}),
  // the one call whose working would end every other session of the user
  'POST /v1/update-password': () => ({
    body: { password: 'Wrong-pass-1', new_password: 'Better-pass-1' },
    status: 422,
  }),
  'POST /v1/switch-account': ({ account }) => ({ body: { pm_dsh_ud: account } }),
  // nobody's: a mail would come after the answer
  'POST /v1/reset': () => ({ body: { username: 'nobody@desk.example' } }),
  'POST /v1/reset-password/{resetToken}': () => ({
    path: { resetToken: 'A'.repeat(43) },
    body: { password: 'Better-pass-1', confirm_password: 'Better-pass-1' },
    status: 404,
  }),
  'POST /v1/login/second-factor': () => ({ body: { challenge: 'A'.repeat(43), code: '000000' }, status: 401 }),
  // the session that asks comes first
  'GET /v1/sessions': () => ({ query: { limit: 1, offset: 0 } }),
  'DELETE /v1/sessions': () => ({ status: 204 }),
  'DELETE /v1/sessions/{id}': () => ({ path: { id: '00000000-0000-4000-8000-000000000000' }, status: 404 }),
  'GET /v1/second-factor': () => ({}),
  'POST /v1/second-factor': ({ password }) => ({ body: { confirmation: { present_password: password } } }),
  // no such code: each that works would end what the others stand on
  'POST /v1/second-factor/confirm': () => ({ body: { code: 'none' }, status: 422 }),
  'POST /v1/second-factor/recovery-codes': ({ password }) => ({
    body: { confirmation: { present_password: password, second_factor_code: 'none' } },
    status: 409,
  }),
  'POST /v1/second-factor/disable': ({ password }) => ({
    body: { confirmation: { present_password: password, second_factor_code: 'none' } },
    status: 409,
  }),
  'GET /v1/defaultaccounts': () => ({}),
  'PUT /v1/defaultaccounts': ({ account }) => ({
    body: { default_account_update: true, new_default_account: account },
  }),
  // another account's: in the own one every further call would have to wait for a second factor
  'PUT /v1/account/{id}/second-factor': () => ({ path: { id: 999_999 }, body: { required: true }, status: 404 }),
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
  // a zone that is not in the list: nobody is made, and no mail comes after the answer
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
  // nobody's: every other call stands on the sessions of the stage
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
  'GET /v1/source-template': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/source-template': ({ source }) => ({
    headers: { 'idempotency-key': 'base-template' },
    body: { name: 'As it is', stmid: source },
  }),
  'GET /v2/source-template': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v2/source-template': () => ({
    headers: { 'idempotency-key': 'base-template-2' },
    body: {
      name: 'Gen pop',
      source_template_type: 1,
      respondents: 100,
      click_balancing: true,
      calculation_type_code_ud: 1,
      pacing: 3,
      qualifications: [AGE_OF_SOURCE],
      quota_groups: [{ name: 'Women', conditions: [{ param: 'gender', in: ['2'] }], target: 50, quotas: [] }],
    },
  }),
  // no template of the stage: apps/platform/src/nouns/sources works with some
  'GET /v1/source-template/{id}/quals-quotas': () => ({ path: { id: 999_999 }, status: 404 }),
  'DELETE /v1/source-template': () => ({ query: { source_template_id: 999_999 }, status: 404 }),
  'GET /v1/supplierallocationtemplates': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/supplierallocationtemplates': ({ supplier }) => ({
    headers: { 'idempotency-key': 'base-allocation-template' },
    body: {
      name: 'Halves',
      template_type: 2,
      suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2 }],
    },
  }),
  'PUT /v1/supplierallocationtemplates': ({ supplier }) => ({
    headers: { 'idempotency-key': 'base-allocation-template-edit' },
    body: {
      supplier_allocation_template_id: 999_999,
      name: 'Halves',
      template_type: 2,
      suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2 }],
      version: 1,
    },
    status: 404,
  }),
  'GET /v1/supplierallocationtemplates/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'DELETE /v1/supplierallocationtemplates/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'POST /v1/{scope}/loadtemplate/{id}': ({ source }) => ({
    path: { scope: 'source', id: 999_999 },
    headers: { 'idempotency-key': 'base-load' },
    body: { id: source, preview: true },
    status: 404,
  }),
  'GET /v1/survey-streams/{id}/survey': ({ source }) => ({ path: { id: source } }),
  'GET /v1/survey-stream-metrics/{id}': ({ survey }) => ({ path: { id: survey }, query: { limit: 10, offset: 0 } }),
  'GET /v1/survey-streams/{id}/respondent': ({ source }) => ({
    path: { id: source },
    query: { find: 'nobody' },
    status: 404,
  }),
  'GET /v1/qualifications': ({ qualification }) => ({
    query: {
      uid: qualification,
      search: 'a',
      qualification_type_cd: 1,
      qualification_category_cd: 1,
      qualification_class_cd: 1,
      languages_id: 37,
      country_id: 840,
      limit: 10,
      offset: 0,
    },
  }),
  // of the library
  'GET /v1/qualifications/qualification-options': () => ({
    query: { uid: 3, languages_id: 37, country_id: 840, search: 'a', limit: 10, offset: 0 },
  }),
  'POST /v1/qualifications': () => ({
    headers: { 'idempotency-key': 'base-qualification' },
    body: { ...QUALIFICATION, qualification_texts: [QUALIFICATION_TEXT] },
  }),
  'PUT /v1/qualifications': ({ qualification }) => ({
    query: { uid: qualification },
    headers: { 'idempotency-key': 'base-qualification-edit' },
    body: { ...QUALIFICATION, precode: 'tea', qualification_texts: [], version: 1 },
  }),
  // the library is nobody's to delete from
  'DELETE /v1/qualifications': () => ({ query: { uid: 1 }, status: 409 }),
  'GET /v2/qualifications': () => ({
    query: {
      search: 'a',
      qualification_type_cd: 1,
      qualification_category_cd: 1,
      qualification_class_cd: 1,
      languages_id: 37,
      country_id: 840,
      limit: 10,
      offset: 0,
    },
  }),
  'POST /v2/qualifications': () => ({
    headers: { 'idempotency-key': 'base-qualification-2' },
    body: { ...QUALIFICATION, precode: 'coffee-2', qualification_texts: [QUALIFICATION_TEXT] },
  }),
  'PATCH /v2/qualifications/{id}': ({ qualification }) => ({
    path: { id: qualification },
    headers: { 'idempotency-key': 'base-qualification-change' },
    body: { ...QUALIFICATION, precode: 'water', qualification_texts: [], version: 2 },
  }),
  'POST /v2/qualification/{id}/qualification-text': ({ qualification }) => ({
    path: { id: qualification },
    headers: { 'idempotency-key': 'base-text' },
    body: { ...QUALIFICATION_TEXT, country_id: 826, qualification_text_status_cd: 1 },
  }),
  'GET /v2/qualification-texts/{id}/qualification-options': ({ qualificationText }) => ({
    path: { id: qualificationText },
    query: { limit: 10, offset: 0 },
  }),
  'GET /v2/qualification-texts/{id}/qualifications': ({ qualificationText }) => ({ path: { id: qualificationText } }),
  'PUT /v2/qualification-texts/{id}/qualification-options': ({ qualificationText }) => ({
    path: { id: qualificationText },
    headers: { 'idempotency-key': 'base-options' },
    body: {
      qualification_options: [
        {
          precode: '1',
          sort_order_nbr: 1,
          qualification_options_name: 'Ja',
          qualification_options_english_name: 'Yes',
        },
      ],
      version: 1,
    },
  }),
  'GET /v2/qualifications/{id}/precode': ({ qualification }) => ({ path: { id: qualification } }),
  'GET /v2/qualifications-library': () => ({
    query: {
      search: 'a',
      qualification_type_cd: 1,
      qualification_category_cd: 1,
      qualification_class_cd: 1,
      languages_id: 37,
      country_id: 840,
      limit: 10,
      offset: 0,
    },
  }),
  'POST /v2/qualifications-library/{id}/copy': () => ({ path: { id: 3 }, headers: { 'idempotency-key': 'base-copy' } }),
  'GET /v1/quality-questions': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/quality-questions': () => ({
    headers: { 'idempotency-key': 'base-question' },
    body: { language: 37, question: 'Which of these is a colour?' },
  }),
  'PUT /v1/quality-questions/{id}': ({ qualityQuestion }) => ({
    path: { id: qualityQuestion },
    headers: { 'idempotency-key': 'base-question-edit' },
    body: { language: 37, question: 'Which of these is a fruit?', sort_order_nbr: 1, version: 1 },
  }),
  'DELETE /v1/quality-questions/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'GET /v1/practice-survey': () => ({}),
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

/** Gives the address of a call; a part that is given as encoded text stands in place of the base call's own. */
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
