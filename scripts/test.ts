import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
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
}

const REPORTS = join('.tmp', 'reports')
const ALL_LANES = ['types', 'lint', 'unit', 'db', 'paths', 'browser'] as const
type Lane = (typeof ALL_LANES)[number]

async function main(): Promise<void> {
  const asked = process.argv.slice(2)
  const unknown = asked.filter(name => !ALL_LANES.some(lane => lane === name))
  if (unknown.length > 0) throw new Error(`No such lane: ${unknown.join(', ')}. Lanes are ${ALL_LANES.join(', ')}.`)
  const lanes = asked.length > 0 ? ALL_LANES.filter(lane => asked.includes(lane)) : [...ALL_LANES]
  rmSync(REPORTS, { recursive: true, force: true })
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

  console.log('')
  for (const { lane, passed, failed, seconds } of counts) console.log(`${lane.padEnd(8)} ${String(passed).padStart(5)} ok ${String(failed).padStart(4)} not ok ${String(seconds).padStart(5)} s`)
  const sum = (of: (count: LaneCount) => number): number => counts.reduce((total, count) => total + of(count), 0)
  const skipped = sum(count => count.skipped)
  const failed = sum(count => count.failed)
  console.log(`${sum(count => count.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 ? 0 : 1)
}

type Counted = Omit<LaneCount, 'lane' | 'seconds'>

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
      return runPlaywright(await needProgram(['chromium', 'chromium-browser'], 'chromium', 'CHROMIUM'))
  }
}

function countChecks(results: readonly CheckResult[]): Counted {
  for (const result of results) if (!result.ok) console.log(`FAILED ${result.name}\n${result.output}`)
  return { passed: results.filter(result => result.ok).length, failed: results.filter(result => !result.ok).length, skipped: 0 }
}

async function runVitest(project: string, env: NodeJS.ProcessEnv = {}): Promise<Counted> {
  const report = join(REPORTS, `${project}.json`)
  const { code } = await runCommand(join('node_modules', '.bin', 'vitest'), ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { show: true, env })
  const json = readReport(report) as { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number } | null
  if (!json) return { passed: 0, failed: 1, skipped: 0 }
  // a lane that fails without a failing test (a file that does not load, an unhandled error) has failed all the same
  const failed = code !== 0 && json.numFailedTests === 0 ? 1 : json.numFailedTests
  return { passed: json.numPassedTests, failed, skipped: json.numPendingTests + json.numTodoTests }
}

async function runPlaywright(chromium: string): Promise<Counted> {
  const report = join(process.cwd(), REPORTS, 'browser.json')
  const { code } = await runCommand(join('node_modules', '.bin', 'playwright'), ['test', '--reporter=list,json'], {
    show: true,
    cwd: 'tests',
    env: { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const json = readReport(report) as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } | null
  if (!json) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = json.stats
  return { passed: expected, failed: code !== 0 && unexpected + flaky === 0 ? 1 : unexpected + flaky, skipped }
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

await main()
