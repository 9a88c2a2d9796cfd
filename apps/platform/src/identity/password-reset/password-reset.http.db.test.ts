import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { changedMail } from '#kernel/mail/mails'
import { usePlatform } from '#testing/platform'
import { tokenIn } from '#testing/settings'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { hashToken } from '../tokens/token.ts'
import { LINK_LASTS_MS } from './password-links.ts'
import { RESETS_PER_USER_AND_ADDRESS } from './reset-limits.ts'

const platform = usePlatform()
let accountId: number
beforeAll(async () => {
  accountId = await new StudyMaker(platform().database).account()
})

const newUser = (): Promise<{ userId: number; username: string }> =>
  new StudyMaker(platform().database).user({ accountId })
let addresses = 0
const fromElsewhere = (): Record<string, string> => ({ 'X-Forwarded-For': `198.51.100.${++addresses}` })
const ask = (username: string, headers = fromElsewhere()) =>
  platform().call('POST', '/v1/reset', { body: { username }, headers })
const complete = (token: string, body: unknown) =>
  platform().call('POST', `/v1/reset-password/${token}`, { body, headers: fromElsewhere() })
const login = (username: string, password: string, headers = fromElsewhere()) =>
  platform().call('POST', '/v1/login', { body: { username, password }, headers })
const linkOf = async (username: string): Promise<string> => {
  await ask(username)
  const mail = (await platform().mailsTo(username, 1)).at(-1)
  if (!mail) throw new Error('There is a mail.')
  return tokenIn(mail)
}
const links = (userId: number) =>
  platform().database.readAsSystem(
    async tx =>
      (
        await sql<{ hash: Buffer; lasts: number }>`
    select token_hash as hash, (extract(epoch from expires_at - created_at) * 1000)::int as lasts from password_link where user_id = ${userId}`.execute(
          tx,
        )
      ).rows,
  )

describe('asking for a new password (api:A5, §2.3)', () => {
  test('mails a link to the screen that sets it; only the token’s hash is stored, for an hour (S4)', async () => {
    const { userId, username } = await newUser()
    // whatever case the name is typed in
    const answer = await ask(` ${username.toUpperCase()} `)
    const [mail] = await platform().mailsTo(username, 1)
    if (!mail) throw new Error('There is a mail.')
    const token = tokenIn(mail)
    expect([
      answer.status,
      mail.to,
      mail.subject,
      mail.text.includes(`\n\nhttp://desk.test/#/reset-password/${token}\n\n`),
      mail.text.includes('within 60 minutes'),
    ]).toEqual([200, username, 'Set a new password', true, true])
    expect(await links(userId)).toEqual([{ hash: hashToken(token), lasts: LINK_LASTS_MS.reset }])
  })

  test('answers the same whether the user exists, was deleted, or got a mail a moment ago (S2)', async () => {
    const { username } = await newUser()
    const gone = await newUser()
    await platform().database.asSystem(tx =>
      sql`update app_user set deleted_at = now() where user_id = ${gone.userId}`.execute(tx),
    )
    const answers = []
    for (const name of [username, username, gone.username, 'nobody@acme.example']) {
      const { status, body } = await ask(name)
      answers.push({ status, body })
      if (name === username) await platform().mailsTo(username, 1)
    }
    expect(answers).toEqual(
      Array.from({ length: 4 }, () => ({
        status: 200,
        body: { message: 'If there is a user of this name, a mail with a link to set a new password is on its way.' },
      })),
    )
    // the second request of the same minute sent none
    expect([(await platform().mailsTo(username, 1)).length, await links(gone.userId)]).toEqual([1, []])
  })

  test('is limited for one name from one address, whether the user exists or not, and not elsewhere (S2)', async () => {
    const { username } = await newUser()
    const statuses = async (name: string, address: string) =>
      (await Promise.all(Array.from({ length: 20 }, () => ask(name, { 'X-Forwarded-For': address }))))
        .map(({ status }) => status)
        .sort((one, other) => one - other)
    const expected = [
      ...Array.from({ length: RESETS_PER_USER_AND_ADDRESS }, () => 200),
      ...Array.from({ length: 20 - RESETS_PER_USER_AND_ADDRESS }, () => 429),
    ]
    expect(await statuses(username, '203.0.113.20')).toEqual(expected)
    expect(await statuses('nobody@acme.example', '203.0.113.21')).toEqual(expected)
    expect((await ask(username)).status).toBe(200)
  })
})

