import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCommand } from './run-command.ts'
import { faultsOfStyleSheets, readWebSources } from './style-sheets.ts'

const TSC = join('node_modules', '.bin', 'tsc')
const OXLINT = join('node_modules', '.bin', 'oxlint')
const OXFMT = join('node_modules', '.bin', 'oxfmt')
const KNIP = join('node_modules', '.bin', 'knip')
export interface CheckResult {
  readonly name: string
  readonly ok: boolean
  readonly output: string
}

/** Type-checks everything as one program, which reads each file once; what has not changed since the last time is not read again. */
export async function checkTypes(): Promise<CheckResult[]> {
  const { code, output } = await runCommand(TSC, ['-p', '.'])
  return [{ name: 'types', ok: code === 0, output }]
}

/** Lints everything, the rules of the house's floors among them, holds the classes of components against their sheets, and compares all with what the formatter would write. */
export async function checkLint(): Promise<CheckResult[]> {
  const lint = await runCommand(OXLINT, ['--deny-warnings'])
  const sheets = faultsOfStyleSheets(readWebSources())
  const format = await runCommand(OXFMT, ['--check'])
  return [
    { name: 'lint', ok: lint.code === 0, output: lint.output },
    { name: 'sheets', ok: sheets.length === 0, output: sheets.join('\n') },
    { name: 'format', ok: format.code === 0, output: `${format.output}\n\`pnpm format\` fixes them.` },
  ]
}

/** Looks for unused exports, files, dependencies and catalog versions (knip.json). */
export async function checkUnused(): Promise<CheckResult[]> {
  const { code, output } = await runCommand(KNIP, ['--no-progress', '--no-config-hints'])
  return [{ name: 'unused', ok: code === 0, output }]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = [...(await checkTypes()), ...(await checkLint()), ...(await checkUnused())]
  for (const result of results) {
    console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${result.name}`)
    if (!result.ok) console.log(result.output)
  }
  process.exit(results.every(result => result.ok) ? 0 : 1)
}
