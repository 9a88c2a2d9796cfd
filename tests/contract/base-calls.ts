import type { Operation } from './operations.ts'

/** Ids of things that are there, and the caller's own. */
export interface Ids {
  readonly account: number
  readonly project: number
  readonly survey: number
  readonly source: number
  readonly supplier: number
  readonly user: number
  readonly username: string
  readonly password: string
  /** A journal of the account. */
  readonly journal: string
}

/** A call that works, to be spoiled in one place. */
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

/** One call that works for every operation of the contract. */
export const BASE_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'POST /v1/login': ({ username, password }) => ({ body: { username, password } }),
  'POST /v1/logout': () => ({ status: 204 }),
  'GET /v1/user-login-details': () => ({}),
  // the one call whose working would end every other session of the user
  'POST /v1/update-password': () => ({ body: { password: 'Wrong-pass-1', new_password: 'Better-pass-1' }, status: 422 }),
  'POST /v1/switch-account': ({ account }) => ({ body: { pm_dsh_ud: account } }),
  // nobody's: a mail would come after the answer
  'POST /v1/reset': () => ({ body: { username: 'nobody@desk.example' } }),
  'POST /v1/reset-password/{resetToken}': () => ({ path: { resetToken: 'A'.repeat(43) }, body: { password: 'Better-pass-1', confirm_password: 'Better-pass-1' }, status: 404 }),
  'POST /v1/login/second-factor': () => ({ body: { challenge: 'A'.repeat(43), code: '000000' }, status: 401 }),
  // the session that asks comes first
  'GET /v1/sessions': () => ({ query: { limit: 1, offset: 0 } }),
  'DELETE /v1/sessions': () => ({ status: 204 }),
  'DELETE /v1/sessions/{id}': () => ({ path: { id: '00000000-0000-4000-8000-000000000000' }, status: 404 }),
  'GET /v1/second-factor': () => ({}),
  'POST /v1/second-factor': () => ({}),
  // no such code: each that works would end what the others stand on
  'POST /v1/second-factor/confirm': () => ({ body: { code: 'none' }, status: 422 }),
  'POST /v1/second-factor/recovery-codes': () => ({ body: { code: 'none' }, status: 409 }),
  'POST /v1/second-factor/disable': ({ password }) => ({ body: { password, code: 'none' }, status: 409 }),
  'GET /v1/defaultaccounts': () => ({}),
  'PUT /v1/defaultaccounts': ({ account }) => ({ body: { default_account_update: true, new_default_account: account } }),
  // another account's: in the own one every further call would have to wait for a second factor
  'PUT /v1/account/{id}/second-factor': () => ({ path: { id: 999_999 }, body: { required: true }, status: 404 }),
  'GET /v1/users': ({ user }) => ({ query: { search: 'a', role_id: 'all', uid: user, limit: 10, offset: 0 } }),
  // a zone that is not in the list: nobody is made, and no mail comes after the answer
  'POST /v1/users': () => ({ body: { firstname: 'Ada', lastname: 'Byron', username: 'ada@acme.example', role_id: 2, user_time_zone: 9_999 } }),
  'DELETE /v1/users/{id}': ({ user }) => ({ path: { id: user }, status: 403 }),
  'DELETE /v1/users/{id}/second-factor': ({ user }) => ({ path: { id: user }, status: 403 }),
  'GET /v1/user-types': ({ user }) => ({ query: { uid: user } }),
  'GET /v1/dashboards': ({ account }) => ({ query: { pm_dsh_ud: account, limit: 10, offset: 0 } }),
  'GET /v1/account/{id}/logo': ({ account }) => ({ path: { id: account } }),
  'GET /v1/dashboard/{id}/businessunits/': ({ account }) => ({ path: { id: account }, query: { limit: 10, offset: 0 } }),
  'PUT /v1/users/{id}': ({ user }) => ({ path: { id: user }, body: { uid: user, password: '', user_time_zone: 15 } }),
  'GET /v1/projects': () => ({ query: { status: 1, consultant: 'all', business_unit_ud: 'all', search: 'a', limit: 10, offset: 0 } }),
  'GET /v1/projects/{id}': ({ project }) => ({ path: { id: project } }),
  'POST /v1/metrics/projects': ({ project }) => ({ query: { pm_proj_ud: project }, body: { pm_proj_uds: [project] } }),
  'POST /v1/TrafficStatsForDashboardHourly': ({ survey }) => ({ body: { mode: 'SURVEY', id: survey, grain: 'day', zone_code: 15, end: '2026-11-20T12:00:00.000Z' } }),
  'GET /v1/surveys': ({ project }) => ({ query: { pm_proj_ud: project, state: 1, limit: 10, offset: 0 } }),
  'GET /v1/surveys/{id}': ({ survey }) => ({ path: { id: survey } }),
  'POST /v1/metrics/surveys/{id}': ({ survey }) => ({ path: { id: survey } }),
  'GET /v1/survey/{id}/status': ({ survey }) => ({ path: { id: survey }, query: { statusid: 2 } }),
  'GET /v1/survey-streams/{id}': ({ source }) => ({ path: { id: source } }),
  'GET /v1/survey-streams/{id}/survey': ({ source }) => ({ path: { id: source } }),
  'GET /v1/survey-stream-metrics/{id}': ({ survey }) => ({ path: { id: survey }, query: { limit: 10, offset: 0 } }),
  'GET /v1/survey-streams/{id}/respondent': ({ source }) => ({ path: { id: source }, query: { find: 'nobody' }, status: 404 }),
  'GET /v1/suppliers/{id}': ({ supplier }) => ({ path: { id: supplier } }),
  // the status that it has: nothing is recorded
  'PATCH /v1/survey-streams': ({ source }) => ({ headers: { 'idempotency-key': 'base-key' }, body: { scope: 'source', id: source, statusid: 1, version: 1, note: 'as it is', command_id: 'base' } }),
  'GET /v1/statuses/{scope}/{id}': ({ survey }) => ({ path: { scope: 'survey', id: survey } }),
  'GET /v1/statuses/{scope}/{id}/history': ({ source }) => ({ path: { scope: 'source', id: source }, query: { limit: 10, offset: 0 } }),
  'GET /v1/consultants': () => ({ query: { limit: 10, offset: 0 } }),
  'GET /v1/status': () => ({}),
  'GET /v1/suppliers': () => ({ query: { limit: 10, offset: 0 } }),
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
    body: { build: 'b1', entries: [{ seq: 1, atMs: 1, machine: 'sidebar', version: '0123456789abcdef', event: { type: 'sidebar.toggleRequested' }, fingerprint: '0123456789abcdef' }] },
  }),
  'GET /v1/journals': ({ account }) => ({ query: { user: 'a', account, route: '/', error: 'e', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:00:00.000Z', limit: 10, offset: 0 } }),
  'GET /v1/journals/{journal}': ({ journal }) => ({ path: { journal }, query: { after: 0, limit: 10 } }),
  'GET /v1/journals/{journal}/looks': ({ journal }) => ({ path: { journal }, query: { limit: 10, offset: 0 } }),
  'POST /v1/journals/{journal}/links': ({ journal }) => ({ path: { journal }, body: { hours: 1, seq: 1 } }),
  'POST /v1/journal-links': () => ({ body: { token: 'A'.repeat(43), after: 0, limit: 10 }, status: 404 }),
  'GET /v1/watches': ({ survey }) => ({ query: { topic: `survey:${survey}` } }),
}

/** Gives the address of a call; a part that is given as encoded text stands in place of the base call's own. */
export function addressOf({ path }: Operation, { path: values = {}, query = {} }: BaseCall, spoiled: { readonly path?: Record<string, string>; readonly query?: string } = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => spoiled.path?.[name] ?? encodeURIComponent(String(values[name] ?? '')))
  const search = spoiled.query ?? queryOf(query)
  return search === '' ? filled : `${filled}?${search}`
}

export function queryOf(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}
