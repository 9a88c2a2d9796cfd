import { DeskApi } from '@desk/api/contract'
import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  DEMO_USERS,
  makeDemoAccounts,
  openDemoSignIns,
} from '@desk/platform/demo/demo-accounts'
import { planDemo } from '@desk/platform/demo/demo-plan'
import { writeStudies } from '@desk/platform/demo/demo-studies'
import { appendBatch } from '@desk/platform/journals/append-batch'
import { TEST_FEED_TOKEN, usePlatform, type Answer } from '@desk/platform/testing/platform'
import { sql } from 'kysely'
import { makeQualification } from '../contract/stage.ts'
import { beforeAll, describe, expect, test } from 'vitest'

/** Ids of one account's objects. */
interface Ids {
  readonly account: number
  readonly project: number
  readonly survey: number
  readonly source: number
  readonly supplier: number
  readonly qualification: number
  readonly qualificationText: number
  readonly qualityQuestion: number
  readonly hashKey: number
  readonly user: number
  /** A live session of that user. */
  readonly session: string
  readonly journal: string
}

interface Call {
  readonly path: string
  readonly body?: unknown
}

/**
 * One case for each endpoint of the contract. `object`: names an object of an account: its own people get it, for everyone
 * else it is as if it were not there; `ownersToo: false` where only some of its own people do, and the area's own tests say who. `own`: answers with what the caller may see and nothing else. `lookup`: the same for all.
 * `support`: names an object of an account; staff's admins of that account and super admins get it, for everyone else it is as if nothing were there.
 * `service`: for the gateway's token alone. `public`: needs no token.
 */
type Case =
  | { readonly kind: 'object'; readonly call: (ids: Ids) => Call; readonly ownersToo?: false }
  | { readonly kind: 'support'; readonly call: (ids: Ids) => Call }
  | { readonly kind: 'own'; readonly call: (ids: Ids) => Call }
  | { readonly kind: 'lookup' | 'service' | 'public' | 'session'; readonly call: () => Call }

const PROJECT_FORM = {
  pm_proj_name: 'Habits',
  pm_proj_rep_num: 'P-1',
  consultant: 1_900_001,
  out_of_field_date: '2027-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
  business_unit_ud: 1,
}

const SURVEY_FORM = {
  pm_sy_name: 'Gen pop',
  respondents: 100,
  pm_cy_cs_id: 840,
  languages_id: 1,
  device_compatibility: [1],
  survey_url_flg: false,
  pm_sy_client_cpi: 4,
  est_loi: 10,
  qualifying_rate: 50,
  out_of_field_date: '2027-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
}
const LIMITS = { limit_loi_percent: 50, limit_ir_percent: 40, limit_min_completes: 10, auto_pause_rules: [] }

const SOURCE_FORM = { stream_name: 'Open panel', respondents: 100, stream_status_cd: 3, supplier_cpi: 2.5 }

