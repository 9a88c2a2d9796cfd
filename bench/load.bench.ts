/**
 * B8: the content of a first load of the sign-in page and of the project list, and how soon and how still it is,
 * against the build before.
 */
import type { Browser, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { buildWeb } from '../scripts/web-build.ts'
import { newPage, signedInPage, startBrowser } from './desk/browser.ts'
import { startDatabaseServer } from './desk/database.ts'
import { startGateway, startPlatform } from './desk/processes.ts'
import { unlessQuick } from './harness/quick.ts'
import { runBench } from './harness/run.ts'
import { beginVitals, readVitals } from './load/vitals.ts'
import { report, rounded, roundsOf, type Rounds } from './measure.ts'

const LOADS = unlessQuick(7, 2)
const SETTLED_MS = 2_000
const PERSON = { username: 'admin@acme.example', password: DEMO_PASSWORD }
const LARGEST_SHOWN = 15
const LCP_GOAL_MS = 1_200
const CLS_GOAL = 0.02

interface Screen {
  readonly path: '/login' | '/projects'
  readonly budgetKb: number
  /** A selector of the page that matches once it is shown. */
  readonly shown: string
}

const SCREENS: readonly Screen[] = [
  { path: '/login', budgetKb: 188, shown: 'button[type=submit]' },
  { path: '/projects', budgetKb: 260, shown: '[data-line]' },
]

interface Load {
  readonly scriptKb: number
  readonly scripts: readonly { readonly name: string; readonly kb: number }[]
  readonly shownMs: number
  readonly lcpMs: number
  readonly cls: number
}

/** Loads the page's address with nothing cached, and looks at it until it has settled. */
async function load(page: Page, url: string, { shown }: Screen): Promise<Load> {
  // The document before goes on asking until the next one is there: it has to be gone.
  await page.goto('about:blank')
  const asked: string[] = []
  let isShown = false
  page.on('request', request => {
    if (!isShown && request.resourceType() === 'script') asked.push(request.url())
  })
  await beginVitals(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  await page.goto(url, { waitUntil: 'commit' })
  // at each frame: a locator looks ever more seldom, and what loads after the screen would count
  await page.waitForFunction(selector => document.querySelector(selector) !== null, shown, { polling: 'raf' })
  isShown = true
  const shownMs = await page.evaluate(() => performance.now())
  await page.waitForTimeout(SETTLED_MS)
  const vitals = await readVitals(page)
  const scripts = await Promise.all(
    [...new Set(asked)].map(async script => ({ name: new URL(script).pathname, kb: await gzipKb(script) })),
  )
  return { scriptKb: scripts.reduce((sum, { kb }) => sum + kb, 0), scripts, shownMs, ...vitals }
}

async function gzipKb(url: string): Promise<number> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return rounded(gzipSync(await response.arrayBuffer()).length / 1_000)
}

async function loadsOf(browser: Browser, gatewayUrl: string, screen: Screen): Promise<Load[]> {
  const loads: Load[] = []
  for (let at = 0; at < LOADS; at++) {
    const page = screen.path === '/login' ? await newPage(browser) : await signedInPage(browser, gatewayUrl, PERSON)
    loads.push(await load(page, `${gatewayUrl}/#${screen.path}`, screen))
    await page.context().close()
  }
  return loads
}

interface ScreenResult {
  readonly budgetKb: number
  readonly scriptKb: number
  readonly lcpMs: Rounds
  readonly cls: Rounds
  readonly shownMs: Rounds
  readonly scripts: Load['scripts']
  readonly met: boolean
}

function resultOf({ budgetKb }: Screen, loads: readonly Load[]): ScreenResult {
  const lcpMs = roundsOf(loads.map(one => one.lcpMs))
  const cls = roundsOf(loads.map(one => one.cls))
  const scriptKb = rounded(Math.max(...loads.map(one => one.scriptKb)))
  return {
    budgetKb,
    scriptKb,
    lcpMs,
    cls,
    shownMs: roundsOf(loads.map(one => one.shownMs)),
    scripts: loads.at(-1)?.scripts ?? [],
    met: scriptKb <= budgetKb && lcpMs.median <= LCP_GOAL_MS && cls.max <= CLS_GOAL,
  }
}

/** The script size of /projects in the result of the build before; null when there is none. */
function kbBefore(): number | null {
  try {
    const before = JSON.parse(readFileSync('bench/results/load.json', 'utf8')) as { ours: number } // written by report()
    return before.ours
  } catch {
    return null
  }
}

runBench(async cleanup => {
  await buildWeb()
  const server = await startDatabaseServer('load')
  cleanup(() => server.stop())
  const { url: databaseUrl } = await server.createDatabase()
  const platform = await startPlatform(databaseUrl, { DEMO: '1' })
  cleanup(() => platform.stop())
  const gateway = await startGateway(platform.url)
  cleanup(() => gateway.stop())
  const browser = await startBrowser(cleanup)

  const screens = new Map<string, ScreenResult>()
  for (const screen of SCREENS) screens.set(screen.path, resultOf(screen, await loadsOf(browser, gateway.url, screen)))
  for (const [path, { scriptKb, lcpMs, cls, scripts }] of screens) {
    console.log(
      `${path}: ${scriptKb} KB in ${scripts.length} scripts, LCP ${lcpMs.median} ms, CLS ${cls.max}; the largest:`,
    )
    for (const { name, kb } of scripts.toSorted((a, b) => b.kb - a.kb).slice(0, LARGEST_SHOWN))
      console.log(`  ${kb} KB ${name}`)
  }

  const projects = screens.get('/projects')
  if (!projects) throw new Error('The project list is one of the screens')
  const before = kbBefore()
  const peer = before ?? projects.budgetKb
  report(
    {
      name: 'load',
      ratio: projects.scriptKb / peer,
      ratioIs: 'ours ÷ peer: what is loaded is the same in every load',
      ours: projects.scriptKb,
      peer,
      unit: 'KB of script, gzip, first load of /projects',
      goal: `${SCREENS.map(({ path, budgetKb }) => `${path} ≤ ${budgetKb} KB`).join(', ')}, LCP ≤ ${LCP_GOAL_MS} ms, CLS ≤ ${CLS_GOAL}`,
      met: [...screens.values()].every(({ met }) => met),
    },
    {
      measured: `${LOADS} loads of each with an empty cache in Chromium, from the gateway with the demo's data: every script asked for until the screen is shown, each by gzip; LCP and CLS by the browser, unthrottled`,
      peerIs: before === null ? 'the budget: there was no result of a build before' : 'the result of the build before',
      screens: Object.fromEntries(screens),
    },
  )
})
