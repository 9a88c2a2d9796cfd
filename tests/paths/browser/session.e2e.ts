import type { SessionEvent } from '@desk/machines/session/session.events'
import { isEntryPath, pathname, SESSION_EXPIRED_PATH } from '@desk/machines/session/session.routes'
import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { hashPassword } from '@desk/platform/identity/passwords/password'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { appCode } from '../../e2e/desk/app-code.ts'
import type { Desk } from '../../e2e/desk/desk.ts'
import { expect, test, type BrowserOptions } from '../../e2e/desk/desk-fixture.ts'
import { atHash, goToHash } from '../../e2e/desk/hash.ts'
import { networkReturns } from '../../e2e/desk/network-returns.ts'
import { isMarked, markDocument, signInAt, storedSession } from '../../e2e/desk/sign-in-form.ts'
import { browserPaths } from './closed-loop.ts'
import { holdEach, type HeldCall } from './held-calls.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'
import { OtherTab } from './tab-messages.ts'
import { sessionWorld, type SessionMachine, type SessionSnapshot } from './session-world.ts'

const NEW_PASSWORD = 'Renewed-desk-2'
const ENDED_IN_DB = 'ended by the test'

/** A person of their own in a browser of their own, whose calls about the session wait until the path says what comes of them. */
class SessionPage {
  constructor(
    readonly desk: Desk,
    readonly page: Page,
    readonly otherTab: OtherTab,
    readonly user: { readonly userId: number; readonly username: string; readonly accountId: number },
    readonly calls: {
      readonly check: HeldCall
      readonly login: HeldCall
      readonly code: HeldCall
      readonly switching: HeldCall
    },
  ) {}

  /** The key of the user's authenticator app. */
  #key = ''

  static async open(
    desk: Desk,
    newBrowser: (options?: BrowserOptions) => Promise<BrowserContext>,
  ): Promise<SessionPage> {
    // An account of their own: its demands on all its users concern no other test.
    const accountId = await desk.maker.account({ name: 'Home of Ann' })
    const user = { accountId, ...(await desk.maker.user({ accountId, firstname: 'Ann', lastname: 'Lee' })) }
    await desk.database.asSystem(tx =>
      sql`update app_user set account_switch_enabled = true where user_id = ${user.userId}`.execute(tx),
    )
    const context = await newBrowser()
    const otherTab = await OtherTab.open(context)
    const page = await context.newPage()
    // Push would tell of an ended session before the call does that the path is about.
    await page.routeWebSocket('**/socket.io/**', socket => socket.close())
    await page.route('**/socket.io/**', route => route.abort())
    const calls = {
      check: await holdEach(page, '/v1/user-login-details'),
      login: await holdEach(page, '/v1/login'),
      code: await holdEach(page, '/v1/login/second-factor'),
      switching: await holdEach(page, '/v1/switch-account'),
    }
    return new SessionPage(desk, page, otherTab, user, calls)
  }

  async signIn(): Promise<string> {
    await this.havePassword(TEST_PASSWORD)
    await this.desk.database.asSystem(tx =>
      sql`update app_user set second_factor_on = false where user_id = ${this.user.userId}`.execute(tx),
    )
    return this.desk.signIn(this.user.username, TEST_PASSWORD)
  }

