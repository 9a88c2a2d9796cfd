import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { RENEW_TOKEN_AFTER_MS } from '#identity/sessions/session-needs'
import { hashToken } from '#identity/tokens/token'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD, type Study } from '#testing/study'

const platform = usePlatform()
let make: StudyMaker
let study: Study
let path: string
let advanced: { userId: number; username: string }

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  const house = await make.account({ name: 'House', isStaff: true })
  study = await make.study({ accountId: await make.account({ parentAccountId: house }), sources: [1, 1, 3] })
  path = `/v1/survey-stream-metrics/${study.surveyId}`
  advanced = await make.user({ accountId: study.accountId, advancedView: true })
  await change(`update source set status_changed_by = ${study.userId} where source_id = ${study.sourceIds[0]}`)
})

const change = (statement: string) => platform().database.asSystem(tx => sql.raw(statement).execute(tx))
const signIn = (username: string) => platform().signIn(username, TEST_PASSWORD)
const ask = (token: string, address = path) => platform().call('GET', address, { token })

/** Reads the table, and says whether the cached answer was sent: that takes one query, anything else a second one. */
async function look(token: string, address = path) {
  const looks = vi.spyOn(platform().database, 'readAtOnce')
  const { status, body } = await ask(token, address)
  const isKept = looks.mock.calls.length <= 1
  looks.mockRestore()
  return { status, body, isKept }
}

/** The same path as the contract answers it: an unknown parameter leaves the request to the contract. */
const ofContract = (address: string) => `${address}${address.includes('?') ? '&' : '?'}for=the-contract`

/** The table as the contract gives it to this token. */
const anew = async (token: string) => (await look(token, ofContract(path))).body

/** Signs in a user whose answer is cached. */
async function watching(username = advanced.username) {
  const token = await signIn(username)
  const first = await look(token)
  const second = await look(token)
  expect([first.isKept, second]).toEqual([false, { ...first, isKept: true }])
  return { token, seen: first.body }
}

interface RawAnswer {
  readonly headers: string[]
  readonly text: string
}

const THE_SAME = '1'.repeat(32)
const ANOTHER = '2'.repeat(32)

function raw(
  token: string,
  headers: Record<string, string | string[]> = {},
  address = path,
): Promise<RawAnswer & { status: number | undefined }> {
  return new Promise((resolve, reject) => {
    const asking = {
      'X-Requested-With': 'XMLHttpRequest',
      'X-Request-Id': THE_SAME,
      Authorization: `Bearer ${token}`,
      ...headers,
    }
    get(`${platform().url}${address}`, { agent: false, headers: asking }, (answer: IncomingMessage) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.rawHeaders, text: Buffer.concat(chunks).toString() }),
      )
    }).on('error', reject)
  })
}

const withoutDate = ({ headers, text }: RawAnswer) => ({
  text,
  headers: headers.filter((_header, at) => headers[at - (at % 2)] !== 'Date'),
})

