import { start, stateOf, step } from '@desk/machines/runtime/step'
import { coverageOf } from '@desk/machines/tools/paths/coverage'
import { pathsOf } from '@desk/machines/tools/paths/paths'
import type { MachinePath, PathStep } from '@desk/machines/tools/paths/walk'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { SessionEvent } from '@desk/machines/session/session.events'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { SessionEventOf } from '@desk/machines/session/session.setup'
import { hashPassword } from '@desk/platform/identity/passwords/password'
import { hashToken } from '@desk/platform/identity/tokens/token'
import { usePlatform } from '@desk/platform/testing/platform'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { appCode } from '../e2e/desk/app-code.ts'
import { useCutOffPlatform } from './cut-off.ts'
import { Tab, type SessionCommand } from './tab.ts'

/*
 * Every generated path of the shipped session machine, with the facts of a real platform: where a path says that the platform
 * answered something, the call is made, its answer must be that fact, and the machine steps with the answer instead of the
 * sample. The user and accounts of the samples exist, with their ids, so that states and commands must come out equal.
 */
const platform = usePlatform()

type SessionMachine = typeof PATH_SOURCES.session.machine
const { machine } = PATH_SOURCES.session

const PARENT = 1
const ACME = SAMPLE_USER.pm_dsh_ud
const BETA = 3
const NAMES: Readonly<Record<number, string>> = {
  [PARENT]: 'House',
  [ACME]: SAMPLE_USER.dashboard_name,
  [BETA]: 'Beta',
}
const PASSWORD = 'Desk-test-1'
const NEXT_PASSWORD = 'Desk-test-2'
let passwordHash = ''

const membership = (accountId: number) => ({
  pm_dsh_ud: accountId,
  dashboard_name: NAMES[accountId],
  is_default: accountId === ACME,
  role_id: 2,
  user_time_zone: 15,
  advanced_stream_view: false,
})

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  await platform().database.asSystem(async tx => {
    for (const [id, name] of Object.entries(NAMES)) {
      await sql`insert into account (account_id, parent_account_id, name, account_type) values (${id}, ${Number(id) === PARENT ? null : PARENT}, ${name}, 'DESK')`.execute(
        tx,
      )
    }
    const { uid, username, firstname, lastname, role_id, account_switch_enabled } = SAMPLE_USER
    await sql`insert into app_user (user_id, home_account_id, username, firstname, lastname, role_id, account_switch_enabled)
              values (${uid}, ${ACME}, ${username}, ${firstname}, ${lastname}, ${role_id}, ${account_switch_enabled})`.execute(
      tx,
    )
  })
})

/** Its answers say nothing about the session. */
const cutOff = useCutOffPlatform(PARENT)
const checkCutOff = (token: string) =>
  fetch(`${cutOff()}/v1/user-login-details`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest', Authorization: `Bearer ${token}` },
  })

/** Each path begins with the user as the samples have them. */
async function reset(): Promise<void> {
  await platform().database.asSystem(async tx => {
    await sql`update app_user set password_hash = ${passwordHash}, password_updated = true, second_factor_on = false where user_id = ${SAMPLE_USER.uid}`.execute(
      tx,
    )
    await sql`update account set second_factor_required = false`.execute(tx)
    await sql`update login_session set ended_at = now() where ended_at is null`.execute(tx)
  })
  await joins(ACME)
  await joins(BETA)
}
const joins = (accountId: number) =>
  platform().database.asSystem(tx =>
    sql`insert into user_account (account_id, user_id, is_default) values (${accountId}, ${SAMPLE_USER.uid}, ${accountId === ACME}) on conflict do nothing`.execute(
      tx,
    ),
  )
const leaves = (accountId: number) =>
  platform().database.asSystem(tx =>
    sql`delete from user_account where account_id = ${accountId} and user_id = ${SAMPLE_USER.uid}`.execute(tx),
  )

const otherAccount = ({ accountId }: Tab) => (accountId === ACME ? BETA : ACME)

async function newSession(tab: Tab): Promise<string> {
  await platform().database.asSystem(tx =>
    sql`update app_user set second_factor_on = false where user_id = ${SAMPLE_USER.uid}`.execute(tx),
  )
  const { status, body } = await tab.signIn(SAMPLE_USER.username, PASSWORD)
  expect([status, body]).toEqual([200, { AccessToken: expect.any(String), is_password_updated: expect.any(Boolean) }])
  return body.AccessToken
}

async function appStarts(tab: Tab, event: SessionEventOf<'app.started'>): Promise<SessionEvent> {
  if (event.hasToken) tab.takeToken(await newSession(tab), { endsOld: false })
  return event
}

