import { expect, test } from 'vitest'
import { connect, startBoth } from '../testing/use-gateway.ts'

const ACCOUNT = 7
/** The user of every session of the stub. */
const USER = 7

test('when the alerts of a user change, the pages of that user in that account are notified, others are not', async () => {
  const { gateway, platform } = await startBoth()
  const [one, elsewhere] = await Promise.all([
    connect(gateway, platform.signIn('one')),
    connect(gateway, platform.signIn('elsewhere', { accountId: 8 })),
  ])
  const before = [one.alerts(), elsewhere.alerts()]
  platform.commit({ alerted: [{ pm_dsh_ud: ACCOUNT, uids: [USER + 1] }] })
  platform.commit({ alerted: [{ pm_dsh_ud: ACCOUNT, uids: [USER + 1, USER] }] })
  await expect.poll(() => one.alerts() - (before[0] ?? 0)).toBe(1)
  expect(elsewhere.alerts()).toBe(before[1])
})
