import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPlatform, type RunningPlatform } from '#app/server'
import { useDatabase } from '#testing/database/harness'
import { usePlatform } from '#testing/platform'
import { testSettings } from '#testing/settings'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { pino } from 'pino'
import {
  FAKE_SECRET,
  FAKE_TENANT,
  FakeReportService,
  json,
  type Misbehaviour,
  type Step,
} from './testing/fake-report-service.ts'

const fresh = useDatabase()
const service = new FakeReportService()
const WORKSPACE = '11111111-2222-4333-8444-555555555555'
const OWN_WORKSPACE = '99999999-2222-4333-8444-555555555555'
const REPORT = 'aaaaaaaa-2222-4333-8444-555555555555'
const SETTINGS = { workspace_id: WORKSPACE, defender_breakdown: REPORT }
/** How long the platform waits for the service. */
const TIMEOUT_MS = 400
const logged: string[] = []

let serviceUrl = ''
let make: StudyMaker
let house: number
let accounts = 0
const running: RunningPlatform[] = []
beforeAll(async () => {
  serviceUrl = await service.start()
  make = new StudyMaker(fresh().database)
  house = await make.account({ name: 'House', isStaff: true })
})
afterAll(async () => {
  await Promise.all(running.map(platform => platform.stop()))
  await service.stop()
})
beforeEach(() => {
  service.asked.length = 0
  service.signIns = 0
  service.lifetimeMs = 60 * 60_000
  service.embedUrl = 'https://app.powerbi.com/reportEmbed?reportId=r'
  service.access = 'access-CANARY-1'
  for (const step of ['login', 'report', 'token'] as const) service.misbehave(step)
})

interface Desk {
  readonly superAdmin: Ask
  /** Makes a user of an account whose embedded reports are on. */
  readonly user: (of?: { readonly accountId?: number; readonly advancedView?: boolean }) => Promise<Ask>
  readonly account: (more?: object) => Promise<number>
}

/** A platform of its own, whose tokens and failures no other test has stored. */
async function desk({
  secret = FAKE_SECRET,
  environment = 'production' as 'production' | 'local',
} = {}): Promise<Desk> {
  const platform = await startPlatform({
    database: fresh().database,
    settings: testSettings({
      feedToken: 'feed-token-of-the-tests-0123456789',
      egressNetworks: ['127.0.0.0/8'],
      environment,
      reportService: {
        tenantId: FAKE_TENANT,
        clientId: 'desk',
        clientSecret: secret,
        loginUrl: serviceUrl,
        apiUrl: serviceUrl,
        timeoutMs: TIMEOUT_MS,
      },
    }),
    log: pino({ level: 'trace' }, { write: line => void logged.push(line) }),
    port: 0,
    sweeps: null,
  })
  running.push(platform)
  const call: ReturnType<typeof usePlatformCall> = usePlatformCall(platform.url)
  const asUser = async (user: Parameters<StudyMaker['user']>[0]): Promise<Ask> => {
    const { username } = await make.user(user)
    const { body } = await call('POST', '/v1/login', undefined, { username, password: TEST_PASSWORD })
    return (method, path, sent) => call(method, path, body.AccessToken, sent)
  }
  const superAdmin = await asUser({ accountId: house, roleId: 3 })
  const { version } = (await superAdmin('GET', '/v1/embedded-reports')).body
  await superAdmin('PUT', '/v1/embedded-reports', { ...SETTINGS, version })
  const account = async (more: object = {}) => {
    const accountId = await make.account({ name: `Account ${(accounts += 1)}`, parentAccountId: house })
    const { status, body } = await superAdmin('PUT', `/v1/dashboards/${accountId}`, {
      embedded_reports_flg: true,
      ...more,
    })
    expect([status, body.details]).toEqual([200, undefined])
    return accountId
  }
  return {
    superAdmin,
    account,
    user: async ({ accountId, advancedView = false } = {}) =>
      asUser({ accountId: accountId ?? (await account()), roleId: 2, advancedView }),
  }
}

const usePlatformCall = (url: string) => async (method: string, path: string, token?: string, sent?: unknown) => {
  const response = await fetch(url + path, {
    method,
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) }
}

const embed = async (ask: Ask, query = '') => (await ask('GET', `/v1/pbi-authentication${query}`)).body
const uidOf = async (ask: Ask): Promise<number> => (await ask('GET', '/v1/user-login-details')).body.uid