describe('an answer ahead of the contract', () => {
  test.each([
    ['the source table', () => path],
    ['a project’s surveys', () => `/v1/surveys?pm_proj_ud=${study.projectId}`],
    ['who may watch what', () => `/v1/watches?topic=survey:${study.surveyId}`],
  ])(
    '%s goes over the wire as the contract sends it, header by header and byte by byte, under each request’s own id',
    async (_what, address) => {
      const token = await signIn(advanced.username)
      const made = withoutDate(await raw(token, {}, ofContract(address())))
      const direct = [await raw(token, {}, address()), await raw(token, {}, address())].map(withoutDate)
      const another = await raw(token, { 'X-Request-Id': ANOTHER }, address())
      expect(direct).toEqual([made, made])
      expect(made.headers).toContain('Content-Security-Policy')
      expect(withoutDate(another)).toEqual({
        ...made,
        headers: made.headers.map(text => (text === THE_SAME ? ANOTHER : text)),
      })
    },
  )

  test('is sent again while other accounts change, and equals the contract’s own', async () => {
    const { token, seen } = await watching()
    for (let at = 0; at < 3; at++) {
      await make.account({ name: `Elsewhere ${at}` })
      expect(await look(token)).toEqual({ status: 200, body: seen, isKept: true })
    }
    expect(await anew(token)).toEqual(seen)
  })

  const source = () => study.sourceIds[0] ?? 0
  test.each<[what: string, statement: () => string | Promise<unknown>]>([
    [
      'figures of a source',
      () => make.rollup(study.accountId, 'source', source(), { entrants: 7, completes: 3, version: 5 }),
    ],
    ['a status of the project', () => `update project set status = 2 where project_id = ${study.projectId}`],
    ['a status of the survey', () => `update survey set status = 4 where survey_id = ${study.surveyId}`],
    [
      'a status of a source',
      () =>
        `update source set status = 2, status_reason = 'paused', version = version + 1 where source_id = ${source()}`,
    ],
    [
      'the name of a supplier',
      () => `update supplier set name = 'Southlight Panels' where supplier_id = ${study.supplierId}`,
    ],
    ['who sells a source', () => `delete from source_supplier where source_id = ${source()}`],
    ['the name of who changed a status', () => `update app_user set lastname = 'King' where user_id = ${study.userId}`],
    [
      'whether who changed a status is of the account',
      () => `delete from user_account where user_id = ${study.userId}`,
    ],
    [
      'a source more',
      () =>
        make.source({
          accountId: study.accountId,
          projectId: study.projectId,
          surveyId: study.surveyId,
          name: 'One more',
        }),
    ],
    ['a target', () => `update source set target = 1000 where source_id = ${source()}`],
  ])('%s is seen by the very next read (§3.9)', async (_what, statement) => {
    const { token, seen } = await watching()
    const done = statement()
    if (typeof done === 'string') await change(done)
    else await done
    const after = await look(token)
    expect(after.isKept).toBe(false)
    expect(after.body).not.toEqual(seen)
    expect(after.body).toEqual(await anew(token))
    expect(await look(token)).toEqual({ ...after, isKept: true })
  })

  test('of three sources the one whose figures moved is read again, and no other', async () => {
    const { token } = await watching()
    const [, moving = 0] = study.sourceIds
    await make.rollup(study.accountId, 'source', moving, { entrants: 70, completes: 31, version: 50 })
    const looks = vi.spyOn(platform().database, 'readAtOnce')
    const { body } = await ask(token)
    const values = looks.mock.calls.map(([reads]) => reads.map(read => read.values))
    looks.mockRestore()
    expect(values.slice(1)).toEqual([[[study.accountId, `{${moving}}`]]])
    expect(body).toEqual(await anew(token))
  })

  test.each<[what: string, statement: (of: Study) => string | Promise<unknown>]>([
    [
      'a status of the project',
      of => `update project set status = ${STATUS_CODES.paused} where project_id = ${of.projectId}`,
    ],
    ['the name of a survey', of => `update survey set name = 'Renamed' where survey_id = ${of.surveyId}`],
    ['a survey more', of => make.survey({ accountId: of.accountId, projectId: of.projectId })],
    [
      'a status of a source',
      of => `update source set status = ${STATUS_CODES.paused} where source_id = ${of.sourceIds[0]}`,
    ],
    ['a source more', of => make.source({ accountId: of.accountId, projectId: of.projectId, surveyId: of.surveyId })],
    ['who changed a status', of => `update survey set status_changed_by = null where survey_id = ${of.surveyId}`],
    ['the name of who changed a status', of => `update app_user set lastname = 'Lamarr' where user_id = ${of.userId}`],
  ])('%s is seen by the very next read of a project’s surveys (api:P5)', async (_what, statement) => {
    const of = await make.study({ accountId: study.accountId, sources: [STATUS_CODES.live, STATUS_CODES.live] })
    await change(`update survey set status_changed_by = ${of.userId} where survey_id = ${of.surveyId}`)
    const list = `/v1/surveys?pm_proj_ud=${of.projectId}`
    const token = await signIn(advanced.username)
    const first = await look(token, list)
    expect([first.status, await look(token, list)]).toEqual([200, { ...first, isKept: true }])
    const done = statement(of)
    if (typeof done === 'string') await change(done)
    else await done
    const after = await look(token, list)
    expect(after.isKept).toBe(false)
    expect(after.body).not.toEqual(first.body)
    expect(after.body).toEqual((await look(token, ofContract(list))).body)
  })

  test('no commit is missed when commits come out of order', async () => {
    const [a = 0, b = 0] = study.sourceIds
    const { token } = await watching()
    // the older transaction writes the younger one's row, and also a row one version behind it
    const { database } = platform()
    await change(`update source set name = 'b0' where source_id = ${b}`)
    await database.asSystem(async older => {
      await sql.raw(`update supplier set version = version + 1 where supplier_id = ${study.supplierId}`).execute(older)
      await change(`update source set name = 'a1' where source_id = ${a}`)
      await look(token)
      await sql.raw(`update source set name = name || ' again' where source_id in (${a}, ${b})`).execute(older)
    })
    const { body, isKept } = await look(token)
    expect([isKept, body.slice(0, 2).map(({ name }: { name: string }) => name)]).toEqual([
      false,
      ['a1 again', 'b0 again'],
    ])
  })
})

