import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/demo-accounts'
import { useDemoAccounts } from '#testing/demo-people'
import { usePlatform } from '#testing/platform'

const platform = usePlatform()
useDemoAccounts(platform)

/** Signs in from a browser and an address. */
async function signInFrom(username: string, userAgent: string, address: string): Promise<string> {
  const { body } = await platform().call('POST', '/v1/login', {
    body: { username, password: DEMO_PASSWORD },
    headers: { 'User-Agent': userAgent, 'X-Forwarded-For': address },
  })
  return body.AccessToken
}
const list = async (token: string) => (await platform().call('GET', '/v1/sessions', { token })).body
const isLive = async (token: string): Promise<boolean> =>
  (await platform().call('GET', '/v1/user-login-details', { token })).status === 200

test('a user sees where they are signed in: browser, address, account, when, and which one this is', async () => {
  const [laptop, phone] = [
    await signInFrom('user@acme.example', 'Firefox on a laptop', '198.51.100.7'),
    await signInFrom('user@acme.example', 'Safari on a phone', '198.51.100.8'),
  ]
  await signInFrom('admin@acme.example', 'somebody else', '198.51.100.9')
  const session = (userAgent: string, address: string, isCurrent: boolean) => ({
    session_id: expect.any(String),
    created_at: expect.any(String),
    last_used_at: expect.any(String),
    user_agent: userAgent,
    address,
    pm_dsh_ud: DEMO_ACCOUNTS.acme,
    dashboard_name: 'Acme Research',
    is_current: isCurrent,
  })
  expect([await list(phone), await list(laptop)]).toEqual([
    [session('Safari on a phone', '198.51.100.8', true), session('Firefox on a laptop', '198.51.100.7', false)],
    [session('Firefox on a laptop', '198.51.100.7', true), session('Safari on a phone', '198.51.100.8', false)],
  ])
})

test('one session is ended, and its sockets with it; another user’s is not there', async () => {
  const [here, there, foreign] = [
    await signInFrom('staff@desk.example', 'a', '198.51.100.10'),
    await signInFrom('staff@desk.example', 'b', '198.51.100.11'),
    await signInFrom('admin@beta.example', 'c', '198.51.100.12'),
  ]
  const idOf = async (token: string): Promise<string> =>
    (await list(token)).find(({ is_current }: { is_current: boolean }) => is_current).session_id
  const end = async (id: string) => (await platform().call('DELETE', `/v1/sessions/${id}`, { token: here })).status
  const id = await idOf(there)
  const statuses = [
    await end(await idOf(foreign)),
    await end(id),
    await end(id),
    await end('00000000-0000-4000-8000-000000000000'),
    await end('x'),
  ]
  expect([
    statuses,
    await isLive(here),
    await isLive(there),
    await isLive(foreign),
    (await platform().endedSessions()).filter(ended => ended === id),
    (await list(here)).length,
  ]).toEqual([[404, 204, 404, 404, 422], true, false, true, [id], 1])
})

test('all others are ended at once, and this one goes on', async () => {
  const tokens = [
    await signInFrom('advanced@acme.example', 'a', '198.51.100.13'),
    await signInFrom('advanced@acme.example', 'b', '198.51.100.14'),
    await signInFrom('advanced@acme.example', 'c', '198.51.100.15'),
  ]
  const before = (await platform().endedSessions()).length
  const { status } = await platform().call('DELETE', '/v1/sessions', { token: tokens[1]! })
  expect([status, await Promise.all(tokens.map(isLive)), (await platform().endedSessions()).length - before]).toEqual([
    204,
    [false, true, false],
    2,
  ])
})
