import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'
import { keptBy } from './desk/kept-by.ts'
import { signInAt, signOutAt, storedSession } from './desk/sign-in-form.ts'

/** Two admins of this test's own, and a user whom they edit. */
async function people(desk: Desk) {
  const lastname = `Fam${randomUUID().slice(0, 8)}`
  const made = (firstname: string, roleId: 1 | 2) =>
    desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, roleId, firstname, lastname })
  const [ann, bob] = [await made('Ann', 1), await made('Bob', 1)]
  await made('Ada', 2)
  return {
    ann: ann.username,
    bob: bob.username,
    path: `/admin/users?q=${lastname}`,
    edited: `Ada ${lastname}`,
    lastname,
  }
}

async function edit(page: Page, name: string): Promise<Locator> {
  await page.getByRole('grid', { name: 'Users' }).getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await expect(dialog.getByLabel('Firstname')).toBeVisible()
  return dialog
}
const offer = (dialog: Locator): Locator => dialog.getByRole('status').filter({ hasText: 'You have unsaved changes' })

/** Waits until the browser's journal has it that this was typed, and so all that was typed before it. */
const isJournalled = (page: Page, text: string): Promise<void> =>
  expect.poll(() => keptBy(page)).toContain(`"value":"${text}"`)

/** Signs in and opens the user's dialog. */
async function editAs(page: Page, username: string, path: string, name: string): Promise<Locator> {
  await page.goto('/')
  await signInAt(page, username, TEST_PASSWORD)
  await expect(page).toHaveURL(/#\/projects$/)
  await page.goto(`/#${path}`)
  return edit(page, name)
}

test('a reload in the middle of a form: the typed values are offered, but for the password; restored, it is saved; declined, it is not offered again (§5.27)', async ({
  page,
  desk,
}) => {
  const { ann, path, edited } = await people(desk)
  let dialog = await editAs(page, ann, path, edited)
  await dialog.getByLabel('Password', { exact: true }).fill('Kettle-brass-10')
  await dialog.getByLabel('Firstname').fill('Grace')
  await isJournalled(page, 'Grace')
  await page.reload()

  dialog = await edit(page, edited)
  await expect(offer(dialog)).toContainText(
    /unsaved changes from \d\d:\d\d\. The password is not stored: type it again\./,
  )
  await expect(dialog.getByLabel('Firstname')).toHaveValue('Ada')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByLabel('Firstname')).toHaveValue('Grace')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(offer(dialog)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const renamed = edited.replace('Ada', 'Grace')

  dialog = await edit(page, renamed)
  await dialog.getByLabel('Firstname').fill('Hedy')
  await isJournalled(page, 'Hedy')
  await page.reload()
  dialog = await edit(page, renamed)
  await offer(dialog).getByRole('button', { name: 'Discard' }).click()
  await expect(offer(dialog)).toHaveCount(0)
  await dialog.getByLabel('Firstname').fill('Irene')
  await isJournalled(page, 'Irene')
  await page.reload()
  // the later words alone are offered
  dialog = await edit(page, renamed)
  await offer(dialog).getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByLabel('Firstname')).toHaveValue('Irene')
})

test('a 401 in the middle of a form: after sign-in the typed values are offered, and to no other user of this browser (§4.7, §8.1, law 4)', async ({
  page,
  desk,
}) => {
  const { ann, bob, path, edited, lastname } = await people(desk)
  let dialog = await editAs(page, ann, path, edited)
  await dialog.getByLabel('Firstname').fill('Grace')
  await isJournalled(page, 'Grace')
  await desk.call('POST', '/v1/logout', { token: (await storedSession(page)).accessToken! })
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()

  // another one types something else: that alone is offered to them
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await signInAt(page, bob, TEST_PASSWORD)
  await expect(page.getByRole('button', { name: /open the user menu/ })).toBeVisible()
  await page.goto(`/#${path}`)
  dialog = await edit(page, edited)
  await dialog.getByLabel('Lastname').fill('Lovelace')
  await isJournalled(page, 'Lovelace')
  await page.reload()
  dialog = await edit(page, edited)
  await offer(dialog).getByRole('button', { name: 'Restore' }).click()
  expect([await dialog.getByLabel('Firstname').inputValue(), await dialog.getByLabel('Lastname').inputValue()]).toEqual(
    ['Ada', 'Lovelace'],
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await signOutAt(page)

  await signInAt(page, ann, TEST_PASSWORD)
  await expect(page).toHaveURL(/#\/projects$/)
  await page.goto(`/#${path}`)
  dialog = await edit(page, edited)
  await offer(dialog).getByRole('button', { name: 'Restore' }).click()
  expect([await dialog.getByLabel('Firstname').inputValue(), await dialog.getByLabel('Lastname').inputValue()]).toEqual(
    ['Grace', lastname],
  )
})

test('a form that is open in another tab is offered here only once that tab is gone (law 4)', async ({
  page,
  desk,
}) => {
  const { ann, path, edited } = await people(desk)
  const typing = await editAs(page, ann, path, edited)
  await typing.getByLabel('Firstname').fill('Grace')
  await isJournalled(page, 'Grace')
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other).toHaveURL(/#\/projects$/)
  await other.goto(`/#${path}`)
  let dialog = await edit(other, edited)
  await dialog.getByLabel('Lastname').fill('Lovelace')
  await isJournalled(other, 'Lovelace')
  await typing.getByLabel('Firstname').fill('Hedy')
  await isJournalled(page, 'Hedy')
  // the latest words are the first tab's, which lives: this one is offered its own
  await other.reload()
  dialog = await edit(other, edited)
  await offer(dialog).getByRole('button', { name: 'Restore' }).click()
  expect([await dialog.getByLabel('Firstname').inputValue(), await dialog.getByLabel('Lastname').inputValue()]).toEqual(
    ['Ada', 'Lovelace'],
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)

  await typing.getByLabel('Firstname').fill('Irene')
  await isJournalled(page, 'Irene')
  await page.close()
  dialog = await edit(other, edited)
  await offer(dialog).getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByLabel('Firstname')).toHaveValue('Irene')
})

test('a form opens only once its typed values can be stored: a page that goes before the journal’s code has come loses nothing', async ({
  page,
  desk,
}) => {
  const { ann, path, edited } = await people(desk)
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  await page.route('**/assets/journal-writer*.js', async route => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await signInAt(page, ann, TEST_PASSWORD)
  await expect(page).toHaveURL(/#\/projects$/)
  await page.goto(`/#${path}`)
  const code = page.waitForResponse(/\/assets\/user-dialog-[\w-]{8}\.js$/)
  await page.getByRole('grid', { name: 'Users' }).getByRole('button', { name: edited, exact: true }).click()
  await (await code).finished()
  // time enough to draw it, and what it begins with
  await page.evaluate(async () => {
    for (let frames = 0; frames < 40; frames += 1) await new Promise(requestAnimationFrame)
  })
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await expect(dialog).toHaveCount(0)
  release()
  await dialog.getByLabel('Firstname').fill('Grace')
  await isJournalled(page, 'Grace')
  await page.reload()
  await expect(offer(await edit(page, edited))).toBeVisible()
})
