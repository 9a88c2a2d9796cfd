import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Outcome } from './outcome.ts'
import { runPlaywrightLane } from './playwright-lane.ts'
import { MAX_SECOND_TRIES, withSecondTries } from './second-try.ts'
import { runVitestLane } from './vitest-lane.ts'

// each test starts a runner or two, beside whatever else the lanes do
vi.setConfig({ testTimeout: 60_000 })

let folder: string
beforeEach(() => {
  mkdirSync('.tmp', { recursive: true })
  folder = mkdtempSync(join('.tmp', 'lane-'))
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** One test passes, one fails the first time it is run, one fails each time. */
const threeTests = (importing: string): string => `
  import { appendFileSync, readFileSync } from 'node:fs'
  ${importing}
  const times = () => { appendFileSync(${JSON.stringify(resolve(folder, 'times'))}, '.'); return readFileSync(${JSON.stringify(resolve(folder, 'times'))}, 'utf8').length }
  test('passes', () => {})
  test('by chance (§4.3, a+b)', () => expect(times()).toBe(2))
  test('fails', () => expect('broken').toBe('whole'))
`

const told = (outcome: Outcome) => ({
  passed: outcome.passed,
  failed: outcome.failed,
  failures: outcome.failures.map(({ file, title }) => [file, title]),
  flaky: outcome.flaky.map(({ file, title }) => [file, title]),
})

test('vitest: what fails is run again alone; what passes then is flaky and counts as passed, what fails again has failed', async () => {
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { projects: [{ test: { name: 'tried', root: ${JSON.stringify(resolve(folder))}, include: ['*.try.ts'] } }] } }`,
  )
  writeFileSync(join(folder, 'three.try.ts'), threeTests(`import { expect, test } from 'vitest'`))
  const outcome = await runVitestLane({ project: 'tried', reports: folder, config: join(folder, 'vitest.config.ts') })
  const file = join(relative('.', folder), 'three.try.ts')
  expect(told(outcome)).toEqual({
    passed: 2,
    failed: 1,
    failures: [[file, 'fails']],
    flaky: [[file, 'by chance (§4.3, a+b)']],
  })
})

test('vitest: an error that no test caught fails its file, which is run again whole', async () => {
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { projects: [{ test: { name: 'tried', root: ${JSON.stringify(resolve(folder))}, include: ['*.try.ts'] } }] } }`,
  )
  writeFileSync(
    join(folder, 'unseen.try.ts'),
    `import { test } from 'vitest'\n test('passes', async () => { void Promise.reject(new Error('unseen')); await new Promise(resolve => setImmediate(resolve)) })`,
  )
  const outcome = await runVitestLane({ project: 'tried', reports: folder, config: join(folder, 'vitest.config.ts') })
  expect(told(outcome)).toEqual({
    passed: 1,
    failed: 1,
    failures: [[join(relative('.', folder), 'unseen.try.ts'), '']],
    flaky: [],
  })
})

test('Playwright: the same', async () => {
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { testDir: '.', testMatch: '*.try.ts', outputDir: 'out' }`,
  )
  writeFileSync(
    join(folder, 'three.try.ts'),
    threeTests(
      `import { expect, test } from ${JSON.stringify(resolve('tests/node_modules/@playwright/test/index.mjs'))}`,
    ),
  )
  const outcome = await runPlaywrightLane({ folder, reports: folder })
  expect(told(outcome)).toEqual({
    passed: 2,
    failed: 1,
    failures: [['three.try.ts', 'fails']],
    flaky: [['three.try.ts', 'by chance (§4.3, a+b)']],
  })
})

test('so many failures are no chance: nothing is run again', async () => {
  const failures = Array.from({ length: MAX_SECOND_TRIES + 1 }, (_, number) => ({
    file: 'a.test.ts',
    title: `test ${number}`,
    message: '',
  }))
  const first: Outcome = { passed: 5, failed: failures.length, skipped: 0, failures, flaky: [] }
  const passesAlone = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
  expect(await withSecondTries(first, passesAlone)).toEqual(first)
  expect(passesAlone).not.toHaveBeenCalled()
})