describe('the token of an embedded report (§3.32, §7.30, api:E1)', () => {
  test('is minted by client credentials for this account, view and user, and stored for them alone', async () => {
    const { user, account } = await desk()
    const accountId = await account()
    const [ann, bea, cy] = [
      await user({ accountId }),
      await user({ accountId, advancedView: true }),
      await user({ accountId: await account({ bi_workspace_id: OWN_WORKSPACE }) }),
    ]
    const before = Date.now()
    const [first, again, beas, cys] = [await embed(ann), await embed(ann), await embed(bea), await embed(cy)]
    const identity = `${accountId}|external|${await uidOf(ann)}`
    expect([first, again.token, beas.token === first.token, cys.workspaceId]).toEqual([
      {
        show: true,
        token: `token-CANARY-1 of ${identity}`,
        workspaceId: WORKSPACE,
        reportId: REPORT,
        embedUrl: service.embedUrl,
        dtRequested: expect.any(String),
        expiration: expect.any(String),
        filterType: 'PM_DSH_UD',
        filterValue: accountId,
        filterTable: 'Filters',
      },
      first.token,
      false,
      OWN_WORKSPACE,
    ])
    expect(Date.parse(first.expiration) - before).toBeGreaterThan(59 * 60_000)
    expect([service.signIns, service.minted.map(({ path, body }) => [path, JSON.parse(body).identities])]).toEqual([
      1,
      [
        [WORKSPACE, identity],
        [WORKSPACE, `${accountId}|internal|${await uidOf(bea)}`],
        [OWN_WORKSPACE, cys.token.replace(/^.* of /, '')],
      ].map(([workspace, username]) => [
        `/v1.0/myorg/groups/${workspace}/reports/${REPORT}/GenerateToken`,
        [{ username, roles: ['Account'], datasets: ['data-1'] }],
      ]),
    ])
  })

  test('of a DEFENDER account is for the account that it defends: whose data, switch and workspace they are (api:E1, E2)', async () => {
    const { user, account } = await desk({ environment: 'local' })
    const [defended, off] = [
      await account({ bi_workspace_id: OWN_WORKSPACE }),
      await account({ embedded_reports_flg: false }),
    ]
    const defenderOf = async (defendedAccountId: number) =>
      user({ accountId: await make.account({ type: 'DEFENDER', parentAccountId: house, defendedAccountId }) })
    const [ann, bea] = [await defenderOf(defended), await defenderOf(off)]
    const local = (await ann('GET', '/desk-api/desk/get-bi-token')).body
    for (const { show, filterValue, workspaceId, token } of [await embed(ann), local])
      expect([show, filterValue, workspaceId, token.replace(/^.* of /, '')]).toEqual([
        true,
        defended,
        OWN_WORKSPACE,
        `${defended}|external|${await uidOf(ann)}`,
      ])
    expect(await embed(bea)).toMatchObject({ show: false, reason: 'off' })
  })

  test('of another account is never given from the store: not to its users, and not to this user after switching', async () => {
    const { user, account, superAdmin } = await desk()
    const accountId = await account()
    const others = await account()
    const ann = await user({ accountId })
    const theirs = await user({ accountId: others })
    await superAdmin('GET', '/v1/user-login-details')
    const uid = await uidOf(ann)
    await fresh().database.asSystem(tx =>
      sql`insert into user_account (account_id, user_id) values (${others}, ${uid})`.execute(tx),
    )
    const own = await embed(ann)
    const switched = await ann('POST', '/v1/switch-account', { pm_dsh_ud: others })
    const url = running.at(-1)?.url ?? ''
    const there = (await usePlatformCall(url)('GET', '/v1/pbi-authentication', switched.body.AccessToken)).body
    const their = await embed(theirs)
    expect([own.token, there.token, their.token].map(token => token.replace(/^.* of (\d+)\|.*$/, '$1'))).toEqual([
      String(accountId),
      String(others),
      String(others),
    ])
    expect(new Set([own.token, there.token, their.token]).size).toBe(3)
  })

  test('is renewed before it expires, and one that has expired is not given', async () => {
    const { user } = await desk()
    const ann = await user()
    service.lifetimeMs = 9 * 60_000
    const [first, second] = [await embed(ann), await embed(ann)]
    service.lifetimeMs = -1_000
    const expired = await embed(ann)
    expect([first.token === second.token, expired.show, expired.reason, expired.message]).toEqual([
      false,
      false,
      'expired',
      'The reporting service gave a token that has expired already.',
    ])
  })

  test('is asked for once by ten pages at the same time', async () => {
    const { user } = await desk()
    const ann = await user()
    const answers = await Promise.all(Array.from({ length: 10 }, () => embed(ann)))
    expect([new Set(answers.map(({ token }) => token)).size, service.minted.length]).toEqual([1, 1])
  })

  test('survives an access token that the service no longer takes', async () => {
    const { user } = await desk()
    const [ann, bea] = [await user(), await user()]
    await embed(ann)
    service.access = 'access-CANARY-2'
    expect([(await embed(bea)).show, service.signIns]).toEqual([true, 2])
  })
})

