import { STORAGE_KEYS } from '@desk/web/runtime/storage/stored-state'
import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { startDesk, type Desk } from './desk.ts'
import { keepJournals } from './keep-journals.ts'

/** The unusual options of a browser. */
export type BrowserOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'hasTouch' | 'reducedMotion' | 'storageState'
>

export interface VisitOptions extends BrowserOptions {
  /** A sign-in of the test's own; for tests that end it. */
  readonly token?: string
  /** Comes before the page is asked for. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

interface Fixtures {
  /** A new browser without a session, at no page yet. */
  newBrowser: (options?: BrowserOptions) => Promise<BrowserContext>
  /** Opens a hash path in a browser of this user's own, who is signed in already by the token that the worker keeps. */
  visit: (username: string, path: string, options?: VisitOptions) => Promise<Page>
}

export const test = base.extend<Fixtures, { desk: Desk }>({
  desk: [
    // playwright reads the fixtures that this one needs from its first parameter
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const desk = await startDesk()
      await use(desk)
      await desk.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
  context: async ({ context }, use, info) => {
    await use(context)
    await keepJournals(context, info)
  },
  newBrowser: async ({ browser, desk }, use, info) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: desk.url, ...options })
      context.on('weberror', thrown => process.stdout.write(`The page threw: ${thrown.error().stack}\n`))
      contexts.push(context)
      return context
    })
    for (const context of contexts) {
      await keepJournals(context, info)
      await context.close()
    }
  },
  visit: async ({ desk, newBrowser }, use) => {
    await use(async (username, path, { token, prepare, ...options } = {}) => {
      const localStorage = [{ name: STORAGE_KEYS.accessToken, value: token ?? (await desk.tokenOf(username)) }]
      const context = await newBrowser({
        ...options,
        storageState: { cookies: [], origins: [{ origin: desk.url, localStorage }] },
      })
      const page = await context.newPage()
      await prepare?.(page)
      await page.goto(`/#${path}`)
      return page
    })
  },
})
export { expect } from '@playwright/test'
