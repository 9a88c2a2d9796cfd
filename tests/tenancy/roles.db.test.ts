import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_FEED_TOKEN, usePlatform } from '@desk/platform/testing/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, BASE_CALLS, type Ids } from '../contract/base-calls.ts'
import { contractOperations, type Operation } from '../contract/operations.ts'
import { rawCall } from '../contract/raw-call.ts'
import { beginSession, clientHeaders, setTheStage, type TestCaller } from '../contract/stage.ts'

/** Who calls, each in Acme's account but the last one, who is at home in an account of the other kind. */
const CALLERS = {
  user: { userId: 4, username: 'user@acme.example', homeAccountId: DEMO_ACCOUNTS.acme },
  admin: { userId: 3, username: 'admin@acme.example', homeAccountId: DEMO_ACCOUNTS.acme },
  staff: { userId: 2, username: 'staff@desk.example', homeAccountId: DEMO_ACCOUNTS.staff },
  superAdmin: { userId: 1, username: 'super@desk.example', homeAccountId: DEMO_ACCOUNTS.staff },
  defender: { userId: 7, username: 'admin@shield.example', homeAccountId: DEMO_ACCOUNTS.shield },
} as const satisfies Record<string, TestCaller>
type Who = keyof typeof CALLERS

const EVERYBODY: readonly Who[] = ['user', 'admin', 'staff', 'superAdmin', 'defender']
const ADMINS: readonly Who[] = ['admin', 'staff', 'superAdmin', 'defender']
const DEFENDERS: readonly Who[] = ['defender']
const SUPPORT: readonly Who[] = ['staff', 'superAdmin']
const DESK_ADMINS: readonly Who[] = ['admin', 'staff', 'superAdmin']
/** The internal view, and the account's admins in their plain one (docs/decisions/0026). */
const SUPPLY_SIDE: readonly Who[] = ['admin', 'staff', 'superAdmin']
const DESK_ACCOUNT: readonly Who[] = ['user', 'admin', 'staff', 'superAdmin']

