/** From the call that switches a feature of an account to the control that an open tab shows or takes away, and the same for a page that asks once a second. */
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import type { FeatureName } from '@desk/schema/features/account-features'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../scripts/web-build.ts'
import { newPage, signedInPage, startBrowser } from './desk/browser.ts'
import { startDatabaseServer } from './desk/database.ts'
import { startGateway, startPlatform } from './desk/processes.ts'
import { signIn, someoneOf } from './desk/study.ts'
import { startPollingFeature, shownTimes, watchControl } from './flags/control-page.ts'
import { unlessQuick } from './harness/quick.ts'
import { seeded } from './harness/random.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report, rounded } from './measure.ts'
import { clockOffsetMs, wallMs } from './painted/watch-cells.ts'

const ROUNDS = unlessQuick(3, 1)
const CHANGES_A_ROUND = unlessQuick(40, 4)
const WARM_UP = 2
/** At moments that fit no beat of anybody's. */
const PAUSE_MS = { least: 400, most: 1_500 }
const GIVEN_UP_MS = 5_000
const POLL_EVERY_MS = 1_000
const GOAL_MS = 1_000
const FEATURE: typeof FeatureName.Type = 'qualification_download'

interface Delay {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
}

runBench(async cleanup => {
  await buildWeb()
  const server = await startDatabaseServer('flags')
  cleanup(() => server.stop())
  const { url: databaseUrl, database } = await server.createDatabase()
  const maker = new StudyMaker(database)
  const accountId = await maker.account()
  const person = await someoneOf(database, accountId)
  const superAdmin = await maker.user({
    accountId: await maker.account({ isStaff: true }),
    roleId: ROLE_IDS.superAdmin,
    isStaff: true,
  })
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const gateway = await startGateway(platform.url)
  cleanup(() => gateway.stop())
  const ofSuperAdmin = await signIn(platform.url, { username: superAdmin.username, password: TEST_PASSWORD })
  const ofPerson = await signIn(platform.url, person)
  const browser = await startBrowser(cleanup)
  const random = seeded(5)
  let isOn = true

  async function change(): Promise<void> {
    isOn = !isOn
    const response = await fetch(`${gateway.url}/v1/account/${accountId}/features/${FEATURE}`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${ofSuperAdmin}`,
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
      },
      body: JSON.stringify({ is_on: isOn }),
    })
    if (!response.ok) throw new Error(`The feature's change answered ${response.status}: ${await response.text()}`)
  }

  /** Switches the feature by turns, and gives how long after the call was sent the page showed it. */
  async function measure(page: Page): Promise<Delay> {
    const offsetMs = await clockOffsetMs(page)
    const tookMs: number[] = []
    for (let at = 0; at < WARM_UP + CHANGES_A_ROUND; at++) {
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
      const seen = (await shownTimes(page)).length
      const sentAtMs = wallMs()
      await change()
      const isLate = (): boolean => wallMs() - sentAtMs > GIVEN_UP_MS
      let shown = await shownTimes(page)
      for (; shown.length === seen && !isLate(); shown = await shownTimes(page)) await sleep(20)
      const shownAtMs = shown[seen]
      if (shownAtMs === undefined) throw new Error(`Not shown within ${GIVEN_UP_MS} ms`)
      if (at >= WARM_UP) tookMs.push(shownAtMs - offsetMs - sentAtMs)
    }
    await page.context().close()
    return {
      p50Ms: rounded(quantile(tookMs, 0.5)),
      p95Ms: rounded(quantile(tookMs, 0.95)),
      maxMs: rounded(Math.max(...tookMs)),
    }
  }

  const sides = await byTurns(ROUNDS, {
    async ours() {
      const page = await signedInPage(browser, gateway.url, person)
      await page.goto(`${gateway.url}/#/qualifications?shelf=library`)
      const control = page.getByRole('button', { name: 'Export', exact: true })
      await control.waitFor({ state: isOn ? 'visible' : 'detached' })
      await page.getByRole('tab', { name: 'Library' }).waitFor()
      await watchControl(page)
      return measure(page)
    },
    async peer() {
      const page = await newPage(browser)
      await page.goto(`${gateway.url}/version.json`)
      await startPollingFeature(page, { token: ofPerson, feature: FEATURE, everyMs: POLL_EVERY_MS })
      await watchControl(page)
      return measure(page)
    },
  })

  const of = (figure: keyof Delay) =>
    compare(
      sides,
      ours => ours[figure],
      polling => polling[figure],
    )
  const p95Ms = of('p95Ms')
  report(
    {
      name: 'flags',
      ...headline(p95Ms),
      unit: 'ms, p95 from the call to the painted change of an open tab',
      goal: `p95 ≤ ${GOAL_MS} ms`,
      met: p95Ms.ours.median <= GOAL_MS,
    },
    {
      measured: `a super admin switches the feature ${FEATURE} of an account off and on at random moments, through the gateway; from the moment in which the call is sent to the second animation frame after “Export CSV” came or went in the open tab of a user of that account; ${ROUNDS} × ${CHANGES_A_ROUND} changes`,
      peerIs: `a page in the same browser that asks who its user is every ${POLL_EVERY_MS} ms, and shows or removes the button`,
      p95Ms,
      p50Ms: of('p50Ms'),
      maxMs: of('maxMs'),
    },
  )
})
