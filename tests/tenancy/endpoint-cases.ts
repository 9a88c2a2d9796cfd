import { DeskApi } from '@desk/api/contract'
import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { ALERT_CASES } from './alert-cases.ts'
import { ASSISTANT_CASES } from './assistant-cases.ts'
import type { Case } from './endpoint-case.ts'
import { QUALIFICATION_CASES } from './qualification-cases.ts'
import { SIGN_IN_CASES } from './sign-in-cases.ts'
import { RECONCILIATION_CASES } from './reconciliation-cases.ts'
import { STATEMENT_CASES } from './statement-cases.ts'
import { JOURNAL_CASES } from './journal-cases.ts'
import { STUDY_CASES } from './study-cases.ts'
import { DEFENDER_CASES } from './defender-cases.ts'
import { EXCLUSION_CASES } from './exclusion-cases.ts'
import { RECONTACT_CASES } from './recontact-cases.ts'
import { DOCUMENT_CASES } from './document-cases.ts'
import { REPORT_CASES } from './report-cases.ts'
import { SUPPLIER_ACCOUNT_CASES } from './supplier-account-cases.ts'
import { WEBHOOK_CASES } from './webhook-cases.ts'

const PROJECT_FORM = {
  pm_proj_name: 'Habits',
  pm_proj_rep_num: 'P-1',
  consultant: 1_900_001,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
  business_unit_ud: 1,
}

