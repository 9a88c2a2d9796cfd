import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'

const names = readdirSync('bench')
  .filter(file => file.endsWith('.bench.ts'))
  .map(file => file.slice(0, -'.bench.ts'.length))
  .sort()

const name = process.argv[2]
if (!name || !existsSync(join('bench', `${name}.bench.ts`))) {
  console.error(`Which one? pnpm bench ${names.join(' | ')}`)
  process.exit(1)
}
const { code } = await runCommand(
  process.execPath,
  ['--import', 'tsx', '--expose-gc', join('bench', `${name}.bench.ts`), ...process.argv.slice(3)],
  { show: true },
)
process.exit(code)