/** The user has a second factor from now on. @returns the key of its app */
async function enrol(tab: Tab, token: string): Promise<string> {
  await platform().database.asSystem(async tx => {
    await sql`update app_user set second_factor_on = false where user_id = ${SAMPLE_USER.uid}`.execute(tx)
    await sql`delete from second_factor where user_id = ${SAMPLE_USER.uid}`.execute(tx)
    await sql`update app_user set password_hash = ${passwordHash} where user_id = ${SAMPLE_USER.uid}`.execute(tx)
  })
  const { body } = await tab.call('POST', '/v1/second-factor', {
    token,
    body: { confirmation: { present_password: PASSWORD } },
  })
  const confirmed = await tab.call('POST', '/v1/second-factor/confirm', { token, body: { code: appCode(body.secret) } })
  expect([confirmed.status, confirmed.body]).toEqual([200, { recovery_codes: expect.any(Array) }])
  // The next code of the same half minute counts as new.
  await platform().database.asSystem(tx =>
    sql`update second_factor set last_step = 0 where user_id = ${SAMPLE_USER.uid}`.execute(tx),
  )
  return body.secret
}

async function codeIsAsked(tab: Tab, event: SessionEventOf<'signIn.codeAsked'>): Promise<SessionEvent> {
  const secret = await enrol(tab, await newSession(tab))
  const { status, body } = await tab.signIn(SAMPLE_USER.username, PASSWORD)
  expect([status, body]).toEqual([
    200,
    { second_factor: { challenge: expect.any(String), expires_in_seconds: expect.any(Number) } },
  ])
  tab.factor = { challenge: body.second_factor.challenge, secret }
  return event
}

async function codeIsRefused(tab: Tab, event: SessionEventOf<'signIn.codeRefused'>): Promise<SessionEvent> {
  const { status, body } = await tab.giveCode('000000')
  expect([status, body.details]).toEqual([422, [{ path: ['code'], message: 'The code is not right.' }]])
  return event
}

async function isEnrolled(tab: Tab, event: SessionEventOf<'secondFactor.enrolled'>): Promise<SessionEvent> {
  await enrol(tab, tab.token ?? '')
  return event
}

async function signInSucceeds(tab: Tab, event: SessionEventOf<'signIn.succeeded'>): Promise<SessionEvent> {
  const { status, body } =
    tab.asked?.type === 'giveCode'
      ? await tab.giveCode(appCode(tab.factor.secret))
      : await tab.signIn(SAMPLE_USER.username, PASSWORD)
  expect([status, body]).toEqual([200, { AccessToken: expect.any(String), is_password_updated: true }])
  tab.held.set(event.attemptId, body.AccessToken)
  return event
}

async function signInIsRefused(tab: Tab, event: SessionEventOf<'signIn.refused'>): Promise<SessionEvent> {
  if (tab.asked?.type === 'giveCode') {
    tab.factor = { ...tab.factor, challenge: 'none' }
    const answer = await tab.giveCode('000000')
    expect([answer.status, answer.body.message]).toEqual([
      401,
      'This sign-in took too long, or too many tries. Please sign in again.',
    ])
    return { ...event, message: answer.body.message }
  }
  const { status, headers, body } = await tab.signIn(SAMPLE_USER.username, 'Wrong-pass-1')
  expect([status, headers.get('retry-after'), body.message]).toEqual([
    401,
    null,
    'The e-mail address or the password is not right.',
  ])
  return { ...event, message: body.message }
}

async function sessionIsConfirmed(tab: Tab, event: SessionEventOf<'session.confirmed'>): Promise<SessionEvent> {
  if (event.user.pm_dsh_ud !== tab.accountId) await switchAccount(tab, event.user.pm_dsh_ud)
  const { is_password_updated, second_factor } = event.user
  await platform().database.asSystem(async tx => {
    await sql`update app_user set password_updated = ${is_password_updated}, second_factor_on = false where user_id = ${SAMPLE_USER.uid}`.execute(
      tx,
    )
    await sql`update account set second_factor_required = ${second_factor === 'required'}`.execute(tx)
  })
  const { status, body } = await tab.check()
  const here = { pm_dsh_ud: tab.accountId, dashboard_name: NAMES[tab.accountId] }
  // The samples' user is a member of no account, and could switch to none.
  const asMember = { can_open_user_settings: true, second_factor, settings: [membership(ACME), membership(BETA)] }
  expect([status, body]).toEqual([200, { ...event.user, ...here, ...asMember }])
  return { ...event, user: body, ...tab.stored }
}

