import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STORAGE_KEYS } from '@desk/web/runtime/storage/stored-state'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { confirmIdentity } from '../../e2e/desk/confirm-identity.ts'
import type { Desk } from '../../e2e/desk/desk.ts'

const FALLBACK = 'Something went wrong. Please try again later'

/**
 * The user list of an account with a super admin who belongs to it, and a network between it and the desk that a test holds
 * up: each call that saves or deletes a user waits until the test says what becomes of it. The desk itself is as it is.
 */
export class UserDialogStage {
  readonly #desk: Desk
  readonly #owner: { readonly userId: number; readonly username: string }
  /** Marks the people of this test, whose names the list is searched for. */
  readonly #family = `Path${randomUUID().slice(0, 8)}`
  #page!: Page // set by open(), which comes first
  #call: Route | null = null
  #people = 0
  /** Whom the dialog edits; null: a new user. */
  #edited: { readonly userId: number; readonly name: string } | null = null
  /** The username that was typed last, not saved yet; null when nothing was typed. */
  #typed: string | null = null

  private constructor(desk: Desk, owner: { readonly userId: number; readonly username: string }) {
    this.#desk = desk
    this.#owner = owner
  }

  static async open(
    desk: Desk,
    visit: (
      username: string,
      path: string,
      options: { token: string; prepare: (page: Page) => Promise<unknown> },
    ) => Promise<Page>,
  ): Promise<UserDialogStage> {
    const owner = await desk.maker.user({
      accountId: DEMO_ACCOUNTS.staff,
      roleId: 3,
      isStaff: true,
      firstname: 'Owner',
      lastname: 'Own',
    })
    const stage = new UserDialogStage(desk, owner)
    await desk.database.asSystem(async tx => {
      await sql`update app_user set is_adm_groups = true, lastname = ${stage.#family} where user_id = ${owner.userId}`.execute(
        tx,
      )
      await sql`update user_account set is_default = false where user_id = ${owner.userId}`.execute(tx)
      await sql`insert into user_account (account_id, user_id, is_default) values (${DEMO_ACCOUNTS.acme}, ${owner.userId}, true)`.execute(
        tx,
      )
    })
    const token = await desk.signIn(owner.username, TEST_PASSWORD)
    stage.#page = await visit(owner.username, stage.#listPath, {
      token,
      prepare: async page => {
        const hold = (route: Route) => {
          if (route.request().method() === 'GET') return route.fallback()
          stage.#call = route
          return undefined
        }
        await page.route('**/v1/users', hold)
        await page.route('**/v1/users/*', hold)
      },
    })
    await stage.seeTheList()
    return stage
  }

  get #listPath(): string {
    return `/admin/users?q=${this.#family}`
  }

  // A person's actions.

  async askForNew(): Promise<void> {
    this.#edited = null
    this.#typed = null
    await this.#page.getByRole('button', { name: 'New User' }).click()
  }

  /** Opens the own user, or one that was never edited before. */
  async askForEdit(isOwn: boolean): Promise<void> {
    this.#typed = null
    this.#edited = isOwn ? { userId: this.#owner.userId, name: `Owner ${this.#family}` } : await this.#newPerson()
    await this.#inList(this.#edited.name).click()
  }

  async save(): Promise<void> {
    this.#typed = `${randomUUID()}@acme.example`
    if (this.#edited === null) {
      await this.#dialog.getByLabel('Firstname').fill('New')
      await this.#dialog.getByLabel('Lastname').fill(this.#family)
    }
    await this.#dialog.getByLabel('Username').fill(this.#typed)
    await this.#dialog.getByRole('button', { name: 'Save' }).click()
    if (this.#edited === null) return
    // another username lets its owner in: the change is judged first, then the caller confirms who they are
    await this.letThrough()
    await confirmIdentity(this.#page, TEST_PASSWORD)
  }

  async cancel(): Promise<void> {
    await this.#dialog.getByRole('button', { name: 'Cancel' }).click()
    if (this.#typed !== null) await this.#page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  }

  askForDeletion(): Promise<void> {
    return this.#dialog.getByRole('button', { name: 'Delete' }).click()
  }

  answer(button: 'Ok' | 'Cancel'): Promise<void> {
    return this.#question.getByRole('button', { name: button }).click()
  }

  // Events of the network and the user.

  async letThrough(): Promise<void> {
    await (await this.#taken()).continue()
  }

  /** The wanted time zone is none by the time it arrives: the platform's one answer with a status other than 0. */
  async letThroughWithUnknownZone(): Promise<void> {
    const call = await this.#taken()
    await call.continue({
      postData: JSON.stringify({ ...(call.request().postDataJSON() as object), user_time_zone: 9999 }),
    })
  }

  /** Another user of the account takes the username before the call arrives. */
  async letThroughTooLate(): Promise<void> {
    const { userId } = await this.#desk.maker.user({ accountId: DEMO_ACCOUNTS.acme })
    await this.#desk.database.asSystem(tx =>
      sql`update app_user set username = ${this.#typed} where user_id = ${userId}`.execute(tx),
    )
    await this.letThrough()
  }

  async lose(): Promise<void> {
    await (await this.#taken()).abort('connectionreset')
  }

  /** Another user has changed the user before the call arrives. */
  async letThroughAfterAnother(): Promise<void> {
    const userId = this.#edited?.userId
    await this.#desk.database.asSystem(tx =>
      sql`update app_user set is_consultant = not is_consultant, edit_version = edit_version + 1 where user_id = ${userId}`.execute(
        tx,
      ),
    )
    await this.letThrough()
  }

  /** The server ends the session, and the person comes back to the list by signing in. */
  async endSession(): Promise<void> {
    await this.#desk.database.asSystem(tx =>
      sql`update login_session set ended_at = now(), ended_because = 'ended by the test' where user_id = ${this.#owner.userId} and ended_at is null`.execute(
        tx,
      ),
    )
    await expect(this.#page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
    await expect(this.#page.getByRole('dialog')).toHaveCount(0)
    const token = await this.#desk.signIn(this.#owner.username, TEST_PASSWORD)
    await this.#page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      STORAGE_KEYS.accessToken,
      token,
    ] as const)
    await this.#page.goto('about:blank')
    await this.#page.goto(`/#${this.#listPath}`)
  }

  // A person's view.

  async seeTheList(): Promise<void> {
    await expect(this.#page.getByRole('dialog')).toHaveCount(0)
    await expect(this.#page.getByRole('alertdialog')).toHaveCount(0)
    await expect(this.#inList(`Owner ${this.#family}`)).toBeVisible()
    expect(this.#call).toBeNull()
  }

  /** The dialog as it is before and after an attempt. @param error what it says of the last one; null: nothing */
  async seeTheDialog(error: string | null): Promise<void> {
    await expect(this.#dialog.getByRole('heading', { level: 2 })).toHaveText(
      this.#edited === null ? 'New User' : 'Update User',
    )
    await expect(this.#dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled()
    await expect(this.#dialog.getByRole('alert').getByText(error ?? FALLBACK, { exact: true })).toHaveCount(
      error === null ? 0 : 1,
    )
    if (this.#typed !== null) await expect(this.#dialog.getByLabel('Username')).toHaveValue(this.#typed)
    await expect(this.#question).toHaveCount(0)
    expect(this.#call).toBeNull()
  }

  async seeItBeingSaved(): Promise<void> {
    await expect(this.#dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await this.#waits(this.#edited === null ? 'POST' : 'PUT')
    await this.#page.keyboard.press('Escape')
    await expect(this.#dialog).toBeVisible()
  }

  async seeTheQuestion(): Promise<void> {
    await expect(this.#question).toContainText(`${this.#edited?.name} will be deleted`)
    await expect(this.#question.getByRole('button', { name: 'Ok' })).toBeEnabled()
    expect(this.#call).toBeNull()
  }

  async seeItBeingDeleted(): Promise<void> {
    await expect(this.#question.getByRole('button', { name: 'Ok' })).toHaveAttribute('aria-disabled', 'true')
    await this.#waits('DELETE')
  }

  get #dialog(): Locator {
    return this.#page.getByRole('dialog', { name: /^(New|Update) User$/, includeHidden: true })
  }

  #inList(name: string): Locator {
    return this.#page.getByRole('grid', { name: 'Users' }).getByRole('button', { name, exact: true })
  }

  get #question(): Locator {
    return this.#page.getByRole('alertdialog', { name: 'Are you sure?' })
  }

  async #newPerson(): Promise<{ userId: number; name: string }> {
    const firstname = `P${++this.#people}`
    const { userId } = await this.#desk.maker.user({
      accountId: DEMO_ACCOUNTS.acme,
      roleId: 2,
      firstname,
      lastname: this.#family,
    })
    await this.#page.reload()
    await this.seeTheList()
    return { userId, name: `${firstname} ${this.#family}` }
  }

  #waits(method: string): Promise<void> {
    return expect.poll(() => this.#call?.request().method()).toBe(method)
  }

  async #taken(): Promise<Route> {
    await expect.poll(() => this.#call !== null).toBe(true)
    const call = this.#call
    if (call === null) throw new Error('No call waits.')
    this.#call = null
    return call
  }
}
