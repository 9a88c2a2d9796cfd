import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** A test waits for a third of its time, for timers and for drawing: while it does, another one can have the core. */
const WORKERS_PER_CORE = 1.5

export default defineConfig({
  testDir: '.',
  // one project, and one set of worker fixtures: a test of another one would end its worker, and the next one starts a desk and a browser again
  testMatch: ['e2e/**/*.e2e.ts', 'paths/browser/**/*.e2e.ts'],
  outputDir: '../.tmp/playwright',
  globalSetup: './e2e/desk/global-setup.ts',
  workers: Math.ceil(availableParallelism() * WORKERS_PER_CORE),
  fullyParallel: false,
  // what fails is run again alone, at the end of the lane: scripts/lanes/second-try.ts
  retries: 0,
  // a wait that is long enough for a slow and busy machine costs nothing where nothing fails
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // a trace of every test takes longer than the test: DESK_TRACE=1 keeps those of the failed ones
    trace: process.env['DESK_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS },
  },
})
