/** From the commit of a refusal at the door to the figure in an open termination overview, and the same for a page that polls once a second. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { entry, sent } from '@desk/platform/ledger/testing/operations'
import { makeStudy } from '@desk/platform/ledger/testing/study'
import { StudyMaker } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../scripts/web-build.ts'
import { newPage, signedInPage, startBrowser } from './desk/browser.ts'
import { startDatabaseServer } from './desk/database.ts'
import { startGateway, startPlatform } from './desk/processes.ts'
import { signIn, someoneOf } from './desk/study.ts'
import { unlessQuick } from './harness/quick.ts'
import { seeded } from './harness/random.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report, rounded } from './measure.ts'
import { clockOffsetMs, wallMs } from './painted/watch-cells.ts'
import { shownRefusals, startPollingOverview, watchRefusals } from './terminations/overview-page.ts'

const ROUNDS = unlessQuick(3, 1)
const REFUSALS_A_ROUND = unlessQuick(40, 5)
const WARM_UP = 2
/** Somewhat more than one a second, at moments that fit no beat of anybody's. */
const PAUSE_MS = { least: 100, most: 1_500 }
const LAST_SHOWN_WITHIN_MS = 5_000
const POLL_EVERY_MS = 1_000
const GOAL_MS = 1_000
const FARM = 'farm-device-01'

interface Freshness {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
}

runBench(async cleanup => {
  await buildWeb()
  const server = await startDatabaseServer('terminations')
  cleanup(() => server.stop())
  const { url: databaseUrl, database } = await server.createDatabase()
  const accountId = await new StudyMaker(database).account({ type: 'DEFENDER' })
  const study = await database.asSystem(tx =>
    makeStudy(tx, { accountId, defender: [{ rule: 'duplicate_fingerprint', threshold: 1 }] }),
  )
  const person = await someoneOf(database, accountId)
  const ledger = createLedger(database, { gatherMs: { least: 0, most: 0 } })
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const gateway = await startGateway(platform.url)
  cleanup(() => gateway.stop())
  const token = await signIn(platform.url, person)
  const browser = await startBrowser(cleanup)
  const random = seeded(3)
  let entered = 0
  const enter = async (): Promise<number> =>
    sent(
      await ledger.enter(
        accountId,
        entry(study.sourceId, `rid-${(entered += 1)}`, { supplierId: study.supplierId, fingerprint: FARM }),
      ),
    ).code
  // the first of the farm is let in, the second gives the page a figure to begin with
  await enter()
  await enter()
  let refused = 1

  /** Refuses entrants one by one, and gives how long after each commit the page had it on the screen. */
  async function measure(page: Page): Promise<Freshness> {
    const offsetMs = await clockOffsetMs(page)
    const commits: { refused: number; atMs: number }[] = []
    for (let commit = 0; commit < WARM_UP + REFUSALS_A_ROUND; commit++) {
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
      const code = await enter()
      if (code !== 20) throw new Error(`The rule refuses everybody of the farm: ${code}`)
      commits.push({ refused: (refused += 1), atMs: wallMs() })
    }
    await sleep(LAST_SHOWN_WITHIN_MS)
    const shown = await shownRefusals(page)
    await page.context().close()
    const agesMs = commits.slice(WARM_UP).map(commit => {
      // a later figure has this one too: two refusals may be read at once
      const first = shown.find(each => each.refused >= commit.refused)
      if (!first) throw new Error(`Not shown within ${LAST_SHOWN_WITHIN_MS} ms: ${JSON.stringify(commit)}`)
      return first.atMs - offsetMs - commit.atMs
    })
    return {
      p50Ms: rounded(quantile(agesMs, 0.5)),
      p95Ms: rounded(quantile(agesMs, 0.95)),
      maxMs: rounded(Math.max(...agesMs)),
    }
  }

  const sides = await byTurns(ROUNDS, {
    async ours() {
      const page = await signedInPage(browser, gateway.url, person, /#\/defender\//)
      await page.goto(`${gateway.url}/#/defender/terminationoverview`)
      await page.locator('[aria-label="By rule at the door"] td[data-figure]').first().waitFor()
      await watchRefusals(page)
      return measure(page)
    },
    async peer() {
      const page = await newPage(browser)
      await page.goto(`${gateway.url}/version.json`)
      await startPollingOverview(page, token, POLL_EVERY_MS)
      await watchRefusals(page)
      return measure(page)
    },
  })

  const of = (figure: keyof Freshness) =>
    compare(
      sides,
      ours => ours[figure],
      polling => polling[figure],
    )
  const p95Ms = of('p95Ms')
  report(
    {
      name: 'terminations',
      ...headline(p95Ms),
      unit: 'ms, p95 from commit to painted figure',
      goal: `p95 ≤ ${GOAL_MS} ms`,
      met: p95Ms.ours.median <= GOAL_MS,
    },
    {
      measured: `entrants whom a rule refuses at random moments, somewhat more than one a second; from the moment in which the commit has resolved to the second animation frame after the rule's figure changed in the open termination overview of Chromium; ${ROUNDS} × ${REFUSALS_A_ROUND} refusals`,
      peerIs: `a page in the same browser that reads the same overview every ${POLL_EVERY_MS} ms and writes the figure`,
      p95Ms,
      p50Ms: of('p50Ms'),
      maxMs: of('maxMs'),
    },
  )
})
