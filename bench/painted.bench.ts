/** B2: from a commit to the painted cell of the open source table in Chromium, and the same for a page that polls once a second. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import type { Browser, Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../scripts/web-build.ts'
import { newPage, signedInPage, startBrowser } from './desk/browser.ts'
import { startDatabaseServer } from './desk/database.ts'
import { startGateway, startPlatform } from './desk/processes.ts'
import { completeOf, letIn, liveStudy, signIn, someoneOf } from './desk/study.ts'
import { unlessQuick } from './harness/quick.ts'
import { pick, seeded } from './harness/random.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report, rounded } from './measure.ts'
import { startPolling } from './painted/polling-page.ts'
import { clockOffsetMs, paintedCells, wallMs, watchCells } from './painted/watch-cells.ts'

const ROUNDS = unlessQuick(3, 1)
const COMMITS_A_ROUND = unlessQuick(25, 5)
const WARM_UP_COMMITS = 2
/** About one a second, at moments that fit no beat of anybody's. */
const PAUSE_MS = { least: 300, most: 1_700 }
const LAST_PAINT_WITHIN_MS = 3_000
const SOURCES = 12
const POLL_EVERY_MS = 1_000
const GOAL_MS = 150

interface Freshness {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
  readonly clockOffsetMs: number
}

runBench(async cleanup => {
  await buildWeb()
  const server = await startDatabaseServer('painted')
  cleanup(() => server.stop())
  const { url: databaseUrl, database } = await server.createDatabase()
  const study = await liveStudy(database, SOURCES)
  const person = await someoneOf(database, study.accountId)
  const ledger = createLedger(database)
  const respondents = await letIn(ledger, study, 2 * ROUNDS * (COMMITS_A_ROUND + WARM_UP_COMMITS))
  const sourceOf = new Map(respondents.map((hex, at) => [hex, study.sourceIds[(at + 1) % SOURCES] ?? study.sourceId]))
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const gateway = await startGateway(platform.url)
  cleanup(() => gateway.stop())
  const token = await signIn(platform.url, person)
  const browser: Browser = await startBrowser(cleanup)

  const random = seeded(2)
  const completes = new Map<number, number>()
  const path = `/v1/survey-stream-metrics/${study.surveyId}`

  /** Commits completes one by one, and gives how long after each commit the page had painted it. */
  async function measure(page: Page): Promise<Freshness> {
    await watchCells(page)
    const offsetMs = await clockOffsetMs(page)
    const commits: { line: string; completes: number; atMs: number }[] = []
    for (let commit = 0; commit < WARM_UP_COMMITS + COMMITS_A_ROUND; commit++) {
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
      const hex = pick(random, respondents)
      respondents.splice(respondents.indexOf(hex), 1)
      const sourceId = sourceOf.get(hex) ?? 0
      await ledger.write(study.accountId, [completeOf(hex)])
      const count = (completes.get(sourceId) ?? 0) + 1
      completes.set(sourceId, count)
      commits.push({ line: String(sourceId), completes: count, atMs: wallMs() })
    }
    await sleep(LAST_PAINT_WITHIN_MS)
    const painted = await paintedCells(page)
    await page.context().close()
    const agesMs = commits.slice(WARM_UP_COMMITS).map(commit => {
      // a later count says this one too: two commits may come in one frame
      const shown = painted.find(
        ({ line, text }) => line === commit.line && Number(text.replaceAll(/\D/g, '')) >= commit.completes,
      )
      if (!shown) throw new Error(`Not painted within ${LAST_PAINT_WITHIN_MS} ms: ${JSON.stringify(commit)}`)
      return shown.atMs - offsetMs - commit.atMs
    })
    return {
      p50Ms: rounded(quantile(agesMs, 0.5)),
      p95Ms: rounded(quantile(agesMs, 0.95)),
      maxMs: rounded(Math.max(...agesMs)),
      clockOffsetMs: rounded(offsetMs),
    }
  }

  const sides = await byTurns(ROUNDS, {
    async ours() {
      const page = await signedInPage(browser, gateway.url, person)
      await page.goto(`${gateway.url}/#/projects/${study.projectId}/survey/${study.surveyId}/streams`)
      await page.locator(`[data-line="${study.sourceId}"] [data-figure]`).waitFor()
      return measure(page)
    },
    async peer() {
      const page = await newPage(browser)
      await page.goto(`${gateway.url}/version.json`)
      await startPolling(page, path, token, POLL_EVERY_MS)
      return measure(page)
    },
  })

  const p95Ms = compare(
    sides,
    ours => ours.p95Ms,
    polling => polling.p95Ms,
  )
  report(
    {
      name: 'painted',
      ...headline(p95Ms),
      unit: 'ms, p95 from commit to painted cell',
      goal: `p95 ≤ ${GOAL_MS} ms`,
      met: p95Ms.ours.median <= GOAL_MS,
    },
    {
      measured: `completes at random moments, about one a second, on ${SOURCES} sources of one survey; from the moment in which the commit has resolved to the second animation frame after the cell's text changed, in the page; ${ROUNDS} × ${COMMITS_A_ROUND} commits`,
      peerIs: `a page in the same browser that reads the same table every ${POLL_EVERY_MS} ms and writes the cells that changed`,
      p95Ms,
      p50Ms: compare(
        sides,
        ours => ours.p50Ms,
        polling => polling.p50Ms,
      ),
      maxMs: compare(
        sides,
        ours => ours.maxMs,
        polling => polling.maxMs,
      ),
      clockOffsetMs: compare(
        sides,
        ours => ours.clockOffsetMs,
        polling => polling.clockOffsetMs,
      ),
    },
  )
})
