import type { TabMessage } from '@desk/web/runtime/tabs'
import { TAB_CHANNEL_NAME } from '@desk/web/runtime/tabs'
import type { BrowserContext, Page } from '@playwright/test'
import { STORAGE_KEYS } from '@desk/web/runtime/storage/stored-state'

/** An account that no user has: what another tab says of itself, the page looks up for itself. */
const SOME_ACCOUNT = 1_000_000

/** A document of the same origin: what it says comes to the page as from another tab, without a second console to load. */
export class OtherTab {
  readonly #page: Page
  #seq = 0

  private constructor(page: Page) {
    this.#page = page
  }

  static async open(context: BrowserContext): Promise<OtherTab> {
    const page = await context.newPage()
    await page.goto('/favicon.svg')
    return new OtherTab(page)
  }

  /** A user is remembered in this browser. */
  async keepToken(token: string | null): Promise<void> {
    await this.#page.evaluate(
      ([key, value]) => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)),
      [STORAGE_KEYS.accessToken, token] as const,
    )
  }

  async signIn(uid: number, token: string): Promise<void> {
    await this.keepToken(token)
    this.#seq += 1
    await this.#say({
      kind: 'sessionBegan',
      tabId: 'other',
      seq: this.#seq,
      session: { uid, pm_dsh_ud: SOME_ACCOUNT + this.#seq },
      token,
      remember: true,
    })
  }

  async signOut(): Promise<void> {
    await this.keepToken(null)
    this.#seq += 1
    await this.#say({ kind: 'sessionEnded', tabId: 'other', seq: this.#seq, ended: null })
  }

  async #say(message: TabMessage): Promise<void> {
    await this.#page.evaluate(({ channel, said }) => new BroadcastChannel(channel).postMessage(said), {
      channel: TAB_CHANNEL_NAME,
      said: message,
    })
  }
}
