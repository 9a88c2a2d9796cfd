import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'
import { holdCalls } from './desk/hold-calls.ts'

test('Escape in the very next task after Confirm closes nothing that is being sent, and what is told then is what was done', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Hasty', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  const page = await visit(username, '/admin/return-hashing', { token: await desk.signIn(username, TEST_PASSWORD) })
  const wish = page.getByRole('switch', { name: 'Unsigned server-to-server returns overrule browsers' })
  const label = page.getByText(/^Unsigned server-to-server returns overrule browsers/).first()
  await expect(wish).not.toBeChecked()
  await label.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Believe them' }).click()
  await expect(wish).toBeChecked()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  const sending = await holdCalls(page, '**/v1/return-hashing', 'PUT')
  await label.click()
  const dialog = page.getByRole('alertdialog', { name: 'Believe signed returns alone?' })
  await dialog.getByRole('button', { name: 'Signed alone' }).evaluate(async button => {
    if (!(button instanceof HTMLElement)) throw new Error('No button')
    button.click()
    // what belongs to the click is over by then; timers have not come yet
    for (let step = 0; step < 50; step += 1) await Promise.resolve()
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect.poll(sending.count).toBe(1)
  await expect(dialog).toBeVisible()
  sending.release()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Unsigned server-to-server returns change nothing any more' }),
  ).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(wish).not.toBeChecked()
})

test('a source that is being copied is not called off by Cancel: the dialog stays until it is told what came of it (api:T13)', async ({
  desk,
  visit,
}) => {
  const study = await desk.newStudy('acme', 'Unhasty study', { sources: ['Panel'] })
  const page = await visit('admin@acme.example', study.sourceTablePath)
  await page.getByRole('button', { name: 'Actions for Panel' }).click()
  await page.getByRole('menuitem', { name: 'Copy to another survey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy Panel' })
  const sending = await holdCalls(page, '**/v1/copystream', 'POST')
  await dialog.getByRole('button', { name: 'Unhasty study survey' }).click()
  await expect.poll(sending.count).toBe(1)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  sending.release()
  await expect(page.getByRole('listitem').filter({ hasText: 'Panel was copied to Unhasty study survey' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