const CASES: Readonly<Record<string, Case>> = {
  'POST /v1/login': {
    kind: 'public',
    call: () => ({ path: '/v1/login', body: { username: 'nobody@desk.example', password: 'Wrong-pass-1' } }),
  },
  'POST /v1/logout': { kind: 'session', call: () => ({ path: '/v1/logout' }) },
  'GET /v1/user-login-details': { kind: 'own', call: () => ({ path: '/v1/user-login-details' }) },
  'POST /v1/update-password': {
    kind: 'session',
    call: () => ({ path: '/v1/update-password', body: { password: 'a', new_password: 'b' } }),
  },
  'POST /v1/switch-account': {
    kind: 'session',
    call: () => ({ path: '/v1/switch-account', body: { pm_dsh_ud: 999_999 } }),
  },
  'POST /v1/reset': { kind: 'public', call: () => ({ path: '/v1/reset', body: { username: 'nobody@desk.example' } }) },
  'POST /v1/reset-password/:resetToken': {
    kind: 'public',
    call: () => ({ path: `/v1/reset-password/${'A'.repeat(43)}`, body: { password: 'Better-pass-1' } }),
  },
  'POST /v1/login/second-factor': {
    kind: 'public',
    call: () => ({ path: '/v1/login/second-factor', body: { challenge: 'A'.repeat(43), code: '000000' } }),
  },
  'GET /v1/sessions': { kind: 'own', call: () => ({ path: '/v1/sessions' }) },
  'DELETE /v1/sessions': { kind: 'session', call: () => ({ path: '/v1/sessions' }) },
  'DELETE /v1/sessions/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/sessions/${ids.session}` }),
  },
  'GET /v1/second-factor': { kind: 'own', call: () => ({ path: '/v1/second-factor' }) },
  'POST /v1/second-factor': {
    kind: 'session',
    call: () => ({ path: '/v1/second-factor', body: { confirmation: { present_password: 'a' } } }),
  },
  'POST /v1/second-factor/confirm': {
    kind: 'session',
    call: () => ({ path: '/v1/second-factor/confirm', body: { code: '000000' } }),
  },
  'POST /v1/second-factor/recovery-codes': {
    kind: 'session',
    call: () => ({
      path: '/v1/second-factor/recovery-codes',
      body: { confirmation: { present_password: 'a', second_factor_code: '000000' } },
    }),
  },
  'POST /v1/second-factor/disable': {
    kind: 'session',
    call: () => ({
      path: '/v1/second-factor/disable',
      body: { confirmation: { present_password: 'a', second_factor_code: '000000' } },
    }),
  },
  'GET /v1/defaultaccounts': { kind: 'own', call: () => ({ path: '/v1/defaultaccounts' }) },
  // staff is at home in several accounts
  'PUT /v1/defaultaccounts': {
    kind: 'own',
    call: ids => ({
      path: '/v1/defaultaccounts',
      body: { default_account_update: true, new_default_account: ids.account },
    }),
  },
  'PUT /v1/account/:id/second-factor': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/account/${ids.account}/second-factor`, body: { required: false } }),
  },
  'GET /v1/users': { kind: 'own', call: ids => ({ path: `/v1/users?uid=${ids.user}` }) },
  'POST /v1/users': {
    kind: 'session',
    call: () => ({ path: '/v1/users', body: { firstname: '', lastname: '', username: '' } }),
  },
  'DELETE /v1/users/:id': { kind: 'object', ownersToo: false, call: ids => ({ path: `/v1/users/${ids.user}` }) },
  'POST /v1/users/:id/second-factor/disable': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/users/${ids.user}/second-factor/disable`,
      body: { confirmation: { present_password: DEMO_PASSWORD } },
    }),
  },
  'GET /v1/user-types': { kind: 'own', call: ids => ({ path: `/v1/user-types?uid=${ids.user}` }) },
  'GET /v1/dashboards': { kind: 'own', call: ids => ({ path: `/v1/dashboards?pm_dsh_ud=${ids.account}` }) },
  'GET /v1/whereabouts': { kind: 'own', call: ids => ({ path: `/v1/whereabouts?kind=project&id=${ids.project}` }) },
  'GET /v1/account/:id/logo': { kind: 'object', call: ids => ({ path: `/v1/account/${ids.account}/logo` }) },
  'GET /v1/dashboard/:id/businessunits/': {
    kind: 'object',
    call: ids => ({ path: `/v1/dashboard/${ids.account}/businessunits/` }),
  },
  'PUT /v1/users/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/users/${ids.user}`, body: { uid: ids.user, password: '', user_time_zone: 15 } }),
  },
  'GET /v1/projects': { kind: 'own', call: () => ({ path: '/v1/projects' }) },
  'GET /v1/metrics/projects': { kind: 'own', call: () => ({ path: '/v1/metrics/projects' }) },
  'GET /v1/projects/:id': { kind: 'object', call: ids => ({ path: `/v1/projects/${ids.project}` }) },
  'POST /v1/projects': { kind: 'session', call: () => ({ path: '/v1/projects', body: PROJECT_FORM }) },
  'PUT /v1/projects/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/projects/${ids.project}`, body: PROJECT_FORM }),
  },
  'GET /v1/project/:id/performance': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/${ids.project}/performance` }),
  },
  'GET /v1/reports/costsummary': {
    kind: 'object',
    call: ids => ({ path: `/v1/reports/costsummary?pm_proj_ud=${ids.project}` }),
  },
  'GET /v2/reports/costsummary': {
    kind: 'object',
    call: ids => ({ path: `/v2/reports/costsummary?pm_proj_ud=${ids.project}` }),
  },
  'GET /v1/TrafficStatsForDashboard/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/TrafficStatsForDashboard/${ids.account}` }),
  },
  'GET /v1/Financials/:a/:b': { kind: 'object', call: ids => ({ path: `/v1/Financials/${ids.account}/0` }) },
  'GET /v1/ProjectManagersByPerformance/:a/:b': {
    kind: 'object',
    call: ids => ({ path: `/v1/ProjectManagersByPerformance/${ids.account}/0` }),
  },
  'GET /v1/TrafficStatsForDashboardWeekly': {
    kind: 'own',
    call: () => ({ path: '/v1/TrafficStatsForDashboardWeekly' }),
  },
  'GET /v1/search': { kind: 'own', call: () => ({ path: '/v1/search?text=s' }) },
  'GET /v1/history/:scope/:id': { kind: 'object', call: ids => ({ path: `/v1/history/project/${ids.project}` }) },
  'POST /v1/metrics/projects': {
    kind: 'object',
    call: ids => ({ path: `/v1/metrics/projects?pm_proj_ud=${ids.project}`, body: {} }),
  },
  'POST /v1/TrafficStatsForDashboardHourly': {
    kind: 'object',
    call: ids => ({
      path: '/v1/TrafficStatsForDashboardHourly',
      body: { mode: 'SURVEY', id: ids.survey, grain: 'hour' },
    }),
  },
  'GET /v1/surveys': { kind: 'object', call: ids => ({ path: `/v1/surveys?pm_proj_ud=${ids.project}` }) },
  'GET /v1/surveys/:id': { kind: 'object', call: ids => ({ path: `/v1/surveys/${ids.survey}` }) },
  'POST /v1/surveys': {
    kind: 'object',
    call: ids => ({ path: '/v1/surveys', body: { ...SURVEY_FORM, pm_proj_ud: ids.project } }),
  },
  'PUT /v1/surveys/:id': { kind: 'object', call: ids => ({ path: `/v1/surveys/${ids.survey}`, body: SURVEY_FORM }) },
  'GET /v1/survey/:id/engage-language': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/engage-language` }),
  },
  'GET /v1/survey/:id/test-status': { kind: 'object', call: ids => ({ path: `/v1/survey/${ids.survey}/test-status` }) },
  'GET /v1/survey/:id/performance': { kind: 'object', call: ids => ({ path: `/v1/survey/${ids.survey}/performance` }) },
  'PUT /v1/survey/:id/performance': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/performance`, body: LIMITS }),
  },
  'GET /v1/buyer-pricing': {
    kind: 'object',
    call: ids => ({ path: `/v1/buyer-pricing?est_loi=10&qualifying_rate=50&pm_sy_ud=${ids.survey}` }),
  },
  'POST /v1/metrics/surveys/:id': { kind: 'object', call: ids => ({ path: `/v1/metrics/surveys/${ids.survey}` }) },
  'GET /v1/survey/:id/status': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/status?statusid=2` }),
  },
  'GET /v1/survey-streams/:id': { kind: 'object', call: ids => ({ path: `/v1/survey-streams/${ids.source}` }) },
  'POST /v1/survey-streams': {
    kind: 'object',
    call: ids => ({ path: '/v1/survey-streams', body: { pm_sy_ud: ids.survey, type: 'diy', ...SOURCE_FORM } }),
  },
  'PUT /v1/survey-streams': {
    kind: 'object',
    call: ids => ({ path: '/v1/survey-streams', body: { stmid: ids.source, ...SOURCE_FORM, stream_status_cd: 1 } }),
  },
  'POST /v1/copystream': {
    kind: 'object',
    call: ids => ({ path: '/v1/copystream', body: { stmid: ids.source, pm_sy_ud: ids.survey } }),
  },
  'POST /v1/duplicate-survey-stream': {
    kind: 'object',
    call: ids => ({ path: '/v1/duplicate-survey-stream', body: { stmid: ids.source } }),
  },
  // for who has Auto-Boost, and classic sources alone, which not every account of the demo has first: apps/platform/src/nouns/sources says who and which
  'POST /v1/survey-stream/:id/alias': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/survey-stream/${ids.source}/alias`, body: { alias: 'Boosted', auto_boost: true } }),
  },
  'PUT /v1/classic-streams/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/classic-streams/${ids.source}`, body: { ...SOURCE_FORM, pm_sup_ud: ids.supplier } }),
  },
  'GET /v3/classic-streams/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v3/classic-streams/${ids.source}` }),
  },
  'GET /v1/survey-streams/:id/classic': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/classic` }),
  },
  'POST /v3/classic-streams': {
    kind: 'object',
    call: ids => ({
      path: '/v3/classic-streams',
      body: { pm_sy_ud: ids.survey, ...SOURCE_FORM, pm_sup_ud: ids.supplier },
    }),
  },
  'GET /v1/survey/stream/:id/test-survey': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/stream/${ids.source}/test-survey` }),
  },
  'GET /v1/survey-test/:id': { kind: 'object', call: ids => ({ path: `/v1/survey-test/${ids.source}` }) },
  'GET /v1/survey/:id/defendersettings': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/defendersettings` }),
  },
  'GET /v1/survey-quals-quotas': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-quals-quotas?stmid=${ids.source}` }),
  },
  'POST /v1/survey-quals-quotas': {
    kind: 'object',
    call: ids => ({ path: '/v1/survey-quals-quotas', body: { stmid: ids.source, qualifications: [], quotas: [] } }),
  },
  'GET /v2/survey-quals-quotas': {
    kind: 'object',
    call: ids => ({ path: `/v2/survey-quals-quotas?stmid=${ids.source}` }),
  },
  'POST /v2/survey-quals-quotas': {
    kind: 'object',
    call: ids => ({
      path: '/v2/survey-quals-quotas',
      body: { stmid: ids.source, qualifications: [], quota_groups: [] },
    }),
  },
  'GET /v1/stream-suppliers/:id': { kind: 'object', call: ids => ({ path: `/v1/stream-suppliers/${ids.source}` }) },
  'PUT /v1/stream-suppliers/:id': {
    kind: 'object',
    call: ids => ({
      path: `/v1/stream-suppliers/${ids.source}`,
      body: { suppliers: [{ pm_sup_ud: ids.supplier, allocation_percent: 100 }] },
    }),
  },
  'GET /v1/survey-streams/:id/supplier-pricing': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/supplier-pricing` }),
  },
  'PATCH /v1/survey-streams/:id/supplier-pricing': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/supplier-pricing`, body: { suppliers: [] } }),
  },
  'GET /v3/survey-suppliers/:id': { kind: 'object', call: ids => ({ path: `/v3/survey-suppliers/${ids.survey}` }) },
  'GET /v1/survey-buyer-rate/:id': { kind: 'object', call: ids => ({ path: `/v1/survey-buyer-rate/${ids.survey}` }) },
  'PUT /v1/survey-buyer-rate/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-buyer-rate/${ids.survey}`, body: { pm_sy_client_cpi: 8.5 } }),
  },
  'GET /v1/source-template': { kind: 'own', call: () => ({ path: '/v1/source-template' }) },
  'GET /v2/source-template': { kind: 'own', call: () => ({ path: '/v2/source-template' }) },
  'POST /v1/source-template': {
    kind: 'object',
    call: ids => ({ path: '/v1/source-template', body: { name: 'As it is', stmid: ids.source } }),
  },
  'POST /v2/source-template': { kind: 'session', call: () => ({ path: '/v2/source-template', body: {} }) },
  'GET /v1/supplierallocationtemplates': { kind: 'own', call: () => ({ path: '/v1/supplierallocationtemplates' }) },
  'POST /v1/supplierallocationtemplates': {
    kind: 'session',
    call: () => ({ path: '/v1/supplierallocationtemplates', body: {} }),
  },
  // the demo has no templates: apps/platform/src/nouns/sources says that another account's are not there
  'GET /v1/source-template/:id/quals-quotas': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/source-template/${ids.source}/quals-quotas` }),
  },
  'DELETE /v1/source-template': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/source-template?source_template_id=${ids.source}` }),
  },
  'PUT /v1/supplierallocationtemplates': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: '/v1/supplierallocationtemplates',
      body: {
        supplier_allocation_template_id: ids.source,
        name: 'Halves',
        template_type: 2,
        suppliers: [{ pm_sup_ud: ids.supplier, allocation_percent: 100 }],
      },
    }),
  },
  'GET /v1/supplierallocationtemplates/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/supplierallocationtemplates/${ids.source}` }),
  },
  'DELETE /v1/supplierallocationtemplates/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/supplierallocationtemplates/${ids.source}` }),
  },
  'POST /v1/:scope/loadtemplate/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/source/loadtemplate/${ids.source}`, body: { id: ids.source } }),
  },
  'GET /v1/survey-streams/:id/survey': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/survey` }),
  },
  'GET /v1/survey-stream-metrics/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-stream-metrics/${ids.survey}` }),
  },
  // an own source's unknown respondent is not there either, so this one is told apart by nothing at all
  'GET /v1/survey-streams/:id/respondent': {
    kind: 'own',
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/respondent?find=nobody` }),
  },
  'GET /v1/qualifications': { kind: 'object', call: ids => ({ path: `/v1/qualifications?uid=${ids.qualification}` }) },
  'GET /v1/qualifications/qualification-options': {
    kind: 'object',
    call: ids => ({
      path: `/v1/qualifications/qualification-options?uid=${ids.qualification}&languages_id=37&country_id=840`,
    }),
  },
  'POST /v1/qualifications': { kind: 'session', call: () => ({ path: '/v1/qualifications', body: {} }) },
  'PUT /v1/qualifications': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/qualifications?uid=${ids.qualification}`, body: QUALIFICATION }),
  },
  'DELETE /v1/qualifications': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/qualifications?uid=${ids.qualification}` }),
  },
  'GET /v2/qualifications': { kind: 'own', call: () => ({ path: '/v2/qualifications' }) },
  'POST /v2/qualifications': { kind: 'session', call: () => ({ path: '/v2/qualifications', body: {} }) },
  'PATCH /v2/qualifications/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v2/qualifications/${ids.qualification}`, body: { qualifications_name: 'Mine' } }),
  },
  'POST /v2/qualification/:id/qualification-text': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v2/qualification/${ids.qualification}/qualification-text`,
      body: { qualification_texts_name: 'Do you?', languages_id: 37, country_id: 826 },
    }),
  },
  'GET /v2/qualification-texts/:id/qualification-options': {
    kind: 'object',
    call: ids => ({ path: `/v2/qualification-texts/${ids.qualificationText}/qualification-options` }),
  },
  'GET /v2/qualification-texts/:id/qualifications': {
    kind: 'object',
    call: ids => ({ path: `/v2/qualification-texts/${ids.qualificationText}/qualifications` }),
  },
  'PUT /v2/qualification-texts/:id/qualification-options': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v2/qualification-texts/${ids.qualificationText}/qualification-options`,
      body: { qualification_options: [] },
    }),
  },
  'GET /v2/qualifications/:id/precode': {
    kind: 'object',
    call: ids => ({ path: `/v2/qualifications/${ids.qualification}/precode` }),
  },
  'GET /v2/qualifications-library': { kind: 'own', call: () => ({ path: '/v2/qualifications-library' }) },
  // an account's own is none of the library's
  'POST /v2/qualifications-library/:id/copy': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v2/qualifications-library/${ids.qualification}/copy` }),
  },
  'GET /v1/quality-questions': { kind: 'own', call: () => ({ path: '/v1/quality-questions' }) },
  'POST /v1/quality-questions': { kind: 'session', call: () => ({ path: '/v1/quality-questions', body: {} }) },
  'PUT /v1/quality-questions/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/quality-questions/${ids.qualityQuestion}`,
      body: { language: 37, question: 'Which of these is a fruit?' },
    }),
  },
  'DELETE /v1/quality-questions/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/quality-questions/${ids.qualityQuestion}` }),
  },
  'GET /v1/practice-survey': { kind: 'lookup', call: () => ({ path: '/v1/practice-survey' }) },
  'GET /v1/return-hashing': { kind: 'own', call: () => ({ path: '/v1/return-hashing' }) },
  'PUT /v1/return-hashing': { kind: 'session', call: () => ({ path: '/v1/return-hashing', body: {} }) },
  'POST /v1/return-hashing/keys': {
    kind: 'own',
    call: () => ({ path: '/v1/return-hashing/keys', body: { confirmation: { present_password: DEMO_PASSWORD } } }),
  },
  'POST /v1/return-hashing/keys/:id/end': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/return-hashing/keys/${ids.hashKey}/end`,
      body: { confirmation: { present_password: DEMO_PASSWORD } },
    }),
  },
  'POST /v1/return-hashing/check': {
    kind: 'own',
    call: () => ({ path: '/v1/return-hashing/check', body: { url: '?rdud=1-2' } }),
  },
  'GET /v1/suppliers/:id': { kind: 'object', call: ids => ({ path: `/v1/suppliers/${ids.supplier}` }) },
  'GET /v1/suppliers/:id/supplier-redirects': {
    kind: 'object',
    call: ids => ({ path: `/v1/suppliers/${ids.supplier}/supplier-redirects` }),
  },
  'POST /v1/suppliers': { kind: 'session', call: () => ({ path: '/v1/suppliers', body: { name: '' } }) },
  // for admins, and one that sources buy from is not deleted: apps/platform/src/nouns/suppliers says who may
  'PUT /v1/suppliers/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/suppliers/${ids.supplier}`,
      body: { name: 'Opinion Harbor', pm_supplier_type_code_ud: 1, recruitment_type: 1 },
    }),
  },
  'DELETE /v1/suppliers/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/suppliers/${ids.supplier}` }),
  },
  'PATCH /v1/survey-streams': {
    kind: 'object',
    call: ids => ({ path: '/v1/survey-streams', body: { scope: 'source', id: ids.source, statusid: 1, version: 1 } }),
  },
  'GET /v1/statuses/:scope/:id': { kind: 'object', call: ids => ({ path: `/v1/statuses/survey/${ids.survey}` }) },
  'GET /v1/statuses/:scope/:id/history': {
    kind: 'object',
    call: ids => ({ path: `/v1/statuses/source/${ids.source}/history` }),
  },
  'GET /v1/consultants': { kind: 'own', call: () => ({ path: '/v1/consultants' }) },
  'GET /v1/status': { kind: 'lookup', call: () => ({ path: '/v1/status' }) },
  'GET /v1/suppliers': { kind: 'own', call: () => ({ path: '/v1/suppliers' }) },
  'GET /v1/languages': { kind: 'lookup', call: () => ({ path: '/v1/languages' }) },
  'GET /v1/platform-codes/supplier-types': {
    kind: 'lookup',
    call: () => ({ path: '/v1/platform-codes/supplier-types' }),
  },
  'GET /v1/country-codes': { kind: 'lookup', call: () => ({ path: '/v1/country-codes' }) },
  'GET /v1/project-suppliers/:id': { kind: 'object', call: ids => ({ path: `/v1/project-suppliers/${ids.project}` }) },
  'GET /v1/platform-codes': { kind: 'lookup', call: () => ({ path: '/v1/platform-codes?type=7' }) },
  'GET /v1/country-language': { kind: 'lookup', call: () => ({ path: '/v1/country-language?country_id=1' }) },
  'GET /v1/platform-codes/:id': { kind: 'lookup', call: () => ({ path: '/v1/platform-codes/20' }) },
  'GET /v1/changes': { kind: 'service', call: () => ({ path: '/v1/changes?wait=0' }) },
  'POST /v1/journals/:journal': {
    kind: 'own',
    call: ids => ({ path: `/v1/journals/${ids.journal}`, body: { build: 'b1', entries: [ENTRY] } }),
  },
  'GET /v1/journals': { kind: 'own', call: ids => ({ path: `/v1/journals?account=${ids.account}` }) },
  'GET /v1/journals/:journal': { kind: 'support', call: ids => ({ path: `/v1/journals/${ids.journal}` }) },
  'GET /v1/journals/:journal/looks': { kind: 'support', call: ids => ({ path: `/v1/journals/${ids.journal}/looks` }) },
  'POST /v1/journals/:journal/links': {
    kind: 'support',
    call: ids => ({ path: `/v1/journals/${ids.journal}/links`, body: {} }),
  },
  // a link's token is no id of an account: apps/platform/src/journals says whom it lets in
  'POST /v1/journal-links': {
    kind: 'own',
    call: () => ({ path: '/v1/journal-links', body: { token: 'A'.repeat(43) } }),
  },
  'GET /v1/watches': { kind: 'object', call: ids => ({ path: `/v1/watches?topic=survey:${ids.survey}` }) },
}