describe('an answer belongs to one user', () => {
  test('each user gets their own view, also when it changes (§6.4)', async () => {
    const plain = await make.user({ accountId: study.accountId, roleId: 2 })
    const { token, seen } = await watching(plain.username)
    expect('expense' in seen[0]).toBe(false)
    await change(`update app_user set advanced_stream_view = true where user_id = ${plain.userId}`)
    const { body, isKept } = await look(token)
    expect([isKept, 'expense' in body[0]]).toEqual([false, true])
    await change(`update app_user set advanced_stream_view = false where user_id = ${plain.userId}`)
    expect(await look(token)).toEqual({ status: 200, body: seen, isKept: false })
    await change(`update user_account set advanced_stream_view = true where user_id = ${plain.userId}`)
    expect('expense' in (await look(token)).body[0]).toBe(true)
  })

  test('another account finds nothing at the address, nor does a request without X-Requested-With or with two tokens', async () => {
    const { token } = await watching()
    const otherAccount = await signIn(
      (await make.user({ accountId: await make.account(), advancedView: true })).username,
    )
    expect((await look(otherAccount)).status).toBe(404)
    expect((await raw(token, { 'X-Requested-With': '' })).status).toBe(403)
    expect((await raw(token, { Authorization: [`Bearer ${token}`, `Bearer ${otherAccount}`] })).status).toBe(401)
    const ofAccount = await fetch(`${platform().url}${path}`, { headers: { 'X-Requested-With': 'XMLHttpRequest' } })
    expect(ofAccount.status).toBe(401)
  })

  test('an account that becomes a Defender account has no table any more (domain.md §8)', async () => {
    const { token } = await watching()
    await change(`update account set account_type = 'DEFENDER' where account_id = ${study.accountId}`)
    expect((await look(token)).status).toBe(403)
    await change(`update account set account_type = 'DESK' where account_id = ${study.accountId}`)
    expect((await look(token)).status).toBe(200)
  })
})

describe('nothing is sent to a session that has ended', () => {
  const ending = async (end: (token: string, username: string, userId: number) => Promise<unknown>) => {
    const { username, userId } = await make.user({ accountId: study.accountId, advancedView: true })
    const { token } = await watching(username)
    await end(token, username, userId)
    return (await look(token)).status
  }

  test('by signing out (api:A2)', async () => {
    expect(await ending(token => platform().call('POST', '/v1/logout', { token }))).toBe(401)
  })

  test('by a password changed elsewhere (S2)', async () => {
    const status = await ending(async (_token, username) => {
      const elsewhere = await signIn(username)
      const body = { password: TEST_PASSWORD, new_password: 'Another-desk-2' }
      expect((await platform().call('POST', '/v1/update-password', { token: elsewhere, body })).status).toBe(200)
    })
    expect(status).toBe(401)
  })

  test('by switching to another account (§4.9)', async () => {
    const other = await make.account({ name: 'Other' })
    const status = await ending(async (token, _username, userId) => {
      await change(`insert into user_account (account_id, user_id) values (${other}, ${userId})`)
      expect(
        (await platform().call('POST', '/v1/switch-account', { token, body: { pm_dsh_ud: other } })).body.Status,
      ).toBe(0)
    })
    expect(status).toBe(401)
  })

  test('by its user being deleted', async () => {
    expect(
      await ending((_token, _username, userId) =>
        change(`update app_user set deleted_at = now() where user_id = ${userId}`),
      ),
    ).toBe(401)
  })

  test('by expiry', async () => {
    const endingAtMs = Date.now() + 1_500
    const status = await ending(async token => {
      await platform().database.asSystem(tx =>
        sql`update login_session s set expires_at = ${new Date(endingAtMs)} from session_token t where t.session_id = s.session_id and t.token_hash = ${hashToken(token)}`.execute(
          tx,
        ),
      )
      // nothing is committed between these two, so the clock alone separates the second
      expect([(await look(token)).isKept, (await look(token)).isKept]).toEqual([true, true])
      await vi.waitUntil(() => Date.now() > endingAtMs, 3_000)
    })
    expect(status).toBe(401)
  })
})