/** The callers allowed for each endpoint (domain.md §8); all others get 403. */
const OPEN_TO: Readonly<Record<string, readonly Who[]>> = {
  // /admin/users; with `uid` everybody reads the own user
  'GET /v1/users': ADMINS,
  'POST /v1/users': ADMINS,
  'GET /v1/users/{id}/sessions': ADMINS,
  'DELETE /v1/users/{id}/sessions': ADMINS,
  'DELETE /v1/users/{id}/sessions/{session}': ADMINS,
  'PUT /v1/account/{id}/time-zone': ADMINS,
  // of another one than oneself
  'DELETE /v1/users/{id}': ['superAdmin'],
  'POST /v1/users/{id}/second-factor/disable': ['superAdmin'],
  'POST /v1/users/{id}/single-sign-on/unbind': ADMINS,
  // /support/sessions: staff only
  'GET /v1/journals': SUPPORT,
  'GET /v1/journals/{journal}': SUPPORT,
  'GET /v1/journals/{journal}/looks': SUPPORT,
  'POST /v1/journals/{journal}/links': SUPPORT,
  'POST /v1/journal-links': SUPPORT,
  'GET /v1/defaultaccounts': EVERYBODY,
  'GET /v1/pbi-authentication': EVERYBODY,
  'GET /desk-api/desk/get-bi-token': EVERYBODY,
  // a super admin switches freely, and has none
  'PUT /v1/defaultaccounts': ['user', 'admin', 'staff', 'defender'],
  // of the account that one is in: apps/platform/src/identity/accounts says that it is for admins
  'PUT /v1/account/{id}/second-factor': EVERYBODY,
  // /admin/accounts-creation, /admin/accounts-management
  'GET /v1/account-management': ['superAdmin'],
  'POST /v1/dashboards': ['superAdmin'],
  'GET /v1/dashboards/{id}': ['superAdmin'],
  'PUT /v1/dashboards/{id}': ['superAdmin'],
  'POST /v1/dashboards/{id}/suspend': ['superAdmin'],
  'POST /v1/dashboards/{id}/resume': ['superAdmin'],
  'GET /v1/dashboards/{id}/members': ['superAdmin'],
  'POST /v1/dashboards/{id}/members': ['superAdmin'],
  'PUT /v1/dashboards/{id}/members/{uid}': ['superAdmin'],
  // of the account that one is in: apps/platform/src/identity/managed-accounts
  'PUT /v1/dashboards/{id}/members/{uid}/role': ADMINS,
  'DELETE /v1/dashboards/{id}/members/{uid}': ['superAdmin'],
  'POST /v1/dashboards/{id}/members/{uid}/invitation': ['superAdmin'],
  'POST /v1/account/{id}/logo': ADMINS,
  // /admin/accounts-features
  'GET /v1/account-features': ['superAdmin'],
  'PUT /v1/account/{id}/features/{feature}': ['superAdmin'],
  'POST /v1/platform': ['superAdmin'],
  'GET /v1/embedded-reports': ['superAdmin'],
  'PUT /v1/embedded-reports': ['superAdmin'],
  'POST /v1/embedded-reports/check': ['superAdmin'],
  // /projects and /manage: DESK accounts
  'GET /v1/whereabouts': DESK_ACCOUNT,
  'GET /v1/projects': DESK_ACCOUNT,
  'GET /v1/metrics/projects': DESK_ACCOUNT,
  'GET /v1/projects/{id}': DESK_ACCOUNT,
  'POST /v1/projects': DESK_ACCOUNT,
  'PUT /v1/projects/{id}': DESK_ACCOUNT,
  'POST /v1/metrics/projects': DESK_ACCOUNT,
  'POST /v1/TrafficStatsForDashboardHourly': DESK_ACCOUNT,
  'GET /v1/surveys': DESK_ACCOUNT,
  'GET /v1/surveys/{id}': DESK_ACCOUNT,
  'POST /v1/surveys': DESK_ACCOUNT,
  'PUT /v1/surveys/{id}': DESK_ACCOUNT,
  'GET /v1/survey/{id}/engage-language': DESK_ACCOUNT,
  'GET /v1/survey/{id}/test-status': DESK_ACCOUNT,
  'GET /v1/survey/{id}/performance': DESK_ACCOUNT,
  'PUT /v1/survey/{id}/performance': DESK_ACCOUNT,
  'GET /v1/practice-survey': DESK_ACCOUNT,
  'GET /v1/buyer-pricing': DESK_ACCOUNT,
  'POST /v1/metrics/surveys/{id}': DESK_ACCOUNT,
  'GET /v1/survey/{id}/status': DESK_ACCOUNT,
  'GET /v1/survey-streams/{id}': DESK_ACCOUNT,
  'GET /v1/survey-streams/{id}/survey': DESK_ACCOUNT,
  'GET /v1/survey-stream-metrics/{id}': DESK_ACCOUNT,
  'GET /v1/survey-streams/{id}/respondent': DESK_ACCOUNT,
  'PATCH /v1/survey-streams': DESK_ACCOUNT,
  'PUT /v1/survey-streams': DESK_ACCOUNT,
  'POST /v1/copystream': DESK_ACCOUNT,
  'POST /v1/duplicate-survey-stream': DESK_ACCOUNT,
  'GET /v1/survey/stream/{id}/test-survey': DESK_ACCOUNT,
  'GET /v1/survey-test/{id}': DESK_ACCOUNT,
  'GET /v1/survey/{id}/defendersettings': DESK_ACCOUNT,
  'GET /v1/survey-quals-quotas': DESK_ACCOUNT,
  'POST /v1/survey-quals-quotas': DESK_ACCOUNT,
  'GET /v2/survey-quals-quotas': DESK_ACCOUNT,
  'POST /v2/survey-quals-quotas': DESK_ACCOUNT,
  'GET /v1/survey-buyer-rate/{id}': DESK_ACCOUNT,
  'PUT /v1/survey-buyer-rate/{id}': DESK_ACCOUNT,
  'GET /v1/source-template': DESK_ACCOUNT,
  'GET /v2/source-template': DESK_ACCOUNT,
  'POST /v1/source-template': DESK_ACCOUNT,
  'POST /v2/source-template': DESK_ACCOUNT,
  'GET /v1/source-template/{id}/quals-quotas': DESK_ACCOUNT,
  'DELETE /v1/source-template': DESK_ACCOUNT,
  // with auto_boost_access (§6.8)
  'POST /v1/survey-stream/{id}/alias': ['superAdmin'],
  // suppliers of sources and supply prices: not the plain external view of users (domain.md §4)
  'GET /v1/stream-suppliers/{id}': SUPPLY_SIDE,
  'PUT /v1/stream-suppliers/{id}': SUPPLY_SIDE,
  'GET /v1/survey-streams/{id}/supplier-pricing': SUPPLY_SIDE,
  'PATCH /v1/survey-streams/{id}/supplier-pricing': SUPPLY_SIDE,
  'GET /v3/survey-suppliers/{id}': SUPPLY_SIDE,
  // exclusions: suppliers are named to those who see the supply side, and excluded by admins
  'POST /v1/project/{id}/project-search': DESK_ACCOUNT,
  'GET /v1/sample-exclusion/{id}': DESK_ACCOUNT,
  'POST /v1/sample-exclusion/{id}': DESK_ACCOUNT,
  'GET /v1/supplierexclusion/{id}': SUPPLY_SIDE,
  'GET /v1/supplierexclusion/bysupplier/{id}': SUPPLY_SIDE,
  'POST /v1/supplierexclusion/bysupplier/{id}': DESK_ADMINS,
  'GET /v1/supplierexclusion/byaccount/{id}': SUPPLY_SIDE,
  'POST /v1/supplierexclusion/byaccount/{id}': DESK_ADMINS,
  // recontact: suppliers are named to those who see the supply side
  'GET /v1/supplier-recontact/retrieve': DESK_ACCOUNT,
  'POST /v1/supplier-recontact/rdudlookup': DESK_ACCOUNT,
  'POST /v1/supplier-recontact/store': DESK_ACCOUNT,
  // Defender's rules: a project's own, and the account's default
  'GET /v1/project/{id}/defender-setting': SUPPLY_SIDE,
  'POST /v1/project/{id}/defender-setting': SUPPLY_SIDE,
  'POST /v1/project/{id}/defender-preview': SUPPLY_SIDE,
  // every role of a Defender account, and each role that sets its rules in a DESK account
  'GET /v1/defender/scorecards': [...SUPPLY_SIDE, 'defender'],
  'GET /v1/defender/review': [...SUPPLY_SIDE, 'defender'],
  'POST /v1/defender/review': [...SUPPLY_SIDE, 'defender'],
  'GET /v1/defender/review/history': [...SUPPLY_SIDE, 'defender'],
  'GET /v1/defender/suppliers': [...SUPPLY_SIDE, 'defender'],
  'GET /v1/defender/trends': [...SUPPLY_SIDE, 'defender'],
  'GET /v1/survey/{id}/defender-setting': SUPPLY_SIDE,
  'POST /v1/survey/{id}/defender-setting': SUPPLY_SIDE,
  'POST /v1/survey/{id}/defender-preview': SUPPLY_SIDE,
  'GET /v1/defender-setting/byaccount/{id}': DESK_ADMINS,
  'GET /v1/defender/endings': DEFENDERS,
  'GET /v1/defender/endings/people': DEFENDERS,
  // of accounts that may export it (§2.37), which this one may
  'GET /v1/defender/export': DEFENDERS,
  'GET /v1/defender/export/file': DEFENDERS,
  'GET /v1/defender/search': DEFENDERS,
  'GET /v1/defender/path': DEFENDERS,
  'GET /v1/defender/activity': DEFENDERS,
  'GET /v1/defender/marks': ADMINS,
  'GET /v1/defender/marks/history': ADMINS,
  'POST /v1/defender/marks': ADMINS,
  'POST /v1/defender/marks/remove': ADMINS,
  'POST /v1/defender/marks/restore': ADMINS,
  'POST /v1/defender-setting/byaccount/{id}': DESK_ADMINS,
  'GET /v1/supplierallocationtemplates': SUPPLY_SIDE,
  'POST /v1/supplierallocationtemplates': SUPPLY_SIDE,
  'PUT /v1/supplierallocationtemplates': SUPPLY_SIDE,
  'GET /v1/supplierallocationtemplates/{id}': SUPPLY_SIDE,
  'DELETE /v1/supplierallocationtemplates/{id}': SUPPLY_SIDE,
  'POST /v1/{scope}/loadtemplate/{id}': SUPPLY_SIDE,
  // with suppliers and their prices, as it is called here; a source without is everybody's to make
  'POST /v1/survey-streams': SUPPLY_SIDE,
  'POST /v3/classic-streams': SUPPLY_SIDE,
  'PUT /v1/classic-streams/{id}': SUPPLY_SIDE,
  'GET /v3/classic-streams/{id}': SUPPLY_SIDE,
  'GET /v1/survey-streams/{id}/classic': SUPPLY_SIDE,
  'GET /v1/statuses/{scope}/{id}': DESK_ACCOUNT,
  'GET /v1/statuses/{scope}/{id}/history': DESK_ACCOUNT,
  'GET /v1/figure-changes/{scope}/{id}': DESK_ACCOUNT,
  'GET /v1/figure-changes/{scope}/{id}/respondents': DESK_ACCOUNT,
  'GET /v1/history/{scope}/{id}': DESK_ACCOUNT,
  'GET /v1/search': DESK_ACCOUNT,
  'POST /v1/llm': DESK_ACCOUNT,
  'GET /v1/llm/settings': DESK_ACCOUNT,
  'GET /v1/llm/conversations': DESK_ACCOUNT,
  'GET /v1/llm/conversations/{id}': DESK_ACCOUNT,
  'GET /v1/llm/conversations/{id}/answers/{number}/sent': DESK_ACCOUNT,
  'DELETE /v1/llm/conversations/{id}': DESK_ACCOUNT,
  'GET /v1/project/{id}/performance': DESK_ACCOUNT,
  'GET /v1/reports/costsummary': DESK_ACCOUNT,
  'GET /v2/reports/costsummary': DESK_ACCOUNT,
  'GET /v1/reports/traffic': DESK_ACCOUNT,
  'POST /v1/reports/traffic': DESK_ACCOUNT,
  'GET /v1/reports/{type}': DESK_ACCOUNT,
  'GET /v1/reports/{type}/change': DESK_ACCOUNT,
  'GET /v1/reports/{type}/change/respondents': DESK_ACCOUNT,
  'GET /v1/reports/{type}/file': DESK_ACCOUNT,
  'GET /v1/report-views': DESK_ACCOUNT,
  'POST /v1/report-views': DESK_ACCOUNT,
  'PUT /v1/report-views/{id}': DESK_ACCOUNT,
  'DELETE /v1/report-views/{id}': DESK_ACCOUNT,
  'POST /v1/report-views/{id}/restore': DESK_ACCOUNT,
  'GET /v1/report-schedules': DESK_ACCOUNT,
  'POST /v1/report-schedules': DESK_ACCOUNT,
  'PUT /v1/report-schedules/{id}': DESK_ACCOUNT,
  'DELETE /v1/report-schedules/{id}': DESK_ACCOUNT,
  // reconciliation: everybody of a DESK account; its indicator is for users with the flag (§6.8)
  'GET /v1/reconciliation/userv2': DESK_ACCOUNT,
  'GET /v1/reconciliation/{project}': DESK_ACCOUNT,
  'GET /v1/reconciliation/{project}/report': DESK_ACCOUNT,
  'POST /v1/reconciliation/{project}': DESK_ACCOUNT,
  'GET /v1/reconciliation/{project}/summary': DESK_ACCOUNT,
  'GET /v1/reconciliation/{project}/progress': DESK_ACCOUNT,
  'GET /v1/reconciliation/{project}/filterdates': DESK_ACCOUNT,
  'GET /v1/reconciliation/{project}/filterstreams': DESK_ACCOUNT,
  'GET /v1/reconciliation/{project}/filtersuppliers': DESK_ACCOUNT,
  'POST /v1/reconciliation/eventexport': DESK_ACCOUNT,
  'POST /v1/reconciliation/retrieve': DESK_ACCOUNT,
  'POST /v1/reconciliation/preview': DESK_ACCOUNT,
  'POST /v1/reconciliation/store': DESK_ACCOUNT,
  'POST /v1/reconciliation/maindownload': DESK_ACCOUNT,
  'POST /v1/reconciliation/projectindicator': [],
  // /statements: each role that sees supply prices; admins close a period
  'GET /v1/statements': SUPPLY_SIDE,
  'GET /v1/statements/{month}': SUPPLY_SIDE,
  'GET /v1/statements/{month}/changes': SUPPLY_SIDE,
  'GET /v1/statements/{month}/file': SUPPLY_SIDE,
  // and each role that sees the sell price, the charges
  'GET /v1/sell-statements': DESK_ACCOUNT,
  'GET /v1/sell-statements/{month}': DESK_ACCOUNT,
  'GET /v1/sell-statements/{month}/changes': DESK_ACCOUNT,
  'GET /v1/sell-statements/{month}/file': DESK_ACCOUNT,
  'GET /v1/statement-outcomes': SUPPLY_SIDE,
  'GET /v1/disputes': SUPPLY_SIDE,
  'POST /v1/disputes': SUPPLY_SIDE,
  'POST /v1/disputes/{id}/decide': SUPPLY_SIDE,
  'GET /v1/statement-links': DESK_ADMINS,
  'POST /v1/statement-links': DESK_ADMINS,
  'POST /v1/statement-links/{id}/revoke': DESK_ADMINS,
  'POST /v1/statements/{month}/close': DESK_ADMINS,
  'GET /v1/TrafficStatsForDashboard/{id}': DESK_ACCOUNT,
  'GET /v1/Financials/{a}/{b}': DESK_ACCOUNT,
  'GET /v1/ProjectManagersByPerformance/{a}/{b}': DESK_ACCOUNT,
  'GET /v1/TrafficStatsForDashboardWeekly': DESK_ACCOUNT,
  // /defender/metrics of both types of account
  'GET /v1/dashboard': EVERYBODY,
  // the plain external view of users names no suppliers (domain.md §4)
  'GET /v1/project-suppliers/{id}': SUPPLY_SIDE,
  'GET /v1/watches': DESK_ACCOUNT,
  // /qualifications: read by all of a DESK account, written by its admins (and with custom_qual_create: apps/platform/src/nouns/qualifications)
  'GET /v1/qualifications': DESK_ACCOUNT,
  'GET /v1/qualifications/qualification-options': DESK_ACCOUNT,
  'GET /v2/qualifications': DESK_ACCOUNT,
  'GET /v2/qualification-texts/{id}/qualification-options': DESK_ACCOUNT,
  'GET /v2/qualification-texts/{id}/qualifications': DESK_ACCOUNT,
  'GET /v2/qualifications/{id}/precode': DESK_ACCOUNT,
  'GET /v2/qualifications-library': DESK_ACCOUNT,
  'POST /v1/qualifications': DESK_ADMINS,
  'PUT /v1/qualifications': DESK_ADMINS,
  'DELETE /v1/qualifications': DESK_ADMINS,
  'POST /v2/qualifications': DESK_ADMINS,
  'PATCH /v2/qualifications/{id}': DESK_ADMINS,
  'POST /v2/qualification/{id}/qualification-text': DESK_ADMINS,
  'PUT /v2/qualification-texts/{id}/qualification-options': DESK_ADMINS,
  'POST /v2/qualifications-library/{id}/copy': DESK_ADMINS,
  // /admin/quality-questions
  'GET /v1/quality-questions': ADMINS,
  'POST /v1/quality-questions': ADMINS,
  'PUT /v1/quality-questions/{id}': ADMINS,
  'DELETE /v1/quality-questions/{id}': ADMINS,
  // /admin/business-unit, of accounts that invoice by them (and with edit_business_unit_flg: apps/platform/src/nouns/business-units)
  'POST /v1/dashboard/{id}/businessunits/': DESK_ADMINS,
  'PUT /v1/dashboard/{id}/businessunits/{unit}': DESK_ADMINS,
  // /alerts, each user's own
  'GET /v1/alerts': DESK_ACCOUNT,
  'GET /v1/alerts/unread': DESK_ACCOUNT,
  'GET /v1/alerts/export': DESK_ACCOUNT,
  'POST /v1/alerts/read': DESK_ACCOUNT,
  // /admin/supplier-accounts, of DESK accounts with the feature
  'GET /v1/supplier-accounts': DESK_ADMINS,
  'PUT /v1/supplier-accounts/{id}': DESK_ADMINS,
  'POST /v1/supplier-accounts': ['superAdmin'],
  'DELETE /v1/supplier-accounts/{id}': ['superAdmin'],
  'POST /v1/alerts/{id}/snooze': DESK_ACCOUNT,
  'GET /v1/alert-digest': DESK_ACCOUNT,
  'PUT /v1/alert-digest': DESK_ACCOUNT,
  'GET /v1/alert-rules': DESK_ACCOUNT,
  'POST /v1/alert-rules': DESK_ACCOUNT,
  'PUT /v1/alert-rules/{id}': DESK_ACCOUNT,
  'DELETE /v1/alert-rules/{id}': DESK_ACCOUNT,
  // channels, of the account
  'GET /v1/alert-channels': DESK_ADMINS,
  'POST /v1/alert-channels': DESK_ADMINS,
  'PUT /v1/alert-channels/{id}': DESK_ADMINS,
  'DELETE /v1/alert-channels/{id}': DESK_ADMINS,
  'POST /v1/alert-channels/{id}/test': DESK_ADMINS,
  // /admin/webhooks, of DESK accounts
  'GET /v1/webhooks': DESK_ADMINS,
  'POST /v1/webhooks': DESK_ADMINS,
  'PUT /v1/webhooks/{id}': DESK_ADMINS,
  'DELETE /v1/webhooks/{id}': DESK_ADMINS,
  'POST /v1/webhooks/{id}/secret': DESK_ADMINS,
  'POST /v1/webhooks/{id}/test': DESK_ADMINS,
  'GET /v1/webhooks/{id}/deliveries': DESK_ADMINS,
  'POST /v1/webhooks/{id}/replays': DESK_ADMINS,
  // /admin/rate-card-templates
  'POST /v1/project/{id}/project-documents': DESK_ACCOUNT,
  'POST /v1/project/{id}/project-documents/presigned-url': DESK_ACCOUNT,
  'GET /v1/project/project-documents': DESK_ACCOUNT,
  'POST /v1/project/{id}/project-documents/download': DESK_ACCOUNT,
  'GET /v1/project/{id}/project-documents/{document}/versions': DESK_ACCOUNT,
  'PATCH /v1/project/{id}/project-documents/{document}': DESK_ACCOUNT,
  'DELETE /v1/project/{id}/project-documents/{document}': DESK_ACCOUNT,
  'POST /v1/project/{id}/project-documents/{document}/restore': DESK_ACCOUNT,
  'GET /v1/ratecard': DESK_ADMINS,
  'POST /v1/ratecard': DESK_ADMINS,
  'PUT /v1/ratecard': DESK_ADMINS,
  'POST /v1/ratecard/check': DESK_ADMINS,
  'POST /v1/ratecard/{id}/withdraw': DESK_ADMINS,
  'POST /v1/ratecard/{id}/restore': DESK_ADMINS,
  'GET /v1/ratecard/{id}': DESK_ADMINS,
  'GET /v1/ratecardexport/{id}': DESK_ADMINS,
  // /admin/return-hashing, of DESK accounts
  'GET /v1/return-hashing': DESK_ADMINS,
  'PUT /v1/return-hashing': DESK_ADMINS,
  'POST /v1/return-hashing/keys': DESK_ADMINS,
  'POST /v1/return-hashing/keys/{id}/end': DESK_ADMINS,
  'POST /v1/return-hashing/check': DESK_ADMINS,
  // /admin/audit-log
  'GET /v1/audit-log': ADMINS,
  'GET /v1/audit-log/export': ADMINS,
  'GET /v1/audit-log/verification': ADMINS,
  'POST /v1/confirmation/single-sign-on': EVERYBODY,
  // 403 to everybody who began none
  'POST /v1/confirmation/single-sign-on/finish': [],
  // /admin/single-sign-on
  'GET /v1/single-sign-on': ADMINS,
  'PUT /v1/single-sign-on': ADMINS,
  'POST /v1/single-sign-on/secret': ADMINS,
  'POST /v1/single-sign-on/test': ADMINS,
  // /admin/api-keys
  'GET /v1/api-keys': ADMINS,
  'POST /v1/api-keys': ADMINS,
  'POST /v1/api-keys/{id}/revoke': ADMINS,
  // /suppliers: read by all, written by the admins of a DESK account
  'POST /v1/suppliers': DESK_ADMINS,
  'PUT /v1/suppliers/{id}': DESK_ADMINS,
  'DELETE /v1/suppliers/{id}': DESK_ADMINS,
}
/** Calls that need no session, or not a person's. */
const NO_PERSON: readonly string[] = [
  'POST /v1/login',
  'POST /v1/reset',
  'POST /v1/reset-password/{resetToken}',
  'GET /v1/document-files/{token}',
  'GET /v1/statement-keys/{fingerprint}',
  'GET /v1/supplier-statements',
  'POST /v1/supplier-statements/{month}/disputes',
  'GET /v1/supplier-statements/{month}',
  'GET /v1/supplier-statements/{month}/file',
  'GET /v1/supplier-statements/{month}/outcomes',
  'GET /v1/supplier-statements/{month}/outcomes/file',
  'POST /v1/login/second-factor',
  'POST /v1/login/single-sign-on',
  'POST /v1/login/single-sign-on/finish',
  'GET /v1/changes',
  'GET /v1/platform',
]

