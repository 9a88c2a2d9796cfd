import type { Browser, CDPSession, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { newPage } from '../desk/browser.ts'

/** The page's load beside the product: the journal, rrweb, or neither. */
export type Carried = 'journal' | 'rrweb' | 'nothing'

export const MINUTES = 10
/** Typed where a password belongs, and part of a reset link's address. */
export const CANARY = 'canary-7f3a-never-to-be-kept'

export interface Lived {
  readonly recordedBytes: number
  /** Work of the page's own thread over the whole script, in ms. */
  readonly taskMs: number
  readonly secretsFound: number
}

export interface Person {
  readonly username: string
  readonly password: string
}

interface RecordedWindow extends Window {
  recorded?: string[]
  rrweb?: { record: (options: { emit: (event: unknown) => void }) => void }
}

/** As its documentation puts it into a page; the package names no other way to this file. */
const RRWEB = readFileSync(join(dirname(createRequire(import.meta.url).resolve('rrweb')), 'rrweb.umd.min.cjs'), 'utf8')

async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

/** rrweb keeps what happens from now on, as its documentation shows it, with nothing set. */
async function beginRrweb(page: Page): Promise<void> {
  await page.evaluate(RRWEB)
  await page.evaluate(() => {
    const view: RecordedWindow = window
    const recorded: string[] = []
    view.recorded = recorded
    view.rrweb?.record({ emit: event => void recorded.push(JSON.stringify(event)) })
  })
}

/** The entries that the browser has stored, in the form in which they are sent on. */
const keptEntries = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error('The journal cannot be read.'))
      })
    const db = await settled(indexedDB.open('desk-journal'))
    const entries: unknown[] = await settled(db.transaction('entries').objectStore('entries').getAll())
    db.close()
    return entries.map(entry => JSON.stringify(entry))
  })

/**
 * Lives the script once: a wrong password, a right one, then ten minutes at a live table, in which something is done
 * every ten seconds and something comes in between. The page's clock is a fake one.
 * @param comesIn called every ten seconds of the script: makes the server's figures move
 */
export async function liveTenMinutes(
  browser: Browser,
  url: string,
  carried: Carried,
  person: Person,
  tablePath: string,
  comesIn: () => Promise<void>,
): Promise<Lived> {
  const page = await newPage(browser)
  if (carried !== 'journal') {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new Error('This run keeps no journal.')
        },
      })
    })
  }
  await page.clock.install()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(`${url}/#/login`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  if (carried === 'rrweb') await beginRrweb(page)
  const begun = await taskMs(cdp)

  const signIn = async (password: string) => {
    await page.getByLabel('Username').fill(person.username)
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await signIn(CANARY)
  await page.getByRole('alert').waitFor()
  await page.evaluate(hash => void (window.location.hash = hash), `#/reset-password/${CANARY}`)
  await page.evaluate(() => void (window.location.hash = '#/login'))
  await signIn(person.password)
  await page.waitForURL(/#\/projects/)
  const goTo = (path: string) => page.evaluate(hash => void (window.location.hash = hash), `#${path}`)
  const ACTIONS: readonly (() => Promise<unknown>)[] = [
    () => goTo(tablePath),
    () => page.getByRole('button', { name: /the sidebar$/ }).click(),
    () => page.getByRole('columnheader').nth(2).click(),
    () => page.getByRole('searchbox').first().fill('1'),
    () => page.getByRole('searchbox').first().fill(''),
    () => page.keyboard.press('PageDown'),
    () => goTo('/projects'),
  ]
  for (let step = 0; step < MINUTES * 6; step++) {
    await ACTIONS[step % ACTIONS.length]?.()
    await comesIn()
    // pushes come in their own time
    await page.waitForTimeout(20)
    await page.clock.fastForward(9_000)
    await page.clock.runFor(1_000)
  }
  const worked = (await taskMs(cdp)) - begun
  const recorded =
    carried === 'journal'
      ? await keptEntries(page)
      : await page.evaluate(() => (window as RecordedWindow).recorded ?? [])
  await page.context().close()
  return {
    recordedBytes: recorded.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    taskMs: worked,
    secretsFound: recorded.filter(text => text.includes(CANARY)).length,
  }
}