describe('an answer ahead of the contract changes nothing for the session', () => {
  const age = (token: string, what: string) =>
    platform().database.asSystem(tx => sql.raw(`${what}'\\x${hashToken(token)?.toString('hex')}'`).execute(tx))

  test('a token that is due is renewed (§7.4)', async () => {
    const { token } = await watching()
    await age(
      token,
      `update session_token set issued_at = issued_at - ${RENEW_TOKEN_AFTER_MS + 1_000} * interval '1 ms' where token_hash = `,
    )
    const { status, headers, body } = await ask(token)
    expect([status, headers.get('set-authorization')]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)])
    // what carried a new token is not sent twice
    const again = await ask(token)
    expect([again.body, again.headers.get('set-authorization')]).not.toEqual([body, headers.get('set-authorization')])
  })

  test('a session that is in use does not go idle', async () => {
    const { token } = await watching()
    await age(
      token,
      `update login_session s set last_used_at = last_used_at - interval '61 s' from session_token t where t.session_id = s.session_id and t.token_hash = `,
    )
    expect((await look(token)).isKept).toBe(false)
    const { rows } = await platform().database.asSystem(tx =>
      sql<{
        isFresh: boolean
      }>`select last_used_at > now() - interval '30 s' as "isFresh" from login_session s join session_token t using (session_id) where t.token_hash = ${hashToken(token)}`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ isFresh: true }])
    expect([(await look(token)).isKept, (await look(token)).isKept]).toEqual([true, true])
  })
})

describe('who may watch what', () => {
  test('is checked each time, and ends with the session, the rights or the study (S2)', async () => {
    const watch = `/v1/watches?topic=survey:${study.surveyId}`
    const { username, userId } = await make.user({ accountId: study.accountId, roleId: 2 })
    const [token, other] = [await signIn(username), await signIn(username)]
    const first = await look(token, watch)
    await look(other, watch)
    await make.rollup(study.accountId, 'source', study.sourceIds[0] ?? 0, { entrants: 9, completes: 4, version: 9 })
    expect([first.body.view, (await look(token, watch)).body]).toEqual(['external', first.body])

    await change(`update app_user set advanced_stream_view = true where user_id = ${userId}`)
    const second = await look(token, watch)
    expect(second).toEqual({ status: 200, body: { ...first.body, view: 'internal' }, isKept: true })

    await platform().call('POST', '/v1/logout', { token })
    expect((await look(token, watch)).status).toBe(401)

    expect((await look(other, watch)).status).toBe(200)
    await change(`update account set account_type = 'DEFENDER' where account_id = ${study.accountId}`)
    expect((await look(other, watch)).status).toBe(403)
    await change(`update account set account_type = 'DESK' where account_id = ${study.accountId}`)
  })

  test('no user may watch a survey that is gone', async () => {
    const gone = await make.study({ accountId: study.accountId })
    const token = await signIn(advanced.username)
    const watch = `/v1/watches?topic=survey:${gone.surveyId}`
    await look(token, watch)
    expect((await look(token, watch)).isKept).toBe(true)
    await change(
      `delete from source_supplier where source_id in (select source_id from source where survey_id = ${gone.surveyId})`,
    )
    await change(`delete from source where survey_id = ${gone.surveyId}`)
    await change(`delete from survey where survey_id = ${gone.surveyId}`)
    expect((await look(token, watch)).status).toBe(404)
  })
})
