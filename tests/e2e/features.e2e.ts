import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'

/** An open tab follows a change of its account's features within this time (§6.10). */
const FOLLOWS_WITHIN_MS = 1_000

test('a feature that is turned off leaves the open tabs of its account within 1 s, and comes back as soon (§6.10)', async ({
  visit,
  desk,
}) => {
  const accountId = await desk.maker.account({ parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, roleId: 1 })
  const { username: superAdmin } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.staff, roleId: 3 })
  const token = await desk.signIn(superAdmin, TEST_PASSWORD)
  const turn = async (isOn: boolean) => {
    const { status } = await desk.call('PUT', `/v1/account/${accountId}/features/qualification_download`, {
      token,
      body: { is_on: isOn },
    })
    expect(status).toBe(200)
  }
  const pushed: string[] = []
  const page = await visit(username, '/qualifications?shelf=library', {
    token: await desk.signIn(username, TEST_PASSWORD),
    prepare: async opened =>
      void opened.on('websocket', socket =>
        socket.on('framereceived', ({ payload }) => void pushed.push(String(payload))),
      ),
  })
  const download = page.getByRole('button', { name: 'Export CSV' })
  await expect(download).toBeVisible()
  await expect.poll(() => pushed.some(frame => frame.includes('"heartbeat"'))).toBe(true)
  await turn(false)
  await expect(download).toHaveCount(0, { timeout: FOLLOWS_WITHIN_MS })
  await turn(true)
  await expect(download).toBeVisible({ timeout: FOLLOWS_WITHIN_MS })
})