/** The check is refused, or the server says nothing of the session. */
async function checkFails(tab: Tab, event: SessionEventOf<'session.checkFailed'>): Promise<SessionEvent> {
  if (!event.isTransient) {
    const refused = await fetch(`${platform().url}/v1/user-login-details`, {
      headers: { Authorization: `Bearer ${tab.token ?? ''}` },
    })
    const { message } = (await refused.json()) as { message: string } // the answer of every error
    expect([refused.status, message]).toEqual([403, event.message])
    return event
  }
  const response = await checkCutOff(tab.token ?? '')
  const { message } = (await response.json()) as { message: string } // the answer of every error
  expect([response.status, message]).toEqual([503, 'The database is away for the moment. Please try again.'])
  expect((await tab.check()).status).toBe(200)
  return { ...event, message }
}

/** The session has run out, and the call that is under way, or just any, is answered 401 (§4.7, §8.1). */
async function sessionEnds(tab: Tab, event: SessionEventOf<'session.ended'>): Promise<SessionEvent> {
  await platform().database.asSystem(tx =>
    sql`update login_session s set expires_at = now() from session_token t where t.session_id = s.session_id and t.token_hash = ${hashToken(tab.token ?? '')}`.execute(
      tx,
    ),
  )
  const answer = tab.asked?.type === 'checkSession' ? await tab.check() : await tab.call('GET', '/v1/projects')
  expect([answer.status, answer.body.message]).toEqual([401, 'Your session has ended. Please sign in again.'])
  return event
}

async function endsInOtherTab(tab: Tab, event: SessionEventOf<'session.endedInOtherTab'>): Promise<SessionEvent> {
  if (tab.token === null) return event
  expect((await tab.call('POST', '/v1/logout')).status).toBe(204)
  tab.loseToken()
  return event
}

async function startsInOtherTab(tab: Tab, event: SessionEventOf<'session.startedInOtherTab'>): Promise<SessionEvent> {
  tab.takeToken(await newSession(tab), { endsOld: false })
  tab.accountId = ACME
  return event
}

async function passwordChanges(tab: Tab, event: SessionEventOf<'password.changed'>): Promise<SessionEvent> {
  const { status, body } = await tab.call('POST', '/v1/update-password', {
    body: { password: PASSWORD, new_password: NEXT_PASSWORD },
  })
  expect([status, body]).toEqual([200, { AccessToken: expect.any(String), is_password_updated: true }])
  tab.takeToken(body.AccessToken, { endsOld: true })
  expect((await tab.check()).body.is_password_updated).toBe(true)
  return event
}

/** Status 0 and a token for that account; the old session ends with it (§4.9, api:A9). */
async function switchAccount(tab: Tab, accountId: number): Promise<void> {
  const { status, body } = await tab.call('POST', '/v1/switch-account', { body: { pm_dsh_ud: accountId } })
  expect([status, body]).toEqual([200, { Status: 0, AccessToken: expect.any(String) }])
  tab.takeToken(body.AccessToken, { endsOld: true })
  tab.accountId = accountId
}

async function accountIsSwitched(tab: Tab, event: SessionEventOf<'account.switched'>): Promise<SessionEvent> {
  const accountId = otherAccount(tab)
  if (tab.token === null) return event
  await leaves(accountId)
  const refused = await tab.call('POST', '/v1/switch-account', { body: { pm_dsh_ud: accountId } })
  await joins(accountId)
  expect([refused.status, refused.body]).toEqual([200, { Status: 1, message: 'This account cannot be switched to.' }])
  await switchAccount(tab, accountId)
  return event
}

/** The platform's answer for each event, or why it has no part in it. */
const WORLD: {
  readonly [T in SessionEvent['type']]: string | ((tab: Tab, event: SessionEventOf<T>) => Promise<SessionEvent>)
} = {
  'app.started': appStarts,
  'location.changed': 'the route is behind the hash, which no server sees',
  'signIn.submitted': 'the form of the page; the call is that of the command login',
  'signIn.succeeded': signInSucceeds,
  'signIn.refused': signInIsRefused,
  'signIn.codeAsked': codeIsAsked,
  'signIn.codeSubmitted': 'the form of the page; the call is that of the command giveCode',
  'signIn.codeRefused': codeIsRefused,
  'signIn.codeGivenUp': 'a button of the page; nothing is asked of the platform',
  'session.confirmed': sessionIsConfirmed,
  'session.checkFailed': checkFails,
  'session.ended': sessionEnds,
  'network.regained': 'the browser alone hears of it; the call is that of the command checkSession',
  'session.recheckRequested': 'a clock of the page; the call is that of the command checkSession',
  'session.endedInOtherTab': endsInOtherTab,
  'session.startedInOtherTab': startsInOtherTab,
  'signOut.requested': 'a button of the page; the call is that of the command endServerSession',
  'password.changed': passwordChanges,
  'secondFactor.enrolled': isEnrolled,
  'account.switched': accountIsSwitched,
}

