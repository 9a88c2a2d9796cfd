import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCommand } from './run-command.ts'

const TSC = join('node_modules', '.bin', 'tsc')
const OXLINT = join('node_modules', '.bin', 'oxlint')
const PROJECTS = ['.', 'packages/schema', 'packages/machines', 'packages/api', 'apps/platform', 'apps/gateway', 'apps/web', 'tests', 'bench']

export interface CheckResult {
  readonly name: string
  readonly ok: boolean
  readonly output: string
}

const AT_ONCE = 2

/** Type-checks every project, some at once. */
export async function checkTypes(): Promise<CheckResult[]> {
  const results = new Map<string, CheckResult>()
  const waiting = [...PROJECTS]
  const checkWaiting = async (): Promise<void> => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      const { code, output } = await runCommand(TSC, ['--noEmit', '-p', project])
      results.set(project, { name: `types of ${project}`, ok: code === 0, output })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, checkWaiting))
  return PROJECTS.flatMap(project => results.get(project) ?? [])
}

/** Lints everything, the rules of the house's floors among them. */
export async function checkLint(): Promise<CheckResult[]> {
  const { code, output } = await runCommand(OXLINT, ['--deny-warnings'])
  return [{ name: 'lint', ok: code === 0, output }]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = [...(await checkTypes()), ...(await checkLint())]
  for (const result of results) {
    console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${result.name}`)
    if (!result.ok) console.log(result.output)
  }
  process.exit(results.every(result => result.ok) ? 0 : 1)
}