const QUALIFICATION = {
  qualifications_name: 'Mine',
  qualification_type_cd: 1,
  qualification_category_cd: 9,
  qualification_class_cd: 2,
  qualification_access_cd: 1,
  precode: 'mine',
  qualification_univeral_name: 'MINE',
}
/** What a journal of the stage holds. */
const ENTRY = {
  seq: 1,
  atMs: 1,
  machine: 'sidebar',
  version: '0123456789abcdef',
  event: { type: 'sidebar.toggleRequested' },
  fingerprint: '0123456789abcdef',
} as const
const endpoints = Object.values(DeskApi.groups).flatMap(group =>
  Object.values(group.endpoints).map(endpoint => `${endpoint.method} ${endpoint.path}`),
)

const platform = usePlatform()
const tokens = new Map<string, string>()
const ids = new Map<number, Ids>()
const NOWHERE = {
  account: 999_999,
  project: 999_999,
  survey: 999_999,
  source: 999_999,
  supplier: 999_999,
  qualification: 999_999,
  qualificationText: 999_999,
  qualityQuestion: 999_999,
  hashKey: 999_999,
  user: 999_999,
  session: '0193f0d0-0000-4000-8000-000000888888',
  journal: '0193f0d0-0000-4000-8000-000000999999',
}

beforeAll(async () => {
  const studies = planDemo(7).filter(project => project.status === 'live')
  const one = [DEMO_ACCOUNTS.acme, DEMO_ACCOUNTS.beta].flatMap(
    account => studies.find(project => project.accountId === account) ?? [],
  )
  await platform().database.asSystem(async tx => {
    await makeDemoAccounts(tx)
    await openDemoSignIns(tx)
    for (const source of await writeStudies(tx, one, new Date())) {
      // the last one of an account: for Acme the user with the advanced view, who may see every column
      const user = DEMO_USERS.findLast(({ accountId }) => accountId === source.accountId)
      ids.set(source.accountId, {
        account: source.accountId,
        project: source.projectId,
        survey: source.surveyId,
        source: source.sourceId,
        supplier: source.supplierIds[0]!,
        qualification: 0,
        qualificationText: 0,
        qualityQuestion: 0,
        hashKey: 0,
        user: user!.userId,
        session: '',
        journal: `0193f0d0-0000-4000-8000-0000000000${source.accountId}`,
      })
    }
  })
  for (const { username } of DEMO_USERS) tokens.set(username, await platform().signIn(username, DEMO_PASSWORD))
  for (const [account, own] of ids) {
    const made = await platform().database.asSystem(tx => makeQualification(tx, account))
    const keys = await platform().database.asSystem(tx =>
      tx.client.query<{ id: number }>(
        "insert into hash_key (account_id, secret) values ($1, 'a key') returning hash_key_id as id",
        [account],
      ),
    )
    const { rows } = await platform().database.readAsSystem(tx =>
      tx.client.query<{ session: string }>('select session_id as session from login_session where user_id = $1', [
        own.user,
      ]),
    )
    ids.set(account, { ...own, ...made, hashKey: keys.rows[0]!.id, session: rows[0]!.session })
  }
})

