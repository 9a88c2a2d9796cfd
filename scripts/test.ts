import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles, projectFiles } from './changed/changed-files.ts'
import { chooseTests, type ChosenTests } from './changed/choose-tests.ts'
import { ImportGraph } from './changed/import-graph.ts'
import { laneOf } from './changed/tests-of-lane.ts'
import { checkLint, checkTypes, checkUnused, type CheckResult } from './check.ts'
import { needProgram } from './debian-package.ts'
import { journeysOf } from './lanes/journeys.ts'
import { DB_FILES_OF_ALL } from './lanes/lane-files.ts'
import { NOTHING_RUN, nameOf, type Outcome } from './lanes/outcome.ts'
import { runPlaywrightLane } from './lanes/playwright-lane.ts'
import { runVitestLane } from './lanes/vitest-lane.ts'
import { buildPrograms } from './programs.ts'
import { buildWeb } from './web-build.ts'

interface LaneCount extends Outcome {
  readonly lane: string
  readonly seconds: number
}

const REPORTS = join('.tmp', 'reports')
/** Programs that tests alone have, bundled for one run. */
const TEST_PROGRAMS = join('.tmp', 'test-programs')
/** Runs only what a change against main can reach. */
const CHANGED = '--changed'
/** Runs everything, as .ci/run does. */
const ALL = '--all'
const ALL_LANES = ['types', 'lint', 'unit', 'component', 'paths', 'db', 'faults', 'cluster', 'browser'] as const
type Lane = (typeof ALL_LANES)[number]
/** Run by `--all`, by a change that reaches them, and by name. */
const LANES_OF_ALL: readonly Lane[] = ['faults', 'cluster']
/**
 * The lanes of a row run side by side, each waiting for one core much of its time; nothing in them is judged by the
 * clock.
 */
const SIDE_BY_SIDE: readonly (readonly Lane[])[] = [
  ['types', 'lint', 'unit'],
  ['component', 'paths'],
]

