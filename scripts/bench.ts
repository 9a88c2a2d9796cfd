import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePrograms } from './program-bundle.ts'
import { runCommand } from './run-command.ts'

const names = readdirSync('bench')
  .filter(file => file.endsWith('.bench.ts'))
  .map(file => file.slice(0, -'.bench.ts'.length))
  .sort()
/**
 * Benches that measure the platform's own code in their own process: it runs from a bundle, as servers run it
 * (docs/decisions/0035).
 */
const IN_ITS_OWN_PROCESS = ['exclusions', 'ledger']

const name = process.argv[2]
if (!name || !existsSync(join('bench', `${name}.bench.ts`))) {
  console.error(`Which one? pnpm bench ${names.join(' | ')}`)
  process.exit(1)
}
const source = join('bench', `${name}.bench.ts`)
const { code } = await runCommand(
  process.execPath,
  ['--expose-gc', ...(await programOf(name, source)), ...process.argv.slice(3)],
  { show: true },
)
process.exit(code)

/** The arguments for node. */
async function programOf(name: string, source: string): Promise<string[]> {
  if (!IN_ITS_OWN_PROCESS.includes(name)) return ['--import', 'tsx', source]
  const folder = join('.tmp', `bench-${name}-program`)
  await bundlePrograms({ [name]: source }, folder)
  return ['--enable-source-maps', join(folder, `${name}.mjs`)]
}
