import { resolve } from 'node:path'
import { runCommand } from '../run-command.ts'
import { NO_REPORT, failedAsAWhole, readReport, shortened, type Failure, type Outcome } from './outcome.ts'
import { withSecondTries } from './second-try.ts'

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly file: string
    readonly line: number
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly { readonly results: readonly { readonly error?: { readonly message?: string } }[] }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly suites: readonly PlaywrightSuite[]
}

export interface PlaywrightLane {
  /** The folder of playwright.config.ts. */
  readonly folder: string
  /** Where the JSON reports go. */
  readonly reports: string
  readonly env?: NodeJS.ProcessEnv
  /** These test files alone, seen from the root; `file:line` is one test. */
  readonly files?: readonly string[]
}

const PLAYWRIGHT = resolve('tests', 'node_modules', '.bin', 'playwright')

/** Runs the browser tests; what fails is run again alone. */
export async function runPlaywrightLane(lane: PlaywrightLane): Promise<Outcome> {
  const only = (lane.files ?? []).map(file => {
    const [path = '', line] = file.split(':')
    return `${escaped(resolve(path))}${line === undefined ? '$' : `:${line}`}`
  })
  const first = await run(lane, 'browser.json', only)
  return withSecondTries(first, async ({ file, title, line }) => {
    const { passed, failed } = await run(lane, 'browser-again.json', [
      `${escaped(file)}:${line}`,
      '--grep',
      escaped(title),
      '--workers',
      '1',
    ])
    return passed > 0 && failed === 0
  })
}

async function run(
  { folder, reports, env = {} }: PlaywrightLane,
  reportName: string,
  only: readonly string[],
): Promise<Outcome> {
  const report = resolve(reports, reportName)
  const { code } = await runCommand(PLAYWRIGHT, ['test', '--reporter=list,json', ...only], {
    show: true,
    cwd: folder,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const json = readReport(report) as PlaywrightReport | null // Playwright's own format
  if (!json) return NO_REPORT
  const { expected, unexpected, flaky, skipped } = json.stats
  const outcome = {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: json.suites.flatMap(failuresOf),
    flaky: [],
  }
  return code !== 0 && outcome.failed === 0
    ? { ...outcome, ...failedAsAWhole(`Playwright ended with ${code}, and no test failed`), passed: expected }
    : outcome
}

function failuresOf({ specs = [], suites = [] }: PlaywrightSuite): Failure[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({
      file,
      line,
      title,
      message: shortened(
        tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? [])).join('\n'),
      ),
    }))
  return [...own, ...suites.flatMap(failuresOf)]
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