describe('the link (api:A6)', () => {
  test('sets the password once, without a bearer token, and ends every session of the user, also for the sockets (§7.2, S2)', async () => {
    const { userId, username } = await newUser()
    const sessions = [
      await platform().signIn(username, TEST_PASSWORD),
      await platform().signIn(username, TEST_PASSWORD),
    ]
    await platform().database.asSystem(tx =>
      sql`update app_user set password_updated = false where user_id = ${userId}`.execute(tx),
    )
    const endedBefore = (await platform().endedSessions()).length
    const token = await linkOf(username)
    const done = await complete(token, { password: 'Kettle-brass-9', confirm_password: 'Kettle-brass-9' })
    expect([done.status, done.body]).toEqual([200, { message: 'Your password is set. Please sign in with it.' }])
    const checks = await Promise.all(
      sessions.map(
        async session => (await platform().call('GET', '/v1/user-login-details', { token: session })).status,
      ),
    )
    const [again, old, fresh] = [
      await complete(token, { password: 'Kettle-brass-10' }),
      await login(username, TEST_PASSWORD),
      await login(username, 'Kettle-brass-9'),
    ]
    expect([
      checks,
      (await platform().endedSessions()).length - endedBefore,
      again.status,
      old.status,
      fresh.status,
      fresh.body.is_password_updated,
    ]).toEqual([[401, 401], 2, 404, 401, 200, true])
    // and the user gets a mail
    expect((await platform().mailsTo(username, 2)).at(-1)).toEqual({
      ...changedMail({ username, firstname: 'Ada' }, 'password'),
      text: expect.stringContaining('your password was changed just now'),
    })
  })

  test('acts once however often it is used at one moment (I6)', async () => {
    const token = await linkOf((await newUser()).username)
    const statuses = (
      await Promise.all(Array.from({ length: 10 }, (_, at) => complete(token, { password: `Kettle-brass-${at}` })))
    ).map(({ status }) => status)
    expect(statuses.sort((one, other) => one - other)).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
  })

  test('keeps working after a password that breaks the rules, whose messages come by field (§5.25, §5.26, §5.28, S7)', async () => {
    const token = await linkOf((await newUser()).username)
    const { status, body } = await complete(token, { password: 'kettle', confirm_password: 'Kettle' })
    expect([status, body.details]).toEqual([
      422,
      [
        { path: ['password'], message: 'Password must be at least 8 characters' },
        { path: ['password'], message: 'Password must contain at least one uppercase letter' },
        { path: ['password'], message: 'Password must contain at least one digit' },
        { path: ['password'], message: 'Password must contain at least one symbol' },
        { path: ['confirm_password'], message: 'Passwords do not match' },
      ],
    ])
    const weak = await complete(token, { password: 'Welcome123!' })
    expect([
      weak.status,
      weak.body.details.length,
      (await complete(token, { password: 'Kettle-brass-9' })).status,
    ]).toEqual([422, 1, 200])
  })

  test('does not work after its hour, for a deleted user, or if it is made up: the same answer each time', async () => {
    const [late, gone] = [await newUser(), await newUser()]
    const tokens = [await linkOf(late.username), await linkOf(gone.username), 'A'.repeat(43), 'x', '%F0%9F%91%A9']
    await platform().database.asSystem(async tx => {
      await sql`update password_link set expires_at = now() where user_id = ${late.userId}`.execute(tx)
      await sql`update app_user set deleted_at = now() where user_id = ${gone.userId}`.execute(tx)
    })
    const answers = []
    for (const token of tokens) {
      const { status, body } = await complete(token, { password: 'Kettle-brass-9' })
      answers.push([status, body.message])
    }
    expect(answers).toEqual(tokens.map(() => [404, 'This link does not work any more. Please ask for a new one.']))
  })

  test('lets the user sign in at once, even after too many attempts from the same address (S2)', async () => {
    const { username } = await newUser()
    const here = fromElsewhere()
    for (let tries = 0; tries < 6; tries++) await login(username, 'Wrong-pass-1', here)
    expect((await login(username, TEST_PASSWORD, here)).status).toBe(429)
    const token = await linkOf(username)
    await platform().call('POST', `/v1/reset-password/${token}`, {
      body: { password: 'Kettle-brass-9' },
      headers: here,
    })
    expect((await login(username, 'Kettle-brass-9', here)).status).toBe(200)
  })
})