const hang: Misbehaviour = () => {}
const say =
  (status: number, body: unknown, headers: object = {}): Misbehaviour =>
  response =>
    json(response, status, body, headers)
const nonsense: Misbehaviour = response => void response.writeHead(200).end('<html>Sign in</html>')
const cut: Misbehaviour = response => void response.destroy()

describe('a service that gives no token makes no error of it: the answer says why, for the desk’s own dashboard to say (§3.32, api:E1)', () => {
  test.each<[string, Step, Misbehaviour, string]>([
    ['refuses the application', 'login', say(401, { error: 'invalid_client' }), 'refused'],
    ['does not know the application', 'login', say(400, { error: 'unauthorized_client' }), 'refused'],
    ['refuses its token for the report', 'report', say(401, {}), 'refused'],
    ['does not let it read the report', 'report', say(403, {}), 'refused'],
    ['has no such report', 'report', say(404, {}), 'refused'],
    ['refuses the token', 'token', say(403, { error: { code: 'InvalidRequest' } }), 'refused'],
    ['is busy at the sign-in', 'login', say(429, {}), 'busy'],
    ['never answers the sign-in', 'login', hang, 'slow'],
    ['never answers for the report', 'report', hang, 'slow'],
    ['never answers for the token', 'token', hang, 'slow'],
    ['begins an answer that never ends', 'token', response => void response.writeHead(200).write('{"token":'), 'slow'],
    ['cuts the connection', 'report', cut, 'unavailable'],
    ['has a fault', 'token', say(502, {}), 'unavailable'],
    ['leads elsewhere', 'report', say(302, {}, { location: 'https://evil.example' }), 'unreadable'],
    ['answers with a page', 'login', nonsense, 'unreadable'],
    ['answers with a page for a report', 'report', nonsense, 'unreadable'],
    ['gives no token', 'token', say(200, { tokenId: 1 }), 'unreadable'],
    ['gives a token of another type', 'token', say(200, { token: 7, expiration: 'soon' }), 'unreadable'],
    ['says no moment', 'token', say(200, { token: 't', expiration: 'soon' }), 'unreadable'],
    ['answers with a list', 'token', say(200, [1]), 'unreadable'],
    [
      'names a page elsewhere',
      'report',
      say(200, { datasetId: 'd', embedUrl: 'https://app.powerbi.com.evil.example/reportEmbed' }),
      'unreadable',
    ],
    ['names a script', 'report', say(200, { datasetId: 'd', embedUrl: 'javascript:alert(1)' }), 'unreadable'],
  ])('%s', async (_, step, misbehaviour, reason) => {
    const { user } = await desk()
    const ann = await user()
    service.misbehave(step, misbehaviour)
    const { status, body } = await ann('GET', '/v1/pbi-authentication')
    expect([status, body]).toEqual([
      200,
      {
        show: false,
        reason,
        message: expect.stringMatching(/^The reporting service .*\.$/),
        retry_at: expect.any(String),
      },
    ])
  })

  test('is left alone for as long as it asks, at most ten minutes, and asked again afterwards', async () => {
    const { user } = await desk()
    const [ann, bea] = [await user(), await user()]
    service.misbehave('token', say(429, {}, { 'retry-after': '1' }))
    const busy = await embed(ann)
    service.misbehave('token')
    const still = await embed(ann)
    const asked = service.minted.length
    await expect.poll(async () => (await embed(ann)).show, { timeout: 5_000 }).toBe(true)
    service.misbehave('token', say(429, {}, { 'retry-after': '86400' }))
    const long = await embed(bea)
    expect([busy.reason, still.reason, asked, Date.parse(long.retry_at) - Date.now() <= 600_000]).toEqual([
      'busy',
      'busy',
      1,
      true,
    ])
  })

  test('has a wrong secret: the answer, the log and the settings hold neither it nor any token (S10)', async () => {
    const { user, superAdmin } = await desk({ secret: 'wrong-secret-CANARY-82' })
    const ann = await user()
    const bodies = [
      await embed(ann),
      (await superAdmin('GET', '/v1/embedded-reports')).body,
      (await superAdmin('POST', '/v1/embedded-reports/check')).body,
      (await superAdmin('GET', '/v1/platform')).body,
      (await superAdmin('GET', '/v1/history/platform/2')).body,
    ]
    expect([bodies[0].reason, bodies[2]]).toEqual([
      'refused',
      [{ report: 'defender_breakdown', fault: 'The reporting service refused the desk.' }],
    ])
    expect(JSON.stringify(bodies) + logged.join('')).not.toContain('CANARY')
  })
})

