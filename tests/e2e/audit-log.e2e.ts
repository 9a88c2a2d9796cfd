import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'
import { addFilter, changeFilter, filterChip } from './desk/filters.ts'

test('an admin finds in the audit log who changed what, filters it in the URL, verifies the chain and exports it (administration.md §4)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Audited', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId, firstname: 'Ann', lastname: 'Lee' })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const { status } = await desk.call('POST', '/v1/quality-questions', {
    token,
    body: { language: 1, question: 'Are you awake?' },
  })
  expect(status).toBe(200)
  const page = await visit(username, '/admin/users', { token })
  await page.getByRole('link', { name: 'Audit log' }).click()
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText(/Ann Lee.*Created.*Quality question.*Screen/)
  await addFilter(page, 'What', 'Signed in')
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(filterChip(page, 'What')).toHaveText(/Signed in$/)
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await expect(page.getByText('The chain is whole: 2 entries.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export JSONL' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.jsonl')
  // the export is an act of its own
  await changeFilter(page, 'What', 'Exported')
  await expect(rows.nth(1)).toContainText(/Exported.*Audit log/)
})