const send = (endpoint: string, call: Call, token: string | undefined): Promise<Answer> =>
  platform().call(endpoint.split(' ')[0]!, call.path, {
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(token === undefined ? {} : { token }),
  })
const withoutRequestId = ({ status, body }: Answer) => ({
  status,
  body: typeof body === 'object' && body !== null ? { ...body, request_id: undefined } : body,
})

test('every endpoint of the contract has a case here, and no case is left over', () => {
  expect(Object.keys(CASES).sort()).toEqual([...endpoints].sort())
})

describe('without a token', () => {
  test.each(endpoints.filter(endpoint => CASES[endpoint]?.kind !== 'public'))('%s answers 401', async endpoint => {
    const { status } = await send(endpoint, CASES[endpoint]!.call(NOWHERE), undefined)
    expect(status).toBe(401)
  })
})

describe('another account’s object is as if it were not there', () => {
  const objects = endpoints.filter(endpoint => CASES[endpoint]?.kind === 'object')
  for (const { username, accountId } of DEMO_USERS) {
    test.each(objects)(`%s for ${username}`, async endpoint => {
      const { call } = CASES[endpoint]!
      const token = tokens.get(username)
      const missing = withoutRequestId(await send(endpoint, call(NOWHERE), token))
      expect([403, 404]).toContain(missing.status)
      for (const [owner, foreign] of ids) {
        if (owner === accountId) continue
        expect(withoutRequestId(await send(endpoint, call(foreign), token))).toEqual(missing)
      }
    })
  }

  const ownersToo = objects.filter(endpoint => !('ownersToo' in CASES[endpoint]!))
  test.each(ownersToo)('%s is there for its own people', async endpoint => {
    const own = ids.get(DEMO_ACCOUNTS.acme)!
    // whoever's own id is in `ids` asks
    const { username } = DEMO_USERS.find(({ userId }) => userId === own.user)!
    const { status } = await send(endpoint, CASES[endpoint]!.call(own), tokens.get(username))
    // a status change with an old version is told about, because the caller may see the source
    expect(endpoint.startsWith('PATCH') ? [200, 409] : [200]).toContain(status)
  })
})

