import { expect, test } from './desk/desk-fixture.ts'
import { holdCalls } from './desk/hold-calls.ts'

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