async function main(): Promise<void> {
  const isChanged = process.argv.includes(CHANGED)
  const asked = process.argv.slice(2).filter(name => name !== CHANGED && name !== ALL)
  // a lane that is named runs whole
  const isWhole = process.argv.includes(ALL) || asked.length > 0
  const unknown = asked.filter(name => !ALL_LANES.some(lane => lane === name))
  if (unknown.length > 0) throw new Error(`No such lane: ${unknown.join(', ')}. Lanes are ${ALL_LANES.join(', ')}.`)
  const lanes =
    asked.length > 0
      ? ALL_LANES.filter(lane => asked.includes(lane))
      : ALL_LANES.filter(lane => isWhole || isChanged || !LANES_OF_ALL.includes(lane))
  for (const left of [REPORTS, TEST_PROGRAMS]) rmSync(left, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  const chosen: ChosenTests = isChanged ? testsOfTheChange() : { vitest: 'all', browser: 'all' }

  const alone = lanes.filter(lane => !SIDE_BY_SIDE.some(row => row.includes(lane))).map(lane => [lane])
  const counts: LaneCount[] = []
  for (const row of [...SIDE_BY_SIDE, ...alone])
    counts.push(
      ...(await Promise.all(row.filter(lane => lanes.includes(lane)).map(lane => countLane(lane, chosen, isWhole)))),
    )

  // at the end, where a reader of a long log looks first
  for (const { lane, failures } of counts)
    for (const failure of failures) console.log(`\nFAILED in ${lane}: ${nameOf(failure)}\n${failure.message}`)

  console.log('')
  for (const { flaky } of counts) for (const failure of flaky) console.log(`flaky: ${nameOf(failure)}`)
  for (const { lane, passed, failed, seconds } of counts)
    console.log(
      `${lane.padEnd(8)} ${String(passed).padStart(5)} ok ${String(failed).padStart(4)} not ok ${String(seconds).padStart(5)} s`,
    )
  const sum = (of: (count: LaneCount) => number): number => counts.reduce((total, count) => total + of(count), 0)
  const skipped = sum(count => count.skipped)
  const failed = sum(count => count.failed)
  const flaky = sum(count => count.flaky.length)
  if (flaky > 0) console.log(`${flaky} flaky: they passed only when run again alone. Mend those named above.`)
  console.log(`${sum(count => count.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exit(failed === 0 ? 0 : 1)
}

async function countLane(lane: Lane, chosen: ChosenTests, isWhole: boolean): Promise<LaneCount> {
  const startedAt = performance.now()
  console.log(`\n── ${lane}`)
  const count = await runLane(lane, chosen, isWhole)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `── ${lane}: ${count.passed} passed, ${count.failed} failed${flakyWord(count.flaky.length)} in ${seconds} s`,
  )
  return { lane, ...count, seconds }
}

function flakyWord(count: number): string {
  return count > 0 ? `, ${count} flaky` : ''
}

/** Types and lint are asked of everything each time. */
function testsOfTheChange(): ChosenTests {
  const files = projectFiles('.').filter(file => existsSync(file))
  const chosen = chooseTests(changedFiles('.'), files, new ImportGraph('.', files))
  for (const [name, tests] of Object.entries(chosen))
    console.log(`${name}: ${tests === 'all' ? 'every test' : `${tests.length} test files that the change can reach`}`)
  return chosen
}

async function runLane(lane: Lane, { vitest, browser }: ChosenTests, isWhole: boolean): Promise<Outcome> {
  const files = lane === 'browser' ? browser : vitest === 'all' ? vitest : vitest.filter(file => laneOf(file) === lane)
  if (lane !== 'types' && lane !== 'lint' && files.length === 0) return NOTHING_RUN
  const only = files === 'all' ? {} : { files }
  switch (lane) {
    case 'types':
      return countChecks(await checkTypes())
    case 'lint':
      return countChecks([...(await checkLint()), ...(await checkUnused())])
    case 'unit':
    case 'paths':
      return runVitestLane({ project: lane, reports: REPORTS, ...only })
    case 'component':
      return runVitestLane({ project: lane, reports: REPORTS, ...only, env: { CHROMIUM: await needBrowser() } })
    case 'db':
    case 'faults':
      // once, before the workers ask for it at once
      await buildPrograms()
      return runVitestLane({
        project: lane,
        reports: REPORTS,
        ...only,
        exclude: isWhole || files !== 'all' ? [] : DB_FILES_OF_ALL,
        env: {
          ...(isWhole ? {} : { BAD_INPUT: 'sample' }),
          REDIS_SERVER: await needProgram(['redis-server'], 'redis-server', 'REDIS_SERVER'),
          ...(lane === 'faults' ? { HAPROXY: await needProgram(['haproxy'], 'haproxy', 'HAPROXY') } : {}),
        },
      })
    case 'cluster':
      await buildPrograms()
      return runVitestLane({
        project: lane,
        reports: REPORTS,
        ...only,
        env: {
          POSTGRES_15: await needProgram(['/usr/lib/postgresql/15/bin/postgres'], 'postgresql-15', 'POSTGRES_15'),
          ETCD: await needProgram(['etcd'], 'etcd-server', 'ETCD'),
          PATRONI: await needProgram(['patroni'], 'patroni', 'PATRONI'),
          HAPROXY: await needProgram(['haproxy'], 'haproxy', 'HAPROXY'),
        },
      })
    case 'browser':
      await buildWeb()
      return runPlaywrightLane({
        folder: 'tests',
        reports: REPORTS,
        ...(isWhole || files !== 'all' ? only : { files: journeysOf('tests') }),
        env: { CHROMIUM: await needBrowser() },
      })
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

function countChecks(results: readonly CheckResult[]): Outcome {
  for (const result of results) if (!result.ok) console.log(`FAILED ${result.name}\n${result.output}`)
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => ({ file: name, title: '', message: '' }))
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures, flaky: [] }
}

await main()
