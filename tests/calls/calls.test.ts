import { expect, test } from 'vitest'
import { contractOperations } from '../contract/operations.ts'
import type { Caller } from './callers.ts'
import { ENDPOINTS } from './calls.ts'

test('every operation of the contract has one call, and no call is left over', () => {
  const names = contractOperations().map(({ name }) => name)
  expect(Object.keys(ENDPOINTS).sort()).toEqual(names.sort())
})

/** Calls that are no GET and change nothing but the caller's own session, sign-in and preferences, or nothing at all. */
const OWN_OR_READING = [
  'DELETE /v1/alert-rules/{id}',
  'DELETE /v1/llm/conversations/{id}',
  'DELETE /v1/report-schedules/{id}',
  'DELETE /v1/report-views/{id}',
  'DELETE /v1/sessions',
  'DELETE /v1/sessions/{id}',
  'POST /v1/TrafficStatsForDashboardHourly',
  'POST /v1/alert-rules',
  'POST /v1/alerts/read',
  'POST /v1/confirmation/single-sign-on',
  'POST /v1/journals/{journal}',
  'POST /v1/llm',
  'POST /v1/logout',
  'POST /v1/metrics/projects',
  'POST /v1/metrics/surveys/{id}',
  'POST /v1/project/{id}/project-documents/download',
  'POST /v1/project/{id}/project-documents/presigned-url',
  'POST /v1/project/{id}/project-search',
  'POST /v1/reconciliation/eventexport',
  'POST /v1/reconciliation/maindownload',
  'POST /v1/reconciliation/retrieve',
  'POST /v1/report-schedules',
  'POST /v1/report-views',
  'POST /v1/report-views/{id}/restore',
  'POST /v1/reports/traffic',
  'POST /v1/respondents/{scope}/{id}',
  'POST /v1/second-factor',
  'POST /v1/second-factor/confirm',
  'POST /v1/second-factor/disable',
  'POST /v1/second-factor/recovery-codes',
  'POST /v1/supplier-recontact/rdudlookup',
  'POST /v1/switch-account',
  'POST /v1/update-password',
  'PUT /v1/account/{id}/second-factor', // refused by its handler to all but admins
  'PUT /v1/alert-digest',
  'PUT /v1/alert-rules/{id}',
  'PUT /v1/defaultaccounts',
  'PUT /v1/report-schedules/{id}',
  'PUT /v1/report-views/{id}',
  'PUT /v1/report-views/{id}/default',
  'PUT /v1/users/{id}', // themselves alone
]
/** Further calls of Finance that write (docs/decisions/0107). */
const MONEY = [
  'DELETE /v1/alert-mutes/{id}',
  'PATCH /v1/survey-streams/{id}/supplier-pricing',
  'POST /v1/alert-mutes',
  'POST /v1/alerts/{id}/snooze',
  'POST /v1/disputes',
  'POST /v1/disputes/{id}/decide',
  'POST /v1/reconciliation/preview',
  'POST /v1/reconciliation/store',
  'POST /v1/reconciliation/{project}',
  'POST /v1/statement-links',
  'POST /v1/statement-links/{id}/revoke',
  'POST /v1/statements/{month}/close',
  'POST /v1/today/snooze',
]

const writtenBy = (who: Caller) =>
  Object.entries(ENDPOINTS).flatMap(([name, { may }]) => (may.includes(who) && !name.startsWith('GET ') ? [name] : []))

test('Read only writes its own preferences alone (docs/decisions/0107)', () => {
  expect(writtenBy('readOnly').sort()).toEqual(OWN_OR_READING)
})

test('Finance also writes statements, disputes, reconciliation and supplier prices (docs/decisions/0107)', () => {
  expect(writtenBy('finance').sort()).toEqual([...OWN_OR_READING, ...MONEY].sort())
})
