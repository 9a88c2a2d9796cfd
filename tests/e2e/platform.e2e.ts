import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'

// other tests of this desk read the titles of its pages
test.afterEach(({ desk }) =>
  desk.database.asSystem(async tx => void (await tx.client.query('delete from platform_settings'))),
)

test('names and links that a super admin stores appear in menu, footer and the pages that they document (§1.8, §2.38, §9.13, api:M13)', async ({
  visit,
  desk,
}) => {
  const { username: superAdmin } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.staff, roleId: 3 })
  const { username: admin } = await desk.maker.user({ accountId: DEMO_ACCOUNTS.staff, roleId: 1 })
  const page = await visit(superAdmin, '/admin/platform', { token: await desk.signIn(superAdmin, TEST_PASSWORD) })
  await page.getByRole('textbox', { name: 'Name' }).fill('Panels of Rye')
  await page.getByRole('textbox', { name: 'Privacy Policy' }).fill('https://rye.example/privacy')
  await page.getByRole('textbox', { name: 'Redirect Guide' }).fill('https://rye.example/redirects')
  await page.getByRole('textbox', { name: 'Redirect hashing' }).fill('https://rye.example/hashing')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The names and links were saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Panels of Rye')

  const other = await visit(admin, '/admin/return-hashing', { token: await desk.signIn(admin, TEST_PASSWORD) })
  const link = (name: string) => other.getByRole('link', { name })
  await expect(link('Documentation of redirect hashing')).toHaveAttribute('href', 'https://rye.example/hashing')
  await expect(link('Redirect Guide')).toHaveAttribute('href', 'https://rye.example/redirects')
  await expect(link('Privacy Policy')).toHaveAttribute('href', 'https://rye.example/privacy')
  await expect(other.getByText('Powered by')).toContainText('Panels of Rye')
})
