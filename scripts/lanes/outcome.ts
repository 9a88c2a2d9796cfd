import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** A test that failed; without a title, its whole file. */
export interface Failure {
  readonly file: string
  readonly title: string
  /** The line of the title, for runners that take a line. */
  readonly line?: number
  readonly message: string
}

/** The result of a lane. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
  /** Tests that failed, and passed when run again alone. */
  readonly flaky: readonly Failure[]
}

export const NO_REPORT: Outcome = failedAsAWhole('there is no report: the lane did not start, or was ended')

/** A lane that had nothing to run. */
export const NOTHING_RUN: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }

/** A lane that failed where no single test did. */
export function failedAsAWhole(message: string): Outcome {
  return { passed: 0, failed: 1, skipped: 0, failures: [{ file: message, title: '', message: '' }], flaky: [] }
}

export function nameOf({ file, title }: Failure): string {
  return title === '' ? file : `${file} › ${title}`
}

const MAX_SHOWN_LINES = 12

/** The first lines of what a test said as it failed, without colours and without the runner's own frames. */
export function shortened(message: string): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter(line => !line.includes('node_modules'))
    .slice(0, MAX_SHOWN_LINES)
    .map(line => `    ${line}`)
    .join('\n')
}

/** Gives a runner's JSON report, or null where it wrote none. */
export function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
