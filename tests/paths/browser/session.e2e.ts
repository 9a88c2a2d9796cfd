import type { SessionEvent } from '@desk/machines/session/session.events'
import { isEntryPath, pathname, SESSION_EXPIRED_PATH } from '@desk/machines/session/session.routes'
import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { hashPassword } from '@desk/platform/sessions/password'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STORAGE_KEYS } from '@desk/web/runtime/storage/stored-state'
import { TAB_CHANNEL_NAME } from '@desk/web/runtime/tabs'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Desk } from '../../e2e/desk/desk.ts'
import { expect, test, type BrowserWish } from '../../e2e/desk/desk-fixture.ts'
import { atHash, goToHash } from '../../e2e/desk/hash.ts'
import { isMarked, markDocument, signInAt, storedSession } from '../../e2e/desk/sign-in-form.ts'
import { browserPaths } from './closed-loop.ts'
import { holdEach, type HeldCall } from './held-calls.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'
import { sessionWorld, type SessionMachine, type SessionSnapshot } from './session-world.ts'

const NEW_PASSWORD = 'Renewed-desk-2'
const ENDED_IN_DB = 'ended by the test'

/** A person of their own in a browser of their own, whose calls about the session wait until the path says what comes of them. */
class SessionPage {
  readonly #otherTab: Page
  constructor(
    readonly desk: Desk,
    readonly page: Page,
    otherTab: Page,
    readonly user: { readonly userId: number; readonly username: string },
    readonly calls: { readonly check: HeldCall; readonly login: HeldCall; readonly switching: HeldCall },
  ) {
    this.#otherTab = otherTab
  }

  static async open(desk: Desk, newBrowser: (wish?: BrowserWish) => Promise<BrowserContext>): Promise<SessionPage> {
    const user = await desk.maker.user({ accountId: DEMO_ACCOUNTS.acme, firstname: 'Ann', lastname: 'Lee' })
    await desk.database.asSystem(tx => sql`update app_user set account_switch_enabled = true where user_id = ${user.userId}`.execute(tx))
    const context = await newBrowser()
    // A document of the same origin: what it says comes to the page as from another tab, without a second console to load.
    const otherTab = await context.newPage()
    await otherTab.goto('/favicon.svg')
    const page = await context.newPage()
    // Push would tell of an ended session before the call does that the path is about.
    await page.routeWebSocket('**/socket.io/**', socket => socket.close())
    await page.route('**/socket.io/**', route => route.abort())
    const calls = {
      check: await holdEach(page, '/v1/user-login-details'),
      login: await holdEach(page, '/v1/login'),
      switching: await holdEach(page, '/v1/switch-account'),
    }
    return new SessionPage(desk, page, otherTab, user, calls)
  }

  async signIn(): Promise<string> {
    await this.havePassword(TEST_PASSWORD)
    return this.desk.signIn(this.user.username, TEST_PASSWORD)
  }

  async keepToken(token: string): Promise<void> {
    await this.#otherTab.evaluate(([key, value]) => localStorage.setItem(key, value), [STORAGE_KEYS.accessToken, token] as const)
  }

