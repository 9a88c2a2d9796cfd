import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { TEST_FEED_TOKEN, usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
let on: Stage
let superAdmin: Ask
let house: number
let name: string
let at: string

beforeAll(async () => {
  on = await stage(platform())
  house = await on.make.account({ name: 'Provider', isStaff: true })
  superAdmin = await askAs(platform(), on.make, { accountId: house, roleId: 3, firstname: 'Sam', lastname: 'Lee' })
  at = `/v1/dashboards/${on.study.accountId}`
  name = (await superAdmin('GET', at)).body.name
})

/** A busy machine is given time: the feed itself takes milliseconds. */
const WITHIN = { timeout: 10_000 }
const suspend = () => superAdmin('POST', `${at}/suspend`)
const resume = () => superAdmin('POST', `${at}/resume`)
const SENTENCE = () =>
  `The account “${name}” is suspended. Nothing in it is lost, and it opens again when it is resumed.`
const login = (username: string, password = TEST_PASSWORD) =>
  platform().call('POST', '/v1/login', { body: { username, password } })

describe('a suspended account (§2.25)', () => {
  test('refuses the calls of its sessions with a sentence; the check of a session says so, and switching stays open', async () => {
    const { username, userId } = await on.make.user({ accountId: on.study.accountId })
    const elsewhere = await on.make.account({ name: 'Elsewhere' })
    await platform().database.asSystem(tx =>
      sql`insert into user_account (account_id, user_id) values (${elsewhere}, ${userId})`.execute(tx),
    )
    const token = await platform().signIn(username, TEST_PASSWORD)
    const { status, body } = await suspend()
    expect([status, body.suspended_by, Date.parse(body.suspended_at) > Date.now() - 60_000]).toEqual([
      200,
      'Sam Lee',
      true,
    ])
    const projects = await platform().call('GET', '/v1/projects', { token })
    const check = await platform().call('GET', '/v1/user-login-details', { token })
    const written = await on.advanced('POST', '/v1/suppliers', {})
    expect([
      [projects.status, projects.body.message],
      [written.status, written.body.message],
      [check.status, check.body.account_suspended, check.body.dashboard_name],
    ]).toEqual([
      [403, SENTENCE()],
      [403, SENTENCE()],
      [200, true, name],
    ])
    const switched = await platform().call('POST', '/v1/switch-account', { token, body: { pm_dsh_ud: elsewhere } })
    const there = switched.body.AccessToken
    const back = await platform().call('POST', '/v1/switch-account', {
      token: there,
      body: { pm_dsh_ud: on.study.accountId },
    })
    expect([switched.body.Status, back.body]).toEqual([0, { Status: 1, message: SENTENCE() }])
    await resume()
    const again = await platform().call('GET', '/v1/user-login-details', { token: there })
    expect([(await on.plain('GET', '/v1/projects')).status, again.body.account_suspended]).toEqual([200, undefined])
  })

  test('refuses to be signed in to, once the password is right; who has another account starts there', async () => {
    const { username } = await on.make.user({ accountId: on.study.accountId })
    const both = await on.make.user({ accountId: on.study.accountId })
    const elsewhere = await on.make.account({ name: 'Second' })
    await platform().database.asSystem(tx =>
      sql`insert into user_account (account_id, user_id) values (${elsewhere}, ${both.userId})`.execute(tx),
    )
    await suspend()
    const [right, wrong] = [await login(username), await login(username, 'Wrong-pass-1')]
    const token = await platform().signIn(both.username, TEST_PASSWORD)
    const started = await platform().call('GET', '/v1/user-login-details', { token })
    await resume()
    expect([right.status, right.body.message, wrong.status, started.body.pm_dsh_ud]).toEqual([
      403,
      SENTENCE(),
      401,
      elsewhere,
    ])
    expect((await login(username)).status).toBe(200)
  })

  test('refuses its entry links, records returns all the same, and takes both again once it is resumed', async () => {
    const [sourceId] = on.study.sourceIds
    const { url } = platform()
    const enter = (rid: string) =>
      fetch(`${url}/entry/${sourceId}?sup=${on.study.supplierId}&rid=${rid}`, { redirect: 'manual' })
    const rdudOf = ({ headers }: Response) =>
      /[0-9a-z]{1,7}-[0-9a-f]{32}/.exec(headers.get('location') ?? '')?.[0] ?? ''
    const rduds = [rdudOf(await enter('by browser')), rdudOf(await enter('by server'))]
    const back = (at: number) => fetch(`${url}/return?inbound_code=1&rdud=${rduds[at]}`, { redirect: 'manual' })
    const post = () => platform().call('POST', '/return', { body: { inbound_code: '1', rdud: rduds[1] } })
    const respondents = async () =>
      platform().database.readAsSystem(
        async tx =>
          (
            await sql<{ rid: string; code: number }>`
              select rid, code from respondent where account_id = ${on.study.accountId} order by rid`.execute(tx)
          ).rows,
      )
    await suspend()
    // each process reads the list of suspended accounts once a second
    const entry = await vi.waitFor(
      async () => {
        const answer = await enter('while')
        expect(answer.status).toBe(403)
        return answer
      },
      { timeout: 5_000 },
    )
    const [returned, posted] = [await back(0), await post()]
    expect([
      [entry.status, (await entry.text()).includes('nothing was recorded. Please try this link again later')],
      [returned.status, (await returned.text()).includes('This return was recorded')],
      [posted.status, posted.body.message],
      (await respondents()).filter(({ rid }) => rid.startsWith('by ')),
    ]).toEqual([
      [403, true],
      [403, true],
      [
        403,
        'The account of this survey is suspended. This return was recorded; this link leads on once the account is resumed.',
      ],
      [
        { rid: 'by browser', code: 33 },
        { rid: 'by server', code: 33 },
      ],
    ])
    await resume()
    // recorded before: the page of a supplier without a redirect
    await vi.waitFor(async () => expect((await back(0)).status).toBe(200), { timeout: 5_000 })
    expect((await enter('after')).status).toBe(302)
  })

  test('tells the feed, both ways, so that open pages check their session', async () => {
    const changes = async (after: string) =>
      (await platform().call('GET', `/v1/changes?after=${after}&wait=0`, { token: TEST_FEED_TOKEN })).body
    let { cursor } = await changes('0')
    const next = () =>
      vi.waitFor(async () => {
        const page = await changes(cursor)
        expect(page.doubted_accounts).toEqual([on.study.accountId])
        cursor = page.cursor
      }, WITHIN)
    await vi.waitFor(async () => {
      const page = await changes(cursor)
      cursor = page.cursor
      expect(page.doubted_accounts ?? []).toEqual([])
    }, WITHIN)
    await suspend()
    await next()
    await resume()
    await next()
  })

  test('suspending twice changes nothing; the history has who suspended and resumed it', async () => {
    const { body: first } = await suspend()
    const { body: second } = await suspend()
    await resume()
    expect(second).toEqual(first)
    const { body: history } = await superAdmin('GET', `/v1/history/account/${on.study.accountId}?limit=2`)
    expect(history.map(({ by, changes }: { by: string; changes: unknown }) => [by, changes])).toEqual([
      ['Sam Lee', [{ field: 'suspended', from: true, to: false }]],
      ['Sam Lee', [{ field: 'suspended', from: false, to: true }]],
    ])
  })

  test('is never the account that the super admin works in', async () => {
    const { status, body } = await superAdmin('POST', `/v1/dashboards/${house}/suspend`)
    expect([status, body.reason, body.message, (await superAdmin('GET', '/v1/projects')).status]).toEqual([
      409,
      'own_account',
      'You work in this account. Switch to another one first.',
      200,
    ])
  })
})
