import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { embedHostSaw, stubEmbedHost } from './src/runtime/testing/embed-host-stub.ts'

/** Without a window of its own around each page it takes a third less time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The name of what a value is imported from, unless it is our own. */
const LIBRARY = /^(?:import|export) (?!type )[^']*from '((?!\.|#|@desk\/|node:)[^']+)'/gm

const executablePath = process.env['CHROMIUM'] ?? CHROMIUM.find(path => existsSync(path))

/** Every library, with its inner path, that a folder's sources import. */
function librariesOf(folder: string): readonly string[] {
  const names = readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.|testing/.test(path))
    .flatMap(path => [...readFileSync(join(import.meta.dirname, folder, path), 'utf8').matchAll(LIBRARY)])
    .map(([, name = '']) => name)
  return [...new Set(names)]
}

/** Components in a browser, each test with a desk of its own. */
export default defineConfig({
  plugins: [react({ compiler: true })],
  // A library found during a test would reload its page: all that the sources name are prepared first.
  optimizeDeps: {
    include: [...librariesOf('src'), 'react/compiler-runtime', 'react/jsx-dev-runtime', 'vitest-browser-react'],
    // of 4.7 MB of effect 2.9 are comments, which each step from here to the browser would read again
    rolldownOptions: { output: { comments: false } },
  },
  test: {
    name: 'component',
    include: ['src/**/*.component.test.tsx'],
    setupFiles: ['src/runtime/testing/component-setup.ts'],
    isolate: false,
    // a page for each core: left to itself it takes one less
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    // a wait that is long enough for a busy machine costs nothing where nothing fails
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      commands: { stubEmbedHost, embedHostSaw },
      provider: playwright({
        // so that a press that cannot be made says why, before the test's own time is over
        actionTimeout: 15_000,
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
