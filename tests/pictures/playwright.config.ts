import { defineConfig } from '@playwright/test'
import browserLane from '../playwright.config.ts'

/** `pnpm pictures`: as the browser lane, but for what it runs. */
export default defineConfig(browserLane, {
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../../.tmp/playwright-pictures',
  globalSetup: '../e2e/desk/global-setup.ts',
  fullyParallel: false,
  timeout: 180_000,
})