  /** The user has a second factor, or none. */
  async haveFactor(isOn: boolean): Promise<void> {
    const { desk } = this
    await desk.database.asSystem(async tx => {
      await sql`update app_user set second_factor_on = false where user_id = ${this.user.userId}`.execute(tx)
      await sql`delete from second_factor where user_id = ${this.user.userId}`.execute(tx)
    })
    if (!isOn) return
    const token = await this.signIn()
    this.#key = (
      (
        await desk.call('POST', '/v1/second-factor', {
          token,
          body: { confirmation: { present_password: TEST_PASSWORD } },
        })
      ).body as { secret: string }
    ).secret
    await desk.call('POST', '/v1/second-factor/confirm', { token, body: { code: appCode(this.#key) } })
    await this.forgetCodes()
  }

  /** A code that was used counts as new again. */
  async forgetCodes(): Promise<void> {
    await this.desk.database.asSystem(tx =>
      sql`update second_factor set last_step = 0 where user_id = ${this.user.userId}`.execute(tx),
    )
  }

  /** The sign-in that is under way took too long. */
  async forgetChallenges(): Promise<void> {
    await this.desk.database.asSystem(tx =>
      sql`delete from sign_in_challenge where user_id = ${this.user.userId}`.execute(tx),
    )
  }

  async giveCode(): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Code' }).fill(appCode(this.#key))
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }

  /** Gives the password, on the page that asks for a second factor. */
  async askForFactor(): Promise<void> {
    await this.page.getByLabel('Current password').fill(TEST_PASSWORD)
    await this.page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  }

  /** Sets a second factor up, on the page that asks for one. */
  async enrol(): Promise<void> {
    await this.haveFactor(false)
    await this.havePassword(TEST_PASSWORD)
    await this.askForFactor()
    const key = (await this.page.locator('code').textContent()) ?? ''
    await this.page.getByRole('textbox', { name: 'Code' }).fill(appCode(key))
    await this.page.getByRole('button', { name: 'Turn on' }).click()
    await this.page.getByRole('button', { name: 'Done' }).click()
  }

  /** The server ends every session of the user. */
  async endSessions(): Promise<void> {
    await this.desk.database.asSystem(tx =>
      sql`update login_session set ended_at = now(), ended_because = ${ENDED_IN_DB} where user_id = ${this.user.userId} and ended_at is null`.execute(
        tx,
      ),
    )
  }

  /** The password is this one, whatever it was. */
  async havePassword(password: string): Promise<void> {
    const hash = await hashPassword(password)
    await this.desk.database.asSystem(tx =>
      sql`update app_user set password_hash = ${hash} where user_id = ${this.user.userId}`.execute(tx),
    )
  }

  /** Whether the user has a second account. */
  async belongTo(accountId: number, belongs: boolean): Promise<void> {
    await this.desk.database.asSystem(async tx => {
      await sql`delete from user_account where user_id = ${this.user.userId} and account_id = ${accountId}`.execute(tx)
      if (belongs)
        await sql`insert into user_account (account_id, user_id, is_default) values (${accountId}, ${this.user.userId}, false)`.execute(
          tx,
        )
    })
  }

  /** Sets the answer of the session check: the user as the event has it. */
  async beUser({ user }: Extract<SessionEvent, { type: 'session.confirmed' }>): Promise<void> {
    const accountId = user.dashboard_name === 'Beta' ? DEMO_ACCOUNTS.beta : this.user.accountId
    await this.desk.database.asSystem(async tx => {
      await sql`update app_user set password_updated = ${user.is_password_updated}, second_factor_on = false where user_id = ${this.user.userId}`.execute(
        tx,
      )
      await sql`update account set second_factor_required = ${user.second_factor === 'required'} where account_id = ${this.user.accountId}`.execute(
        tx,
      )
      await sql`update login_session set account_id = ${accountId} where user_id = ${this.user.userId} and ended_at is null`.execute(
        tx,
      )
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
    // the field shows the present zone once the list of zones has come
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

const shell = ({ page }: SessionPage) =>
  page.getByRole('button', { name: 'Ann Lee: open the user menu', includeHidden: true })
const switchField = ({ page }: SessionPage) => page.getByRole('combobox', { name: 'Switch Account' })

/** The user's drawer is in the address, also in that of the page to return to; its machine does not name it. */
const OPEN_DRAWER = /(?:\?|%3F)drawer(?:=|%3D)user/

/** Holds in each state of the session: the address, and whether the browser has a token. */
async function seesPath(at: SessionPage, { context: { path, hasToken } }: SessionSnapshot): Promise<void> {
  await expect(at.page).toHaveURL(({ href }) => atHash(path)(new URL(href.replace(OPEN_DRAWER, ''))))
  await expect.poll(async () => (await storedSession(at.page)).accessToken !== undefined).toBe(hasToken)
}
/** The page of a signed-in user; the session-expired page is shown to anybody who goes there. */
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
      if (!isEntryPath(snapshot.context.path))
        await expect(at.page.getByRole('img', { name: 'Loading...' })).toBeVisible()
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
    'signedIn.takingOver': async (at, snapshot) => {
      await seesInside(at, snapshot)
      await waits(at.calls.check)
    },
    'signedIn.switching': async (at, snapshot) => {
      await seesInside(at, snapshot)
      await waits(at.calls.check)
    },
    'signedOut.resting': async (at, snapshot) => {
      await seesPath(at, snapshot)
      if (staysBare(snapshot)) await expect(signInAgain(at)).toBeVisible()
      else await expect(at.page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
      if (pathname(snapshot.context.path) === '/login')
        await expect(at.page.getByText('The server did not answer.')).toHaveCount(snapshot.context.isUnanswered ? 1 : 0)
      await expect(shell(at)).toHaveCount(0)
    },
    'signedOut.signingIn': async (at, snapshot) => {
      await seesPath(at, snapshot)
      await waits(at.calls.login)
      await expect(at.page.getByRole('button', { name: /Sign in/ })).toHaveAttribute('aria-disabled', 'true')
    },
    'signedOut.askingCode': async (at, snapshot) => {
      await seesPath(at, snapshot)
      await expect(at.page.getByRole('textbox', { name: 'Code' })).toBeVisible()
      await expect(at.page.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-disabled', 'true')
      await expect(shell(at)).toHaveCount(0)
    },
    'signedOut.sendingCode': async (at, snapshot) => {
      await seesPath(at, snapshot)
      await waits(at.calls.code)
      await expect(at.page.getByRole('button', { name: /Sign in/ })).toHaveAttribute('aria-disabled', 'true')
    },
    mustEnrol: async (at, snapshot) => {
      await seesPath(at, snapshot)
      await expect(at.page.getByText('Your account requires a second factor: set one up to go on.')).toBeVisible()
      await expect(shell(at)).toHaveCount(0)
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
      if (hasToken) await at.otherTab.keepToken(await at.signIn())
      await at.page.goto(`/#${path}`)
    },
    'location.changed': (at, { path }) => goToHash(at.page, path),
    'signIn.submitted': at => signInAt(at.page, at.user.username, TEST_PASSWORD),
    'signIn.succeeded': async (at, _, { before }) => {
      const call = before.matches({ signedOut: 'sendingCode' }) ? at.calls.code : at.calls.login
      if (call === at.calls.login) await at.haveFactor(false)
      await at.forgetCodes()
      await at.havePassword(TEST_PASSWORD)
      await call.letThrough()
    },
    'signIn.refused': async (at, _, { before }) => {
      if (before.matches({ signedOut: 'sendingCode' })) {
        await at.forgetChallenges()
        await at.calls.code.letThrough()
      } else {
        await at.havePassword(NEW_PASSWORD)
        await at.calls.login.letThrough()
      }
      await expect(at.page.getByRole('alert')).toBeVisible()
    },
    'signIn.codeAsked': async at => {
      await at.havePassword(TEST_PASSWORD)
      await at.haveFactor(true)
      await at.calls.login.letThrough()
    },
    'signIn.codeSubmitted': at => at.giveCode(),
    'signIn.codeRefused': async at => {
      await at.calls.code.breakOff()
      await expect(at.page.getByRole('alert')).toBeVisible()
    },
    'signIn.codeGivenUp': async at => {
      await at.page.getByRole('button', { name: 'Back' }).click()
      await expect(at.page.getByRole('alert')).toHaveText('No code was given. Sign in again to try once more.')
    },
    'session.confirmed': async (at, event, { isReloaded }) => {
      await at.belongTo(DEMO_ACCOUNTS.beta, true)
      await at.beUser(event)
      if (isReloaded) await markDocument(at.page)
      await at.calls.check.letThrough()
      if (isReloaded) await expect.poll(() => isMarked(at.page).catch(() => true)).toBe(false)
    },
    'session.checkFailed': (at, { isTransient, message }) =>
      isTransient ? at.calls.check.breakOff() : at.calls.check.answer({ message }, 403),
    'network.regained': ({ page, calls }) =>
      expect.poll(async () => (await networkReturns(page)) && calls.check.waiting()).toBeGreaterThan(0),
    'session.ended': async (at, _, { before, isReloaded }) => {
      const isChecking = at.calls.check.waiting() > 0
      const zone =
        isChecking || before.matches('mustChangePassword') || before.matches('mustEnrol') ? null : await at.findZone()
      if (isReloaded) await markDocument(at.page)
      await at.endSessions()
      if (isChecking) await at.calls.check.letThrough()
      // Any other call of the page may be answered 401 before.
      else if (zone) await zone.click({ timeout: 10_000 }).catch(() => undefined)
      else if (before.matches('mustEnrol')) await at.askForFactor()
      else await at.changePassword()
      if (isReloaded) await expect.poll(() => isMarked(at.page).catch(() => true)).toBe(false)
    },
    'session.recheckRequested': async (at, _, { before }) =>
      before.matches('signedOut')
        ? at.page.getByRole('button', { name: 'Try again' }).click()
        : (await at.findZone()).click(),
    'session.endedInOtherTab': at => at.otherTab.signOut(),
    'session.startedInOtherTab': async (at, _, { before, after }) => {
      const checks = at.calls.check.asked() + after.context.callNo - before.context.callNo
      await at.otherTab.signIn(at.user.userId, await at.signIn())
      // an earlier check may be waiting still, whose answer has no effect any more
      await expect.poll(at.calls.check.asked).toBeGreaterThanOrEqual(checks)
    },
    'signOut.requested': async (at, _, { before }) => {
      if (!before.matches('mustChangePassword') && !before.matches('mustEnrol')) await at.openDrawer()
      await at.page.getByRole('button', { name: 'Logout' }).click()
      await expect.poll(() => storedSession(at.page)).toEqual({})
    },
    'password.changed': at => at.changePassword(),
    'secondFactor.enrolled': at => at.enrol(),
    'account.switched': async at => {
      await at.belongTo(DEMO_ACCOUNTS.beta, true)
      await at.openDrawer()
      await switchField(at).fill('Beta')
      await at.page.getByRole('option', { name: 'Beta Insights' }).click()
      await at.calls.switching.letThrough()
    },
  },
  notInABrowser: {
    'mustChangePassword ▸ session.ended #1 [isOnLoginPages] ▸ signedOut':
      'A user who must change the password stays on /change-password.',
    'mustEnrol ▸ session.ended #1 [isOnLoginPages] ▸ signedOut':
      'A user who must set up a second factor stays on /second-factor.',
    'signedIn ▸ session.ended #1 [isOnLoginPages] ▸ signedOut':
      'A signed-in user is led on from /login and /session-expired.',
    'signedIn.takingOver ▸ account.switched #1 ▸ signedIn.switching':
      'Two calls at once whose order no person can choose.',
    'signedIn.rechecking ▸ account.switched #1 ▸ signedIn.switching':
      'Two calls at once whose order no person can choose: session.test.ts does.',
    'expired ▸ signIn.submitted #1 ▸ signedOut.signingIn': 'The session-expired page has no form: it leads to /login.',
    'signedIn.switching ▸ session.confirmed #1 [isSomebodyElse] ▸ signedIn.leaving':
      'The switch leads on at once: account-switch.e2e.ts goes there.',
    'signedIn.switching ▸ session.confirmed #2 [isLatestCall] ▸ signedIn.leaving': 'A switch is to another account.',
    'checking ▸ session.confirmed #3 [isConfirmedWithLostLink] ▸ signedIn':
      'The ways to /login that are shorter have no link: tests/e2e/session.e2e.ts opens one that leads nowhere.',
    'signedIn.rechecking ▸ session.checkFailed #2 [isLatestCallOnPublicPage] ▸ signedOut':
      'A signed-in user is led on from a public page.',
    'signedIn.switching ▸ session.checkFailed #1 [isLatestCallOnPublicPage] ▸ signedOut':
      'A signed-in user is led on from a public page.',
    'signedIn.takingOver ▸ session.checkFailed #1 [isLatestCallOnPublicPage] ▸ signedOut':
      'A signed-in user is led on from a public page.',
  },
}

const paths = browserPaths(sessionWorld)

test.describe('the session in the browser goes every path of its machine (§4.6, §4.7, §4.8, §8.1, §8.8)', () => {
  // each path begins with an account and a browser of its own: whichever worker is free takes the next one
  test.describe.configure({ mode: 'parallel' })

  test('nothing of it is left out', () => expectWholeLane(lane, paths, sessionWorld.machine))

  for (const path of paths.paths) {
    test(path.title, async ({ desk, newBrowser }) => goPath(lane, path, await SessionPage.open(desk, newBrowser)))
  }
})
