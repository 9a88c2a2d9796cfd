import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runCommand } from '../run-command.ts'
import { NO_REPORT, failedAsAWhole, readReport, shortened, type Failure, type Outcome } from './outcome.ts'
import { withSecondTries } from './second-try.ts'

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

export interface VitestLane {
  readonly project: string
  /** Where the JSON reports go. */
  readonly reports: string
  readonly env?: NodeJS.ProcessEnv
  /** These test files alone, as far as they are of this project. */
  readonly files?: readonly string[]
  /** Files by pattern that do not run. */
  readonly exclude?: readonly string[]
  /** Another configuration than the house's own. */
  readonly config?: string
}

/** Runs a project of vitest; what fails is run again alone. */
export async function runVitestLane(lane: VitestLane): Promise<Outcome> {
  const files = lane.files ?? []
  const first = await run(lane, `${lane.project}.json`, lane.files ? ['--passWithNoTests', ...files] : [])
  return withSecondTries(first, async ({ file, title }) => {
    const { passed, failed } = await run(lane, `${lane.project}-again.json`, [
      file,
      ...(title === '' ? [] : ['--testNamePattern', `^${escaped(title)}$`]),
    ])
    return passed > 0 && failed === 0
  })
}

async function run(
  { project, reports, env = {}, config, exclude = [] }: VitestLane,
  reportName: string,
  only: readonly string[],
): Promise<Outcome> {
  const report = join(reports, reportName)
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(config ? ['--config', config] : []),
    ...exclude.map(pattern => `--exclude=${pattern}`),
    ...only,
  ]
  const { code, output } = await runCommand(join('node_modules', '.bin', 'vitest'), args, { show: true, env })
  const json = readReport(report) as VitestReport | null // vitest's own format
  if (!json) return NO_REPORT
  const ofTests = json.testResults.flatMap(failuresOf)
  const failures = [
    ...ofTests,
    ...unhandledErrorsOf(output).filter(({ file }) => ofTests.every(failure => failure.file !== file)),
  ]
  const outcome = {
    passed: json.numPassedTests,
    failed: failures.length,
    skipped: json.numPendingTests + json.numTodoTests,
    failures,
    flaky: [],
  }
  return code !== 0 && failures.length === 0
    ? { ...outcome, ...failedAsAWhole(`vitest ended with ${code}, and no test failed`), passed: outcome.passed }
    : outcome
}

function failuresOf({ name, status, message, assertionResults }: VitestReport['testResults'][number]): Failure[] {
  const file = relative(process.cwd(), name)
  const ofTests = assertionResults
    .filter(result => result.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ file, title: fullName, message: shortened(failureMessages.join('\n')) }))
  return ofTests.length === 0 && status === 'failed'
    ? [{ file, title: '', message: shortened(message ?? '') }]
    : ofTests
}

/** The files in which something threw where no test could catch it: vitest's report leaves them out. */
function unhandledErrorsOf(output: string): Failure[] {
  const files = [...stripVTControlCharacters(output).matchAll(/This error originated in "([^"]+)" test file/g)].map(
    ([, file]) => file ?? '',
  )
  return [...new Set(files)].map(file => ({
    file,
    title: '',
    message: '    an error that no test caught; it is in the log above',
  }))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
