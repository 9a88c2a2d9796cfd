import { chromium, type Browser, type Page } from '@playwright/test'
import { findProgram } from '../../scripts/debian-package.ts'
import type { Cleanup } from '../harness/run.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** Starts the Chromium of CHROMIUM or of the PATH. */
export async function startBrowser(cleanup: Cleanup): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? findProgram(['chromium', 'chromium-browser'])
  if (executablePath === null)
    throw new Error(
      'There is no Chromium: install it (Debian: apt-get install chromium), or say where it is with CHROMIUM=…',
    )
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  cleanup(() => browser.close())
  return browser
}

/** A page of its own, with nothing cached. */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  // the loader of these programs marks functions by it, also those that are run inside a page
  await context.addInitScript({ content: 'globalThis.__name ??= (target) => target' })
  return context.newPage()
}

/** Such a page, signed in through the sign-in screen. @param home where the user's account begins */
export async function signedInPage(
  browser: Browser,
  url: string,
  { username, password }: { username: string; password: string },
  home: RegExp = /#\/projects/,
): Promise<Page> {
  const page = await newPage(browser)
  await page.goto(`${url}/#/login`)
  await page.getByLabel('Username').fill(username)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(home)
  return page
}
