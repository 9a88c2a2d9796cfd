import { defineConfig } from '@playwright/test'
import browserLane from '../playwright.config.ts'

// the lane's projects say which of its files begin first, and would leave all pictures out
const { projects: _, ...lane } = browserLane

/** `pnpm pictures`: as the browser lane, but for what it runs. */
export default defineConfig(lane, {
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../../.tmp/playwright-pictures',
  globalSetup: '../e2e/desk/global-setup.ts',
  fullyParallel: false,
  // a test takes some thirty looks; on a busy machine each waits for seconds
  timeout: 600_000,
})
