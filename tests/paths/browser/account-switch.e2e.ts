import type { AccountSwitchEvent } from '@desk/machines/account-switch/account-switch.events'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { STORAGE_KEYS } from '@desk/web/runtime/storage/stored-state'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { SnapshotFrom } from 'xstate'
import type { Desk } from '../../e2e/desk/desk.ts'
import { expect, test, type BrowserOptions } from '../../e2e/desk/desk-fixture.ts'
import { atHash } from '../../e2e/desk/hash.ts'
import { isMarked, markDocument, storedSession } from '../../e2e/desk/sign-in-form.ts'
import { browserPaths, type BrowserWorld } from './closed-loop.ts'
import { holdEach, type HeldCall } from './held-calls.ts'
import { expectWholeLane, goPath, type BrowserLane } from './lane.ts'
import { OtherTab } from './tab-messages.ts'
import { openList } from '../../e2e/desk/open-list.ts'

type AccountSwitchMachine = (typeof PATH_SOURCES)['account-switch']['machine']
const { machine, samplesAt, placeOf } = PATH_SOURCES['account-switch']

function canHappen(snapshot: SnapshotFrom<AccountSwitchMachine>, event: AccountSwitchEvent): boolean {
  if ('callNo' in event && event.callNo !== snapshot.context.callNo) return false
  switch (event.type) {
    case 'account.switchRequested':
      return event.pm_dsh_ud !== event.fromDshUd && (snapshot.matches('idle') || snapshot.matches('failed'))
    case 'account.switchAccepted':
    case 'account.switchRefused':
      return snapshot.matches('requesting')
    case 'account.switchChecked':
      return snapshot.matches('rechecking')
    case 'account.switchErrorDismissed':
      return snapshot.matches('failed')
    // The answer to → storeToken.
    case 'token.stored':
      return false
    default:
      return !snapshot.matches('idle')
  }
}

const world: BrowserWorld<AccountSwitchMachine> = {
  machine,
  titleOf: ({ type }) => type,
  placeOf: placeOf ?? (() => null),
  happenings: snapshot => samplesAt(snapshot).map(event => (canHappen(snapshot, event) ? event : null)),
  answerOf: command => {
    if (command.type === 'storeToken')
      return { kind: 'event', event: { type: 'token.stored', ref: command.params.ref } }
    return command.type === 'reload' ? { kind: 'reload' } : null
  },
  reloaded: () => null,
}

interface Account {
  readonly id: number
  readonly name: string
}

/** A person with two accounts, whose calls about the switch wait until the path says what comes of them. */
class SwitchPage {
  constructor(
    readonly desk: Desk,
    readonly page: Page,
    readonly otherTab: OtherTab,
    readonly user: { readonly userId: number; readonly username: string },
    readonly calls: { readonly check: HeldCall; readonly switching: HeldCall },
    /** Where the page is, and where a switch leads. */
    public present: Account,
    public other: Account,
  ) {}

  static async open(
    desk: Desk,
    newBrowser: (options?: BrowserOptions) => Promise<BrowserContext>,
  ): Promise<SwitchPage> {
    const [one, two] = [
      { id: await desk.maker.account({ name: 'Alder' }), name: 'Alder' },
      { id: await desk.maker.account({ name: 'Birch' }), name: 'Birch' },
    ]
    const user = await desk.maker.user({ accountId: one.id, firstname: 'Ann', lastname: 'Lee' })
    const token = await desk.signIn(user.username, TEST_PASSWORD)
    const context = await newBrowser({
      storageState: {
        cookies: [],
        origins: [{ origin: desk.url, localStorage: [{ name: STORAGE_KEYS.accessToken, value: token }] }],
      },
    })
    const otherTab = await OtherTab.open(context)
    const page = await context.newPage()
    // Push would tell of an ended session before the path does.
    await page.routeWebSocket('**/socket.io/**', socket => socket.close())
    await page.route('**/socket.io/**', route => route.abort())
    await page.goto('/#/projects')
    await expect(page.getByRole('banner').getByText(one.name)).toBeVisible()
    const calls = {
      check: await holdEach(page, '/v1/user-login-details'),
      switching: await holdEach(page, '/v1/switch-account'),
    }
    const at = new SwitchPage(desk, page, otherTab, user, calls, one, two)
    await at.belongTo(two, true)
    // The page knows of the second account once the session is looked up again.
    await at.#reload(() => page.reload())
    return at
  }

  async belongTo({ id }: Account, belongs: boolean): Promise<void> {
    await this.desk.database.asSystem(async tx => {
      await sql`delete from user_account where user_id = ${this.user.userId} and account_id = ${id}`.execute(tx)
      if (belongs)
        await sql`insert into user_account (account_id, user_id, is_default) values (${id}, ${this.user.userId}, false)`.execute(
          tx,
        )
    })
  }

  get field() {
    return this.page.getByRole('combobox', { name: 'Switch Account' })
  }