async function perform(tab: Tab, command: SessionCommand): Promise<void> {
  switch (command.type) {
    case 'checkSession':
      if (tab.token === null) throw new Error(`The machine asked for ${command.type} without a stored token (law 3)`)
      tab.asked = command // the call is made when the path says how it is answered
      break
    case 'login':
    case 'giveCode':
      tab.asked = command
      break
    case 'endServerSession':
      expect((await tab.call('POST', '/v1/logout')).status).toBe(204)
      break
    case 'clearSession':
      tab.loseToken()
      tab.stored = { switchFlag: false, loginParentDshUd: null }
      break
    case 'storeToken': {
      const token = tab.held.get(command.params.ref)
      if (token === undefined) throw new Error(`No token is held under ${command.params.ref}`)
      tab.takeToken(token, { endsOld: false })
      break
    }
    case 'storeLoginDetails':
      tab.stored = command.params
      break
    case 'notify':
    case 'keepJournal':
    case 'endJournal':
    case 'storeLinkError':
    case 'forgetAccount':
    case 'goTo':
    case 'reload':
      break
  }
}

/** The platform's expected answers about the tab's tokens in the machine's present state. */
async function expectTokens(tab: Tab, { value, context }: PathStep<SessionMachine>['snapshot']): Promise<void> {
  for (const token of tab.spent) expect((await tab.call('GET', '/v1/user-login-details', { token })).status).toBe(401)
  if (typeof value === 'object' && 'signedIn' in value && value.signedIn === 'active') {
    const { status, body } = await tab.check()
    expect([status, body]).toEqual([200, context.user])
  }
}

async function walk(path: MachinePath<SessionMachine>, number: number): Promise<MachinePath<SessionMachine>> {
  await reset()
  const tab = new Tab(platform().call, `198.51.100.${number % 256}`, ACME)
  let { snapshot } = start(machine)
  const steps: PathStep<SessionMachine>[] = []
  for (const expected of path.steps) {
    // the entry of an event's own type takes that event
    const answers = WORLD[expected.event.type] as string | ((tab: Tab, event: SessionEvent) => Promise<SessionEvent>)
    const event = typeof answers === 'string' ? expected.event : await answers(tab, expected.event)
    if ('callNo' in event || 'attemptId' in event) tab.asked = null
    const next = step(machine, snapshot, event)
    expect({ value: stateOf(next.snapshot).value, commands: next.commands }).toEqual({
      value: expected.state.value,
      commands: expected.commands,
    })
    for (const command of next.commands) await perform(tab, command)
    await expectTokens(tab, next.snapshot)
    snapshot = next.snapshot
    steps.push({ event, title: expected.title, state: stateOf(snapshot), commands: next.commands, snapshot })
  }
  return { ...path, steps }
}

const paths = pathsOf(PATH_SOURCES.session)
const walks = new Map<string, Promise<MachinePath<SessionMachine>>>()

/** Goes a path, once. */
function gone(path: MachinePath<SessionMachine>, number: number): Promise<MachinePath<SessionMachine>> {
  const begun = walks.get(path.title) ?? walk(path, number)
  walks.set(path.title, begun)
  return begun
}

describe('the platform gives the facts of the session machine (api:A1, api:A2, api:A3, api:A4, api:A9, §2.8, §4.6, §4.7, §4.9, law 3)', () => {
  test('every event of the machine has its call, or a reason why the platform has no part in it', () => {
    expect(Object.keys(WORLD).sort()).toEqual([...machine.events].sort())
  })

  test.each(paths.map((path, number) => [path.title, path, number] as const))('%s', async (_title, path, number) => {
    const { steps } = await gone(path, number)
    expect(steps.map(({ state }) => state.value)).toEqual(path.steps.map(({ state }) => state.value))
  })

  test('and with them every state and every transition is gone through', { timeout: 60_000 }, async () => {
    const walked: MachinePath<SessionMachine>[] = []
    for (const [number, path] of paths.entries())
      await gone(path, number).then(
        walkedPath => walked.push(walkedPath),
        () => 'its own test tells',
      )
    const { uncoveredStates, uncoveredTransitions } = coverageOf(machine, walked)
    expect([uncoveredStates, uncoveredTransitions]).toEqual([[], []])
  })
})