describe('another account’s journal is as if it were not there', () => {
  const support = endpoints.filter(endpoint => CASES[endpoint]?.kind === 'support')
  /** Who may look at journals at all, and in which accounts. */
  const LOOKERS: Readonly<Record<string, readonly number[]>> = {
    'super@desk.example': Object.values(DEMO_ACCOUNTS),
    'staff@desk.example': [DEMO_ACCOUNTS.staff, DEMO_ACCOUNTS.acme],
  }

  beforeAll(async () => {
    // Beta is not the staff admin's any more
    await platform().database.asSystem(tx =>
      sql`delete from user_account where user_id = 2 and account_id = ${DEMO_ACCOUNTS.beta}`.execute(tx),
    )
    for (const { account, user, journal } of ids.values()) {
      await platform().database.asAccount(account, tx =>
        appendBatch(tx, {
          accountId: account,
          userId: user,
          journalId: journal,
          batch: { build: 'b1', entries: [ENTRY] },
          at: new Date(),
        }),
      )
    }
  })

  for (const { username } of DEMO_USERS) {
    test.each(support)(`%s for ${username}`, async endpoint => {
      const { call } = CASES[endpoint]!
      const token = tokens.get(username)
      const missing = withoutRequestId(await send(endpoint, call(NOWHERE), token))
      expect(missing.status).toBe(username in LOOKERS ? 404 : 403)
      for (const [account, own] of ids) {
        const answer = withoutRequestId(await send(endpoint, call(own), token))
        const mayLook = LOOKERS[username]?.includes(account) ?? false
        expect([account, mayLook ? answer.status : answer]).toEqual([account, mayLook ? 200 : missing])
      }
    })
  }
})

