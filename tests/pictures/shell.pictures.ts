import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import type { Page } from '@playwright/test'
import { signInAt } from '../e2e/desk/sign-in-form.ts'
import { expect, test } from './picture-fixture.ts'

const NEWER = '2099-11-02T08:00:00.000Z'

const isThere = (page: Page): Promise<void> =>
  expect(page.getByRole('grid', { name: 'Projects' }).getByRole('rowheader')).not.toHaveCount(0)

test('what opens over any page: the drawer, the sign-ins, the palette, the keys', async ({ newBrowser, picture }) => {
  const page = await (await newBrowser()).newPage()
  await page.goto('/#/login')
  await signInAt(page, 'admin@acme.example')
  await isThere(page)
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await expect(page.getByRole('dialog')).toBeFocused()
  await picture(page, 'user-drawer')
  await page.getByRole('button', { name: 'Where you are signed in' }).click()
  await expect(page.getByRole('list', { name: 'Where you are signed in' })).toBeVisible()
  await picture(page, 'open-sessions')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('stream')
  await expect(
    page
      .getByRole('dialog', { name: 'Go to' })
      .getByRole('menuitem', { name: /Streaming habits/ })
      .first(),
  ).toBeVisible()
  await picture(page, 'palette')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await picture(page, 'help')
})

test('a newer version, a page that is not there', async ({ demo, visit, picture }) => {
  const outdated = await visit('admin@acme.example', '/projects', {
    prepare: async page => {
      await page.route('**/client-config.json', route =>
        route.fulfill({ json: { hosts: { '127.0.0.1': 'production' } } }),
      )
      await page.route('**/version.json?*', route => route.fulfill({ json: { buildDate: NEWER } }))
    },
  })
  await isThere(outdated)
  await expect(outdated.getByText(/We’ve updated the app!/)).toBeVisible()
  await picture(outdated, 'new-version')
  const lost = await visit('admin@acme.example', '/nowhere')
  await expect(lost.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await picture(lost, 'not-found')
  const other = demo.find(({ accountId }) => accountId === DEMO_ACCOUNTS.beta)
  const elsewhere = await visit('super@desk.example', `/manage/project/${other?.projectId}/survey`)
  await expect(elsewhere.getByRole('button', { name: 'Switch to Beta Insights' })).toBeVisible()
  await picture(elsewhere, 'link-elsewhere', { isTroubled: true })
})