const platform = usePlatform()
const operations = contractOperations().filter(({ name }) => !NO_PERSON.includes(name))
let ids: Ids

beforeAll(async () => {
  ids = await setTheStage(platform().database, CALLERS.user)
})

async function statusFor(who: Who, operation: Operation): Promise<number> {
  const caller = CALLERS[who]
  const token = await beginSession(platform().database, caller)
  if (who === 'defender') {
    // the session is where its user is at home
    await platform().database.asSystem(tx =>
      tx.client.query('update login_session set account_id = $1 where user_id = $2', [
        caller.homeAccountId,
        caller.userId,
      ]),
    )
  }
  // one's own user to be changed, and none to be taken away
  const base =
    BASE_CALLS[operation.name]?.({ ...ids, user: operation.name.startsWith('PUT') ? caller.userId : 999_999 }) ?? {}
  const headers = {
    ...clientHeaders(token),
    ...base.headers,
    ...(base.body ? { 'Content-Type': 'application/json' } : {}),
  }
  return (
    await rawCall(platform().url, {
      method: operation.method,
      path: addressOf(operation, base),
      headers,
      body: base.body ? JSON.stringify(base.body) : null,
    })
  ).status
}

describe('the server refuses every caller whom the screens do not admit (domain.md §8, §6.11)', () => {
  test('every call that is named here is in the contract', () => {
    const names = new Set(operations.map(({ name }) => name))
    expect(Object.keys(OPEN_TO).filter(name => !names.has(name))).toEqual([])
  })

  test.each(operations)('$name', async operation => {
    const letIn: Who[] = []
    for (const who of EVERYBODY) if ((await statusFor(who, operation)) !== 403) letIn.push(who)
    expect(letIn).toEqual(OPEN_TO[operation.name] ?? EVERYBODY)
  })

  test('the service token opens none of these, and no user may read the feed', async () => {
    const asService = await Promise.all(
      operations.map(
        async operation =>
          (
            await rawCall(platform().url, {
              method: operation.method,
              path: addressOf(operation, BASE_CALLS[operation.name]?.(ids) ?? {}),
              headers: clientHeaders(TEST_FEED_TOKEN),
            })
          ).status,
      ),
    )
    expect(asService).toEqual(operations.map(() => 401))
  })
})
