import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { startGateway, type RunningGateway } from '@desk/gateway/gateway'
import type { DeskDatabase } from '@desk/platform/db/desk-database'
import { createTestDatabase, type TestServer } from '@desk/platform/db/testing/test-server'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, makeDemoAccounts } from '@desk/platform/demo/demo-accounts'
import type { PlannedProject } from '@desk/platform/demo/demo-plan'
import { writeStudies, type WrittenSource } from '@desk/platform/demo/demo-studies'
import { startPlatform, type RunningPlatform } from '@desk/platform/server'
import { join } from 'node:path'
import { pino } from 'pino'
import { TEST_SERVER_VARIABLE } from './global-setup.ts'

const FEED_TOKEN = 'feed-token-of-the-browser-tests-01'

/** A survey of the tests with its sources, by their names. */
export interface DeskStudy {
  readonly projectId: number
  readonly surveyId: number
  readonly sources: Readonly<Record<string, WrittenSource>>
}

/** A whole desk of a worker's own: database, platform, gateway with the built web client. */
export interface Desk {
  readonly url: string
  readonly database: DeskDatabase
  /** Writes a new live study for one test, so that tests do not meet in one table. */
  newStudy(account: 'acme' | 'beta', projectName: string, sourceNames?: readonly string[]): Promise<DeskStudy>
  /** Comes in by the public link as a supplier's respondent; gives where one is sent, and the RDUD when it is the survey. */
  enter(source: WrittenSource, rid: string): Promise<{ location: string; rdud: string | null }>
  /** Comes back from the survey. */
  comeBack(rdud: string, inboundCode: string): Promise<number>
}

async function startDesk(): Promise<Desk & { stop(): Promise<void> }> {
  const server = JSON.parse(process.env[TEST_SERVER_VARIABLE] ?? '{}') as TestServer // written by the global setup
  const fresh = await createTestDatabase(server)
  await fresh.database.asSystem(makeDemoAccounts)
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  const platform: RunningPlatform = await startPlatform({
    database: fresh.database,
    settings: { internalAccountId: DEMO_ACCOUNTS.staff, feedToken: FEED_TOKEN },
    log,
    port: 0,
    sweeps: { abandonMs: 1_000, autoPauseMs: 1_000 },
  })
  const gateway: RunningGateway = await startGateway({ host: '127.0.0.1', port: 0, platformUrl: platform.url, feedToken: FEED_TOKEN, webRoot: join(process.cwd(), '..', 'apps', 'web', 'dist'), log })
  return {
    url: gateway.url,
    database: fresh.database,
    newStudy: (account, projectName, sourceNames = ['North panel', 'South panel']) => writeStudy(fresh.database, account, projectName, sourceNames),
    async enter(source, rid) {
      const response = await fetch(`${gateway.url}/entry/${source.sourceId}?sup=${source.supplierIds[0]}&rid=${rid}`, { redirect: 'manual' })
      const location = response.headers.get('location') ?? ''
      return { location, rdud: /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(location)?.[1] ?? null }
    },
    async comeBack(rdud, inboundCode) {
      const { status } = await fetch(`${gateway.url}/return?inbound_code=${inboundCode}&rdud=${rdud}`, { redirect: 'manual' })
      return status
    },
    async stop() {
      await gateway.stop()
      await platform.stop()
      await fresh.drop()
    },
  }
}

async function writeStudy(database: DeskDatabase, account: 'acme' | 'beta', projectName: string, sourceNames: readonly string[]): Promise<DeskStudy> {
  const sources = sourceNames.map((name, no) => ({
    name,
    type: 'diy' as const,
    status: 'live' as const,
    reason: null,
    target: 100,
    supplyPriceCents: 250 + no * 50,
    supplierNos: [no],
    pacing: 1 as const,
    clickBalancing: false,
    pastEntrants: 0,
    quality: { weights: { complete: 1, term: 0, overquota: 0, quality: 0, security: 0, abandon: 0 }, loiFactor: 1 },
  }))
  const project: PlannedProject = {
    accountId: DEMO_ACCOUNTS[account],
    name: projectName,
    number: `T-${projectName.length}-${sourceNames.length}`,
    consultantUserId: account === 'acme' ? 3 : 6,
    businessUnitId: account === 'acme' ? 1 : null,
    status: 'live',
    zoneCode: 15,
    outOfFieldInDays: 10,
    surveys: [{ name: `${projectName} survey`, iso2: 'US', language: 'en', status: 'live', loiMinutes: 10, irPercent: 50, target: 100 * sources.length, sellPriceCents: 600, sources }],
  }
  const written = await database.asSystem(tx => writeStudies(tx, [project], new Date()))
  const first = written[0]
  if (!first) throw new Error('The study has no source.')
  return { projectId: first.projectId, surveyId: first.surveyId, sources: Object.fromEntries(written.map(source => [source.plan.name, source])) }
}

interface Fixtures {
  /** Opens a new browser context signed in as this user, at the desk's landing page. */
  signIn: (username: string, options?: { viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' }) => Promise<Page>
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
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
  signIn: async ({ browser, desk }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (username, options = {}) => {
      const context = await browser.newContext({ baseURL: desk.url, ...options })
      contexts.push(context)
      const page = await context.newPage()
      await page.goto('/#/login')
      await page.getByLabel('Username').fill(username)
      await page.locator('input[type=password]').fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(/#\/projects/)
      return page
    })
    for (const context of contexts) await context.close()
  },
})
export { expect } from '@playwright/test'
