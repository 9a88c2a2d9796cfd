import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'
import { listenToPushes } from './desk/pushes.ts'

test('a feature that is turned off leaves the open tabs of its account at once, and comes back as soon (§6.10)', async ({
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
  const pushes = listenToPushes()
  const page = await visit(username, '/qualifications?shelf=library', {
    token: await desk.signIn(username, TEST_PASSWORD),
    prepare: pushes.prepare,
  })
  const download = page.getByRole('button', { name: 'Export', exact: true })
  await expect(download).toBeVisible()
  await pushes.next('heartbeat')
  await turn(false)
  await pushes.next('doubted')
  await expect(download).toHaveCount(0)
  await turn(true)
  await pushes.next('doubted')
  await expect(download).toBeVisible()
})