describe('lists hold nothing of another account', () => {
  test.each(endpoints.filter(endpoint => CASES[endpoint]?.kind === 'own'))('%s', async endpoint => {
    const acme = ids.get(DEMO_ACCOUNTS.acme)!
    const { call } = CASES[endpoint]!
    const forBeta = JSON.stringify((await send(endpoint, call(acme), tokens.get('admin@beta.example'))).body)
    for (const secret of [
      'Streaming habits',
      'Acme Research',
      'Silva',
      `"pm_proj_ud":${acme.project}`,
      `"pm_sup_ud":${acme.supplier}`,
    ])
      expect(forBeta).not.toContain(secret)
  })
})

describe('the service token', () => {
  const services = endpoints.filter(endpoint => CASES[endpoint]?.kind === 'service')
  test.each(services)('%s refuses every user, the super admin too', async endpoint => {
    for (const token of tokens.values())
      expect((await send(endpoint, CASES[endpoint]!.call(NOWHERE), token)).status).toBe(401)
    expect((await send(endpoint, CASES[endpoint]!.call(NOWHERE), TEST_FEED_TOKEN)).status).toBe(200)
  })
  test('opens nothing else', async () => {
    for (const endpoint of endpoints.filter(name => !['service', 'public'].includes(CASES[name]!.kind))) {
      expect([
        endpoint,
        (await send(endpoint, CASES[endpoint]!.call(ids.get(DEMO_ACCOUNTS.acme)!), TEST_FEED_TOKEN)).status,
      ]).toEqual([endpoint, 401])
    }
  })
})