describe('who has embedded reports (administration.md §1)', () => {
  test('an account without them, a report without an id, and an installation without a service get an answer that says so; nothing is asked', async () => {
    const { user, account, superAdmin } = await desk()
    const off = await user({ accountId: await account({ embedded_reports_flg: false }) })
    const on = await user()
    const answers = [await embed(off), await embed(on, '?report=export_data')]
    const { version } = (await superAdmin('GET', '/v1/embedded-reports')).body
    await superAdmin('PUT', '/v1/embedded-reports', { defender_breakdown: REPORT, version })
    answers.push(await embed(on))
    expect([answers.map(({ show, reason, retry_at }) => [show, reason, retry_at]), service.asked]).toEqual([
      [
        [false, 'off', null],
        [false, 'no_report', null],
        [false, 'no_report', null],
      ],
      [],
    ])
  })

  test('switched off, it gives no stored token any more', async () => {
    const { user, account, superAdmin } = await desk()
    const accountId = await account()
    const ann = await user({ accountId })
    const before = await embed(ann)
    await superAdmin('PUT', `/v1/dashboards/${accountId}`, { embedded_reports_flg: false })
    expect([before.show, (await embed(ann)).reason]).toEqual([true, 'off'])
  })

  test('the settings are for super admins, keep a history, refuse stale edits and malformed ids (§9.13, api:M13)', async () => {
    const { user, superAdmin } = await desk()
    const ann = await user()
    const { body: stored } = await superAdmin('GET', '/v1/embedded-reports')
    const role = { ...SETTINGS, role_name: '  Buyer  ', version: stored.version }
    const saved = await superAdmin('PUT', '/v1/embedded-reports', role)
    const stale = await superAdmin('PUT', '/v1/embedded-reports', { ...role, role_name: 'Other' })
    const wrong = await superAdmin('PUT', '/v1/embedded-reports', {
      workspace_id: '../../admin',
      export_data: 'x',
      version: saved.body.version,
    })
    const refusals = [await ann('GET', '/v1/embedded-reports'), await ann('PUT', '/v1/embedded-reports', role)]
    const { body: history } = await superAdmin('GET', '/v1/history/platform/2')
    await embed(ann)
    expect([
      [stored.is_connected, saved.body.settings.role_name, saved.body.settings.export_data],
      [stale.status, stale.body.reason],
      [wrong.status, wrong.body.details.map(({ path }: { path: string[] }) => path)],
      refusals.map(({ status }) => status),
      history[0].changes,
      JSON.parse(service.minted.at(-1)?.body ?? '{}').identities[0].roles,
    ]).toEqual([
      [true, 'Buyer', null],
      [409, 'stale_version'],
      [422, [['workspace_id'], ['export_data']]],
      [403, 403],
      [{ field: 'role_name', from: null, to: 'Buyer' }],
      ['Buyer'],
    ])
  })
})

test('local and dev hosts ask by the desk’s own call, which does not exist elsewhere (§7.30, api:E2)', async () => {
  const [here, there] = [await desk({ environment: 'local' }), await desk()]
  const ann = await here.user()
  const bea = await there.user()
  const path = '/desk-api/desk/get-bi-token?report=defender_breakdown'
  const [local, elsewhere] = [await ann('GET', path), await bea('GET', path)]
  expect([local.status, local.body.token, elsewhere.status]).toEqual([200, (await embed(ann)).token, 404])
})

const without = usePlatform()
test('an installation without a reporting service says so (api:E1)', async () => {
  const maker = new StudyMaker(without().database)
  const ask = await askAs(without(), maker, { accountId: await maker.account() })
  expect(await embed(ask)).toEqual({
    show: false,
    reason: 'not_connected',
    message: 'No reporting service is connected.',
    retry_at: null,
  })
})