  async choose(): Promise<void> {
    await this.belongTo(this.other, true)
    const drawer = this.page.getByRole('dialog', { name: 'Ann Lee' })
    if (await drawer.isHidden()) await this.page.getByRole('button', { name: 'Ann Lee: open the user menu' }).click()
    await openList(this.page.getByRole('button', { name: 'Show suggestions Switch Account' }))
    await this.page.getByRole('option', { name: this.other.name }).click()
  }

  /** The page begins again by itself. */
  async leaves(act: () => Promise<unknown>): Promise<void> {
    await markDocument(this.page)
    await this.#reload(async () => {
      await act()
      await expect.poll(() => isMarked(this.page).catch(() => true)).toBe(false)
    })
  }

  /** Lets a check of the session through, and shows where it leads. */
  async #reload(act: () => Promise<unknown>): Promise<void> {
    await act()
    await this.calls.check.letThrough()
    await expect(this.page).toHaveURL(atHash('/projects'))
    await expect(this.page.getByRole('banner').getByText(this.present.name)).toBeVisible()
  }

  /** The other account is the present one from now on. */
  turn(): void {
    ;[this.present, this.other] = [this.other, this.present]
  }

  /** Another tab signs out, and in again. */
  async beEnded(): Promise<void> {
    await this.otherTab.signOut()
    await expect(this.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    // The calls that the page still waited for come too late to change anything.
    for (const call of [this.calls.switching, this.calls.check]) if (call.waiting() > 0) await call.breakOff()
    const token = await this.desk.signIn(this.user.username, TEST_PASSWORD)
    const { pm_dsh_ud } = (await this.desk.call('GET', '/v1/user-login-details', { token })).body as {
      pm_dsh_ud: number
    }
    if (pm_dsh_ud !== this.present.id) this.turn()
    await this.#reload(() => this.otherTab.signIn(this.user.userId, token))
  }
}

const isLeft = async (at: SwitchPage, act: () => Promise<unknown>): Promise<void> => {
  const isSwitched = at.calls.check.waiting() > 0
  if (isSwitched) at.turn()
  await at.leaves(act)
  if (isSwitched)
    expect(await storedSession(at.page)).toMatchObject({ accountSwitch: '1', loginDetails: expect.any(String) })
}

const lane: BrowserLane<AccountSwitchMachine, SwitchPage> = {
  sees: {
    idle: async at => {
      await expect(at.page.getByRole('banner').getByText(at.present.name)).toBeVisible()
      await expect(at.page.getByText('This account cannot be switched to.')).toHaveCount(0)
      expect([at.calls.switching.waiting(), at.calls.check.waiting()]).toEqual([0, 0])
    },
    requesting: async at => {
      await expect(at.page.getByText('Switching…')).toBeVisible()
      await expect.poll(at.calls.switching.waiting).toBe(1)
    },
    rechecking: async at => {
      await expect(at.page.getByText('Switching…')).toBeVisible()
      await expect.poll(at.calls.check.waiting).toBe(1)
    },
    failed: async at => {
      await expect(at.page.getByRole('dialog').getByText('This account cannot be switched to.')).toBeVisible()
      await expect(at.page.getByText('Switching…')).toHaveCount(0)
      await expect(at.field).toHaveValue(at.present.name)
      await expect(at.page.getByRole('listbox')).toHaveCount(0)
    },
  },
  does: {
    'account.switchRequested': at => at.choose(),
    'account.switchAccepted': at => at.calls.switching.letThrough(),
    'account.switchRefused': async at => {
      await at.belongTo(at.other, false)
      await at.calls.switching.letThrough()
    },
    'account.switchChecked': at => isLeft(at, () => at.calls.check.letThrough()),
    'account.switchErrorDismissed': async at => {
      await at.page.keyboard.press('Escape')
      await expect(at.page.getByRole('dialog')).toHaveCount(0)
    },
    'page.hidden': at =>
      isLeft(at, () =>
        at.page.evaluate(() => {
          Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }),
      ),
    'page.unfocused': at => isLeft(at, () => at.page.evaluate(() => void window.dispatchEvent(new Event('blur')))),
    'session.ended': at => at.beEnded(),
  },
  notInABrowser: {
    'event token.stored': 'A token is stored at once: the page goes on by itself.',
    'storing ▸ page.hidden #1 ▸ leaving': 'A token is stored at once.',
    'storing ▸ page.unfocused #1 ▸ leaving': 'A token is stored at once.',
    'storing ▸ session.ended #1 ▸ idle': 'A token is stored at once.',
    'leaving ▸ account.switchAccepted #1 [isLatestCall] ▸ stays':
      'The page is gone 500 ms later: no path can hold it there; session.test.ts does.',
    'leaving ▸ session.ended #1 ▸ idle': 'The page is gone 500 ms later.',
  },
}
const paths = browserPaths(world)

test.describe('an account switch in the browser goes every path of its machine (§4.9, §9.3, §1.10, law 4)', () => {
  // each path begins with a page of its own: whichever worker is free takes the next one
  test.describe.configure({ mode: 'parallel' })

  test('nothing of it is left out', () => expectWholeLane(lane, paths, machine))

  for (const path of paths.paths) {
    test(path.title, async ({ desk, newBrowser }) => goPath(lane, path, await SwitchPage.open(desk, newBrowser)))
  }
})