describe('a DEFENDER account', () => {
  test('does not open the desk’s projects (§6.11, domain.md §8)', async () => {
    expect((await send('GET /v1/projects', { path: '/v1/projects' }, tokens.get('admin@shield.example'))).status).toBe(
      403,
    )
  })
})

describe('what a view hides is in no answer (domain.md §4)', () => {
  test('the plain external view has no internal column, supply price or supplier name; the advanced one has them', async () => {
    const { survey, source } = ids.get(DEMO_ACCOUNTS.acme)!
    const seen = async (username: string) =>
      JSON.stringify([
        (await send('GET ', { path: `/v1/survey-stream-metrics/${survey}` }, tokens.get(username))).body,
        (await send('GET ', { path: `/v1/survey-streams/${source}` }, tokens.get(username))).body,
        (await send('POST ', { path: `/v1/metrics/surveys/${survey}` }, tokens.get(username))).body,
      ])
    const hidden = ['eqTerms', 'sqTerms', 'abandons', 'inflight', 'supplierCpi', 'expense', 'supplier_cpi', 'suppliers']
    const [plain, advanced] = [await seen('user@acme.example'), await seen('advanced@acme.example')]
    expect(hidden.filter(column => plain.includes(`"${column}"`))).toEqual([])
    expect(hidden.filter(column => !advanced.includes(`"${column}"`))).toEqual([])
  })
})