  /** Another tab signs in, or out. */
  async inOtherTab(message: { kind: 'signedIn'; token: string; remember: boolean } | { kind: 'signedOut' }): Promise<void> {
    await this.#otherTab.evaluate(
      ({ channel, key, said }) => {
        if (said.kind === 'signedOut') localStorage.removeItem(key)
        else localStorage.setItem(key, said.token)
        new BroadcastChannel(channel).postMessage(said)
      },
      { channel: TAB_CHANNEL_NAME, key: STORAGE_KEYS.accessToken, said: message },
    )
  }

  /** The server ends every session of the user. */
  async endSessions(): Promise<void> {
    await this.desk.database.asSystem(tx => sql`update login_session set ended_at = now(), ended_because = ${ENDED_IN_DB} where user_id = ${this.user.userId} and ended_at is null`.execute(tx))
  }

  /** The password is this one, whatever it was. */
  async havePassword(password: string): Promise<void> {
    const hash = await hashPassword(password)
    await this.desk.database.asSystem(tx => sql`update app_user set password_hash = ${hash} where user_id = ${this.user.userId}`.execute(tx))
  }

  /** Whether the user has a second account. */
  async belongTo(accountId: number, belongs: boolean): Promise<void> {
    await this.desk.database.asSystem(async tx => {
      await sql`delete from user_account where user_id = ${this.user.userId} and account_id = ${accountId}`.execute(tx)
      if (belongs) await sql`insert into user_account (account_id, user_id, is_default) values (${accountId}, ${this.user.userId}, false)`.execute(tx)
    })
  }

  /** What the session check is to answer: the user as the event has it. */
  async beUser({ user }: Extract<SessionEvent, { type: 'session.confirmed' }>): Promise<void> {
    const accountId = user.dashboard_name === 'Beta' ? DEMO_ACCOUNTS.beta : DEMO_ACCOUNTS.acme
    await this.desk.database.asSystem(async tx => {
      await sql`update app_user set password_updated = ${user.is_password_updated} where user_id = ${this.user.userId}`.execute(tx)
      await sql`update login_session set account_id = ${accountId} where user_id = ${this.user.userId} and ended_at is null`.execute(tx)
    })
  }

  async openDrawer(): Promise<void> {
    const drawer = this.page.getByRole('dialog', { name: 'Ann Lee' })
    if (await drawer.isHidden()) await this.page.getByRole('button', { name: 'Ann Lee: open the user menu' }).click()
    await expect(drawer).toBeVisible()
  }

  /** Looks for another zone. To choose it is a call that any signed-in user can make; once it is done the session is looked up again. */
  async findZone(): Promise<Locator> {
    await this.openDrawer()
    const field = this.page.getByRole('combobox', { name: 'Timezone' })
    // the present zone stands there once the list of zones has come
    await expect(field).toHaveValue(/./)
    const city = /Tokyo/.test(await field.inputValue()) ? 'London' : 'Tokyo'
    await field.fill(city)
    const zone = this.page.getByRole('option', { name: city })
    await expect(zone).toBeVisible()
    return zone
  }

  async changePassword(): Promise<void> {
    await this.havePassword(TEST_PASSWORD)
    const form = this.page.getByRole('form', { name: 'Change password' })
    await form.getByLabel('Current password').fill(TEST_PASSWORD)
    await form.getByLabel('New password').fill(NEW_PASSWORD)
    await form.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
}

const shell = ({ page }: SessionPage) => page.getByRole('button', { name: 'Ann Lee: open the user menu', includeHidden: true })
const switchField = ({ page }: SessionPage) => page.getByRole('combobox', { name: 'Switch Account' })

/** What holds wherever the session stands: the address, and whether the browser keeps a token. */
async function seesPath(at: SessionPage, { context: { path, hasToken } }: SessionSnapshot): Promise<void> {
  await expect(at.page).toHaveURL(atHash(path))
  await expect.poll(async () => (await storedSession(at.page)).accessToken !== undefined).toBe(hasToken)
}
/** The page of somebody who is signed in; the session-expired page is shown to anybody who goes there. */
async function seesInside(at: SessionPage, snapshot: SessionSnapshot): Promise<void> {
  await seesPath(at, snapshot)
  if (staysBare(snapshot)) await expect(signInAgain(at)).toBeVisible()
  else await expect(shell(at)).toBeAttached()
}
const signInAgain = ({ page }: SessionPage) => page.getByRole('link', { name: 'Sign in again' })
const staysBare = ({ context: { path } }: SessionSnapshot): boolean => pathname(path) === SESSION_EXPIRED_PATH
const waits = (call: HeldCall) => expect.poll(call.waiting).toBeGreaterThan(0)