/** The case of each endpoint of the contract. */
export const CASES: Readonly<Record<string, Case>> = {
  ...SIGN_IN_CASES,
  // of any account, for super admins alone: apps/platform/src/identity/managed-accounts
  'GET /v1/account-management': { kind: 'session', call: () => ({ path: '/v1/account-management' }) },
  'POST /v1/dashboards': { kind: 'session', call: () => ({ path: '/v1/dashboards', body: {} }) },
  'GET /v1/dashboards/:id': { kind: 'session', call: () => ({ path: '/v1/dashboards/999999' }) },
  'PUT /v1/dashboards/:id': { kind: 'session', call: () => ({ path: '/v1/dashboards/999999', body: {} }) },
  'POST /v1/dashboards/:id/suspend': { kind: 'session', call: () => ({ path: '/v1/dashboards/999999/suspend' }) },
  'POST /v1/dashboards/:id/resume': { kind: 'session', call: () => ({ path: '/v1/dashboards/999999/resume' }) },
  'GET /v1/dashboards/:id/members': { kind: 'session', call: () => ({ path: '/v1/dashboards/999999/members' }) },
  'POST /v1/dashboards/:id/members': {
    kind: 'session',
    call: () => ({ path: '/v1/dashboards/999999/members', body: { username: 'nobody@desk.example' } }),
  },
  'PUT /v1/dashboards/:id/members/:uid': {
    kind: 'session',
    call: () => ({ path: '/v1/dashboards/999999/members/999999', body: { is_default: true } }),
  },
  'PUT /v1/dashboards/:id/members/:uid/role': {
    kind: 'object',
    ownersToo: false,
    ofAnyAccount: 'superAdmin',
    call: ids => ({ path: `/v1/dashboards/${ids.account}/members/${ids.user}/role`, body: { role_id: 2 } }),
  },
  'DELETE /v1/dashboards/:id/members/:uid': {
    kind: 'session',
    call: () => ({ path: '/v1/dashboards/999999/members/999999' }),
  },
  'POST /v1/dashboards/:id/members/:uid/invitation': {
    kind: 'session',
    call: () => ({ path: '/v1/dashboards/999999/members/999999/invitation' }),
  },
  'GET /v1/account-features': { kind: 'own', call: () => ({ path: '/v1/account-features' }) },
  // of any account, for super admins alone: apps/platform/src/identity/features
  'PUT /v1/account/:id/features/:feature': {
    kind: 'session',
    call: () => ({ path: '/v1/account/999999/features/nested_quota', body: { is_on: true } }),
  },
  'GET /v1/platform': { kind: 'public', call: () => ({ path: '/v1/platform' }) },
  // a body that is refused, from any permitted caller
  'GET /v1/pbi-authentication': { kind: 'own', call: () => ({ path: '/v1/pbi-authentication' }) },
  'GET /desk-api/desk/get-bi-token': { kind: 'own', call: () => ({ path: '/desk-api/desk/get-bi-token' }) },
  'GET /v1/embedded-reports': { kind: 'session', call: () => ({ path: '/v1/embedded-reports' }) },
  'PUT /v1/embedded-reports': { kind: 'session', call: () => ({ path: '/v1/embedded-reports', body: {} }) },
  'POST /v1/embedded-reports/check': { kind: 'session', call: () => ({ path: '/v1/embedded-reports/check' }) },
  'POST /v1/platform': { kind: 'session', call: () => ({ path: '/v1/platform', body: {} }) },
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
  'POST /v1/users/:id/single-sign-on/unbind': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/users/${ids.user}/single-sign-on/unbind`,
      body: { confirmation: { present_password: DEMO_PASSWORD } },
    }),
  },
  'GET /v1/users/:id/sessions': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/users/${ids.user}/sessions` }),
  },
  'DELETE /v1/users/:id/sessions': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/users/${ids.user}/sessions` }),
  },
  'DELETE /v1/users/:id/sessions/:session': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/users/${ids.user}/sessions/${ids.session}` }),
  },
  'GET /v1/user-types': { kind: 'own', call: ids => ({ path: `/v1/user-types?uid=${ids.user}` }) },
  'GET /v1/dashboards': { kind: 'own', call: ids => ({ path: `/v1/dashboards?pm_dsh_ud=${ids.account}` }) },
  'GET /v1/whereabouts': { kind: 'own', call: ids => ({ path: `/v1/whereabouts?kind=project&id=${ids.project}` }) },
  'GET /v1/account/:id/logo': {
    kind: 'object',
    ofAnyAccount: 'superAdmin',
    call: ids => ({ path: `/v1/account/${ids.account}/logo` }),
  },
  'POST /v1/account/:id/logo': {
    kind: 'object',
    ofAnyAccount: 'superAdmin',
    ownersToo: false,
    call: ids => ({ path: `/v1/account/${ids.account}/logo`, body: { data: null } }),
  },
  'PUT /v1/account/:id/time-zone': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/account/${ids.account}/time-zone`, body: { time_zone: 15 } }),
  },
  'GET /v1/dashboard/:id/businessunits/': {
    kind: 'object',
    call: ids => ({ path: `/v1/dashboard/${ids.account}/businessunits/` }),
  },
  'GET /v1/ratecard': { kind: 'own', call: () => ({ path: '/v1/ratecard' }) },
  // files that are refused, from any permitted caller
  'POST /v1/ratecard': { kind: 'session', call: () => ({ path: '/v1/ratecard', body: {} }) },
  'PUT /v1/ratecard': { kind: 'session', call: () => ({ path: '/v1/ratecard', body: {} }) },
  'POST /v1/ratecard/check': { kind: 'session', call: () => ({ path: '/v1/ratecard/check', body: {} }) },
  'GET /v1/ratecard/:id': { kind: 'object', ownersToo: false, call: () => ({ path: '/v1/ratecard/999999' }) },
  'POST /v1/ratecard/:id/withdraw': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/ratecard/999999/withdraw', body: {} }),
  },
  'POST /v1/ratecard/:id/restore': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/ratecard/999999/restore', body: {} }),
  },
  'GET /v1/ratecardexport/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/ratecardexport/999999' }),
  },
  ...RECONCILIATION_CASES,
  ...STATEMENT_CASES,
  ...SUPPLIER_ACCOUNT_CASES,
  ...DEFENDER_CASES,
  ...EXCLUSION_CASES,
  ...RECONTACT_CASES,
  ...DOCUMENT_CASES,
  ...ASSISTANT_CASES,
  ...REPORT_CASES,
  // for some of its own people: apps/platform/src/nouns/business-units
  'POST /v1/dashboard/:id/businessunits/': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/dashboard/${ids.account}/businessunits/`, body: { business_unit_name: 'Retail' } }),
  },
  'PUT /v1/dashboard/:id/businessunits/:unit': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/dashboard/${ids.account}/businessunits/1`, body: { business_unit_name: 'Retail' } }),
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
  'GET /v1/reports/traffic': {
    kind: 'object',
    call: ids => ({ path: `/v1/reports/traffic?pm_proj_ud=${ids.project}` }),
  },
  'POST /v1/reports/traffic': {
    kind: 'object',
    call: ids => ({ path: '/v1/reports/traffic', body: { stmid: ids.source } }),
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
  'GET /v1/dashboard': { kind: 'object', call: ids => ({ path: `/v1/dashboard?pm_proj_ud=${ids.project}` }) },
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
  ...STUDY_CASES,
  ...QUALIFICATION_CASES,
  ...ALERT_CASES,
  // a body that is refused, from any permitted caller
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
  'GET /v1/audit-log': { kind: 'own', call: () => ({ path: '/v1/audit-log' }) },
  'GET /v1/audit-log/export': { kind: 'own', call: () => ({ path: '/v1/audit-log/export?format=csv' }) },
  'GET /v1/audit-log/verification': { kind: 'own', call: () => ({ path: '/v1/audit-log/verification' }) },
  'POST /v1/confirmation/single-sign-on': {
    kind: 'session',
    call: () => ({ path: '/v1/confirmation/single-sign-on' }),
  },
  'POST /v1/confirmation/single-sign-on/finish': {
    kind: 'session',
    call: () => ({ path: '/v1/confirmation/single-sign-on/finish' }),
  },
  'GET /v1/single-sign-on': { kind: 'own', call: () => ({ path: '/v1/single-sign-on' }) },
  'PUT /v1/single-sign-on': { kind: 'session', call: () => ({ path: '/v1/single-sign-on', body: {} }) },
  'POST /v1/single-sign-on/secret': { kind: 'session', call: () => ({ path: '/v1/single-sign-on/secret', body: {} }) },
  'POST /v1/single-sign-on/test': { kind: 'session', call: () => ({ path: '/v1/single-sign-on/test', body: {} }) },
  'POST /v1/login/single-sign-on': {
    kind: 'public',
    call: () => ({ path: '/v1/login/single-sign-on', body: { username: 'nobody@desk.example' } }),
  },
  'POST /v1/login/single-sign-on/finish': {
    kind: 'public',
    call: () => ({ path: '/v1/login/single-sign-on/finish' }),
  },
  'GET /v1/api-keys': { kind: 'own', call: () => ({ path: '/v1/api-keys' }) },
  'POST /v1/api-keys': {
    kind: 'own',
    call: () => ({
      path: '/v1/api-keys',
      body: {
        name: 'Nightly export',
        scopes: ['read_figures'],
        expires_in_days: 30,
        confirmation: { present_password: DEMO_PASSWORD },
      },
    }),
  },
  'POST /v1/api-keys/:id/revoke': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/api-keys/${ids.apiKey}/revoke`,
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
  'GET /v1/figure-changes/:scope/:id': {
    kind: 'object',
    call: ids => ({
      path: `/v1/figure-changes/source/${ids.source}?figure=completes&from=2026-11-01T00:00:00.000Z&to=2026-11-02T00:00:00.000Z`,
    }),
  },
  'GET /v1/figure-changes/:scope/:id/respondents': {
    kind: 'object',
    call: ids => ({
      path: `/v1/figure-changes/survey/${ids.survey}/respondents?figure=completes&from=2026-11-01T00:00:00.000Z&to=2026-11-02T00:00:00.000Z&cause=entered`,
    }),
  },
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
  ...JOURNAL_CASES,
  ...WEBHOOK_CASES,
  'GET /v1/watches': { kind: 'object', call: ids => ({ path: `/v1/watches?topic=survey:${ids.survey}` }) },
}

/** Every endpoint of the contract: method and path. */
export const endpoints = Object.values(DeskApi.groups).flatMap(group =>
  Object.values(group.endpoints).map(endpoint => `${endpoint.method} ${endpoint.path}`),
)
