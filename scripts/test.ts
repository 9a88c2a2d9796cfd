import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checkLint, checkTypes, type CheckResult } from './check.ts'
import { needProgram } from './debian-package.ts'
import { runCommand } from './run-command.ts'
import { buildWeb } from './web-build.ts'

interface LaneCount {
  readonly lane: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly seconds: number
  /** What failed, a line each. */
  readonly failures: readonly string[]
}

const REPORTS = join('.tmp', 'reports')
/** What the fault tests have bundled for themselves. */
const PROGRAMS = join('.tmp', 'programs')
const ALL_LANES = ['types', 'lint', 'unit', 'db', 'paths', 'browser'] as const
type Lane = (typeof ALL_LANES)[number]

async function main(): Promise<void> {
  const asked = process.argv.slice(2)
  const unknown = asked.filter(name => !ALL_LANES.some(lane => lane === name))
  if (unknown.length > 0) throw new Error(`No such lane: ${unknown.join(', ')}. Lanes are ${ALL_LANES.join(', ')}.`)
  const lanes = asked.length > 0 ? ALL_LANES.filter(lane => asked.includes(lane)) : [...ALL_LANES]
  for (const left of [REPORTS, PROGRAMS]) rmSync(left, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })

  const counts: LaneCount[] = []
  for (const lane of lanes) {
    const startedAt = performance.now()
    console.log(`\n── ${lane}`)
    const count = await runLane(lane)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    counts.push({ lane, ...count, seconds })
    console.log(`── ${lane}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`)
  }

  // at the end, where a reader of a long log looks first
  for (const { lane, failures } of counts) for (const failure of failures) console.log(`\nFAILED in ${lane}: ${failure}`)

  console.log('')
  for (const { lane, passed, failed, seconds } of counts) console.log(`${lane.padEnd(8)} ${String(passed).padStart(5)} ok ${String(failed).padStart(4)} not ok ${String(seconds).padStart(5)} s`)
  const sum = (of: (count: LaneCount) => number): number => counts.reduce((total, count) => total + of(count), 0)
  const skipped = sum(count => count.skipped)
  const failed = sum(count => count.failed)
  console.log(`${sum(count => count.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 ? 0 : 1)
}

type Counted = Omit<LaneCount, 'lane' | 'seconds'>
const NO_REPORT: Counted = { passed: 0, failed: 1, skipped: 0, failures: ['there is no report: the lane did not start, or was ended'] }

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string; readonly failureMessages: readonly string[] }[]
  }[]
}

interface PlaywrightSuite {
  readonly specs?: readonly { readonly file: string; readonly title: string; readonly ok: boolean; readonly tests: readonly { readonly results: readonly { readonly error?: { readonly message?: string } }[] }[] }[]
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number }
  readonly suites: readonly PlaywrightSuite[]
}

async function runLane(lane: Lane): Promise<Counted> {
  switch (lane) {
    case 'types':
      return countChecks(await checkTypes())
    case 'lint':
      return countChecks(await checkLint())
    case 'unit':
    case 'paths':
      return runVitest(lane)
    case 'db':
      return runVitest(lane, { REDIS_SERVER: await needProgram(['redis-server'], 'redis-server', 'REDIS_SERVER') })
    case 'browser':
      await buildWeb()
      return runPlaywright(await needBrowser())
  }
}

/** Chromium without a window of its own around each page, which takes a third less time; or the whole one, where that cannot be had. */
async function needBrowser(): Promise<string> {
  try {
    return await needProgram(['chromium-headless-shell'], 'chromium-headless-shell', 'CHROMIUM')
  } catch {
    return needProgram(['chromium', 'chromium-browser'], 'chromium', 'CHROMIUM')
  }
}

function countChecks(results: readonly CheckResult[]): Counted {
  for (const result of results) if (!result.ok) console.log(`FAILED ${result.name}\n${result.output}`)
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => name)
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures }
}

async function runVitest(project: string, env: NodeJS.ProcessEnv = {}): Promise<Counted> {
  const report = join(REPORTS, `${project}.json`)
  const { code } = await runCommand(join('node_modules', '.bin', 'vitest'), ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { show: true, env })
  const json = readReport(report) as VitestReport | null
  if (!json) return NO_REPORT
  // a lane that fails without a failing test (a file that does not load, an unhandled error) has failed all the same
  const failed = code !== 0 && json.numFailedTests === 0 ? 1 : json.numFailedTests
  const failures = json.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const ofTests = assertionResults.filter(result => result.status === 'failed').map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${shortened(failureMessages.join('\n'))}`)
    return ofTests.length === 0 && status === 'failed' ? [`${file}\n${shortened(message ?? '')}`] : ofTests
  })
  return { passed: json.numPassedTests, failed, skipped: json.numPendingTests + json.numTodoTests, failures }
}

async function runPlaywright(chromium: string): Promise<Counted> {
  const report = join(process.cwd(), REPORTS, 'browser.json')
  const { code } = await runCommand(join('node_modules', '.bin', 'playwright'), ['test', '--reporter=list,json'], {
    show: true,
    cwd: 'tests',
    env: { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const json = readReport(report) as PlaywrightReport | null
  if (!json) return NO_REPORT
  const { expected, unexpected, flaky, skipped } = json.stats
  return { passed: expected, failed: code !== 0 && unexpected + flaky === 0 ? 1 : unexpected + flaky, skipped, failures: json.suites.flatMap(failuresOf) }
}

function failuresOf({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, title, tests }) => {
    const message = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? [])).join('\n')
    return `${file} › ${title}\n${shortened(message)}`
  })
  return [...own, ...suites.flatMap(failuresOf)]
}

const MAX_SHOWN_LINES = 12

function shortened(message: string): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter(line => !line.includes('node_modules'))
    .slice(0, MAX_SHOWN_LINES)
    .map(line => `    ${line}`)
    .join('\n')
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

await main()
