import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { JournalPage, JournalSummary } from '@desk/schema/journal/journal-view'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Desk } from './desk.ts'
import { expect } from './desk-fixture.ts'
import { atHash, goToHash } from './hash.ts'
import { onSameSetup } from './same-setup.ts'
import { signInAt, signOutAt } from './sign-in-form.ts'

export const SUPPORT = 'super@desk.example'

/** Whose session is recorded, and whom she edits. */
export interface Recorded {
  readonly username: string
  /** The family names of Vera and of Ada, her colleague: no other user has them. */
  readonly family: string
  readonly colleague: string
}

/** Makes the users of a recording: Vera, an admin, and Ada. */
export async function usersToRecord({ maker }: Desk): Promise<Recorded> {
  const [family, colleague] = [`Fam${randomUUID().slice(0, 8)}`, `Col${randomUUID().slice(0, 8)}`]
  const accountId = DEMO_ACCOUNTS.acme
  const { username } = await maker.user({ accountId, roleId: 1, firstname: 'Vera', lastname: family })
  await maker.user({ accountId, roleId: 2, firstname: 'Ada', lastname: colleague })
  return { username, family, colleague }
}

/** Signs out; the server has answered to the journal's end before the request to end the session. */
export async function signsOut(page: Page): Promise<void> {
  const heard: string[] = []
  page.on(
    'response',
    response =>
      void (response.request().postData()?.includes('signOut.requested') && heard.push('the end of the journal')),
  )
  page.on('request', request => void (request.url().endsWith('/v1/logout') && heard.push('the sign-out')))
  await signOutAt(page)
  await expect.poll(() => heard).toEqual(['the end of the journal', 'the sign-out'])
}

/**
 * The session that this search finds beyond the known ones, once the server has it whole: up to the sign-out, its last
 * entry.
 */
export async function keptSession(
  desk: Desk,
  search: string,
  known: readonly JournalPage[] = [],
): Promise<JournalPage> {
  const token = await desk.tokenOf(SUPPORT)
  let read: JournalPage | undefined
  await expect
    .poll(async () => {
      const all = (await desk.call('GET', `/v1/journals?${search}`, { token })).body as JournalSummary[]
      const found = all.filter(({ journal }) => known.every(each => each.journal.journal !== journal))
      read = found[0] && ((await desk.call('GET', `/v1/journals/${found[0].journal}`, { token })).body as JournalPage)
      return read?.entries.map(({ event }) => event.type)
    })
    .toContain('signOut.requested')
  if (read === undefined) throw new Error('The session is not there.')
  return read
}

/** The same each time: signs in by an old link that watches no figures, changes a colleague's name and thinks better of it, signs out. */
export async function livesThroughAnHour(page: Page, { username, colleague }: Recorded): Promise<void> {
  await onSameSetup(page)
  await page.goto(`/#/login?redirect=${encodeURIComponent('/projects/gone')}`)
  await signInAt(page, username, TEST_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await goToHash(page, `/admin/users?q=${colleague}`)
  await page
    .getByRole('grid', { name: 'Users' })
    .getByRole('button', { name: `Ada ${colleague}`, exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await dialog.getByLabel('Firstname').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Firstname is required')).toBeVisible()
  await dialog.getByLabel('Firstname').fill('Adele')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await signsOut(page)
  await expect(page).toHaveURL(atHash('/login?action=logout'))
}
