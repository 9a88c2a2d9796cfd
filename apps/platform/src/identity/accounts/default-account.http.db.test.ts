import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/demo-accounts'
import { useDemoAccounts } from '#testing/demo-people'
import { usePlatform } from '#testing/platform'

const platform = usePlatform()
useDemoAccounts(platform)

const choose = (token: string, accountId: unknown, update: unknown = true) =>
  platform().call('PUT', '/v1/defaultaccounts', {
    token,
    body: { default_account_update: update, new_default_account: accountId },
  })
const defaultsIn = (body: readonly { pm_dsh_ud: number; is_default: boolean }[]) =>
  body.map(({ pm_dsh_ud, is_default }) => [pm_dsh_ud, is_default])

test('a user of several accounts chooses one of them, and signs in there from then on (api:A7, api:A8, §6.5, §7.6)', async () => {
  const token = await platform().signIn('staff@desk.example', DEMO_PASSWORD)
  const before = await platform().call('GET', '/v1/defaultaccounts', { token })
  const { staff, acme, beta } = DEMO_ACCOUNTS
  expect([before.status, defaultsIn(before.body)]).toEqual([
    200,
    [
      [acme, false],
      [beta, false],
      [staff, true],
    ],
  ])
  const after = await choose(token, beta)
  expect([after.status, defaultsIn(after.body)]).toEqual([
    200,
    [
      [acme, false],
      [beta, true],
      [staff, false],
    ],
  ])
  expect((await platform().call('GET', '/v1/defaultaccounts', { token })).body).toEqual(after.body)
  const next = await platform().signIn('staff@desk.example', DEMO_PASSWORD)
  expect((await platform().call('GET', '/v1/user-login-details', { token: next })).body.pm_dsh_ud).toBe(beta)
})

test('an account that is not the user’s is answered like a missing one, and only the specified request is accepted (§7.6)', async () => {
  const token = await platform().signIn('admin@acme.example', DEMO_PASSWORD)
  const before = (await platform().call('GET', '/v1/defaultaccounts', { token })).body
  const statuses = [
    (await choose(token, DEMO_ACCOUNTS.beta)).status,
    (await choose(token, 999_999)).status,
    (await choose(token, DEMO_ACCOUNTS.acme, false)).status,
  ]
  expect([statuses, (await platform().call('GET', '/v1/defaultaccounts', { token })).body]).toEqual([
    [404, 404, 422],
    before,
  ])
})

test('a super admin has none to choose (§6.5)', async () => {
  const token = await platform().signIn('super@desk.example', DEMO_PASSWORD)
  expect([
    (await platform().call('GET', '/v1/defaultaccounts', { token })).body,
    (await choose(token, DEMO_ACCOUNTS.staff)).status,
  ]).toEqual([[], 403])
})
