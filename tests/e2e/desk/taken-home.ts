import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Within tests/, so that a test finds the packages that it names. */
const HOMES = join(ROOT, 'tests', '.tmp')

interface Ran {
  readonly code: number
  readonly output: string
}

/** The results of downloaded files. */
export interface TakenHome {
  /** How Vitest ended, and each test with its outcome and the first line of why. */
  readonly vitest: {
    readonly code: number
    readonly tests: readonly { readonly title: string; readonly status: string; readonly why: string }[]
  }
  /** The output of `pnpm replay` for the journal. */
  readonly replay: Ran
}

function runProgram(program: string, args: readonly string[]): Promise<Ran> {
  // Playwright forces colours upon what its tests begin, and Node warns of two settings.
  const { FORCE_COLOR: _, ...env } = process.env
  return new Promise(resolve => {
    execFile(
      join(ROOT, 'node_modules', '.bin', program),
      args,
      { cwd: ROOT, env: { ...env, NO_COLOR: '1' } },
      (error, stdout, stderr) => {
        resolve({
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          output: stdout + stderr,
        })
      },
    )
  })
}

/** Runs a downloaded test with Vitest, and `pnpm replay` on the downloaded journal, as a developer does. */
export async function runTakenHome(test: string, journal: string): Promise<TakenHome> {
  mkdirSync(HOMES, { recursive: true })
  const folder = mkdtempSync(join(HOMES, 'home-'))
  try {
    writeFileSync(join(folder, 'taken.test.ts'), test)
    writeFileSync(join(folder, 'journal.json'), journal)
    const report = join(folder, 'report.json')
    const [ran, replay] = await Promise.all([
      runProgram('vitest', ['run', '--project', 'unit', '--root', folder, '--reporter=json', `--outputFile=${report}`]),
      runProgram('tsx', [join('scripts', 'replay.ts'), join(folder, 'journal.json')]),
    ])
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
    }
    const tests = testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, status, failureMessages }) => ({
        title,
        status,
        why: failureMessages.join('\n').split('\n', 1)[0] ?? '',
      })),
    )
    return { vitest: { code: ran.code, tests }, replay }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