const lane: BrowserLane<SessionMachine, SessionPage> = {
  sees: {
    checking: async (at, snapshot) => {
      await seesPath(at, snapshot)
      await waits(at.calls.check)
      // The pages outside a session stay as they are until it is known where to go on.
      if (!isEntryPath(snapshot.context.path)) await expect(at.page.getByRole('img', { name: 'Loading...' })).toBeVisible()
      await expect(shell(at)).toHaveCount(0)
    },
    'signedIn.active': async (at, snapshot) => {
      await seesInside(at, snapshot)
      expect(at.calls.check.waiting()).toBe(0)
    },
    'signedIn.rechecking': async (at, snapshot) => {
      await seesInside(at, snapshot)
      await waits(at.calls.check)
    },
    'signedIn.switching.requesting': async (at, snapshot) => {
      await seesPath(at, snapshot)
      await expect(switchField(at)).toBeDisabled()
      await waits(at.calls.switching)
    },
    'signedIn.switching.rechecking': async (at, snapshot) => {
      await seesPath(at, snapshot)
      await expect(switchField(at)).toBeDisabled()
      await waits(at.calls.check)
    },
    'signedOut.resting': async (at, snapshot) => {
      await seesPath(at, snapshot)
      if (staysBare(snapshot)) await expect(signInAgain(at)).toBeVisible()
      else await expect(at.page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
      await expect(shell(at)).toHaveCount(0)
    },
    'signedOut.signingIn': async (at, snapshot) => {
      await seesPath(at, snapshot)
      await waits(at.calls.login)
      await expect(at.page.getByRole('button', { name: /Sign in/ })).toHaveAttribute('aria-disabled', 'true')
    },
    expired: async (at, snapshot) => {
      await seesPath(at, snapshot)
      await expect(at.page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
      await expect(shell(at)).toHaveCount(0)
    },
    mustChangePassword: async (at, snapshot) => {
      await seesPath(at, snapshot)
      await expect(at.page.getByRole('form', { name: 'Change password' })).toBeVisible()
      await expect(shell(at)).toHaveCount(0)
    },
  },
  does: {
    'app.started': async (at, { hasToken, path }) => {
      if (hasToken) await at.keepToken(await at.signIn())
      await at.page.goto(`/#${path}`)
    },
    'location.changed': (at, { path }) => goToHash(at.page, path),
    'signIn.submitted': at => signInAt(at.page, at.user.username, TEST_PASSWORD),
    'signIn.succeeded': async at => {
      await at.havePassword(TEST_PASSWORD)
      await at.calls.login.letThrough()
    },
    'signIn.refused': async at => {
      await at.havePassword(NEW_PASSWORD)
      await at.calls.login.letThrough()
      await expect(at.page.getByRole('alert')).toBeVisible()
    },
    'session.confirmed': async (at, event, { before, isReloaded }) => {
      await at.belongTo(DEMO_ACCOUNTS.beta, true)
      await at.beUser(event)
      if (isReloaded) await markDocument(at.page)
      await at.calls.check.letThrough()
      if (isReloaded) await expect.poll(() => isMarked(at.page).catch(() => true)).toBe(false)
      if (before.matches({ signedIn: { switching: 'rechecking' } })) expect(await storedSession(at.page)).toMatchObject({ accountSwitch: '1', loginDetails: expect.any(String) })
    },
    'session.checkFailed': at => at.calls.check.breakOff(),
    'session.ended': async (at, _, { before, isReloaded }) => {
      const isChecking = at.calls.check.waiting() > 0
      const zone = isChecking || before.matches('mustChangePassword') ? null : await at.findZone()
      if (isReloaded) await markDocument(at.page)
      await at.endSessions()
      if (isChecking) await at.calls.check.letThrough()
      // Any other call of the page may be answered 401 before.
      else if (zone) await zone.click({ timeout: 2_000 }).catch(() => undefined)
      else await at.changePassword()
      if (isReloaded) await expect.poll(() => isMarked(at.page).catch(() => true)).toBe(false)
    },
    'session.recheckRequested': async at => (await at.findZone()).click(),
    'session.endedInOtherTab': at => at.inOtherTab({ kind: 'signedOut' }),
    'session.startedInOtherTab': async at => at.inOtherTab({ kind: 'signedIn', token: await at.signIn(), remember: true }),
    'signOut.requested': async (at, _, { before }) => {
      if (!before.matches('mustChangePassword')) await at.openDrawer()
      await at.page.getByRole('button', { name: 'Logout' }).click()
      await expect.poll(() => storedSession(at.page)).toEqual({})
    },
    'password.changed': at => at.changePassword(),
    'account.switchRequested': async at => {
      await at.openDrawer()
      await switchField(at).fill('Beta')
      await at.page.getByRole('option', { name: 'Beta Insights' }).click()
    },
    'account.switchAccepted': at => at.calls.switching.letThrough(),
    'account.switchRefused': async at => {
      await at.belongTo(DEMO_ACCOUNTS.beta, false)
      await at.calls.switching.letThrough()
      await expect(at.page.getByText('This account cannot be switched to.').first()).toBeVisible()
    },
    'page.hidden': at =>
      at.page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }),
    'page.unfocused': at => at.page.evaluate(() => void window.dispatchEvent(new Event('blur'))),
  },
  notInABrowser: {
    'mustChangePassword ▸ session.ended #1 [isOnLoginPages] ▸ signedOut': 'Who must change the password is kept on /change-password.',
    'expired ▸ signIn.submitted #1 ▸ signedOut.signingIn': 'The session-expired page has no form: it leads to /login.',
    'signedIn.switching.leaving ▸ account.switchAccepted #1 [isLatestCall] ▸ stays': 'The page is gone 500 ms later: no path can hold it there; session.test.ts does.',
  },
}

const paths = browserPaths(sessionWorld)

test.describe('the session in the browser goes every path of its machine (§4.6, §4.7, §4.8, §4.9, §8.1, §8.8)', () => {
  test('nothing of it is left out', () => expectWholeLane(lane, paths, sessionWorld.machine))

  for (const path of paths.paths) {
    test(path.title, async ({ desk, newBrowser }) => goPath(lane, path, await SessionPage.open(desk, newBrowser)))
  }
})
