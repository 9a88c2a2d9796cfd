import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'
import { sourceHash } from './source-hash.ts'

const WEB = join('apps', 'web')
/** Of vite.config.ts: the pages beside the console. */
const OWN_PAGES = ['verifier', 'supplier']
const STAMP = join(WEB, 'dist', '.source-hash')
const SOURCES = [
  join(WEB, 'src'),
  join(WEB, 'public'),
  join(WEB, 'index.html'),
  join(WEB, 'verify-statement.html'),
  join(WEB, 'supplier-statements.html'),
  join(WEB, 'vite.config.ts'),
  join(WEB, 'first-load.ts'),
  join(WEB, 'own-lazy-routes.ts'),
  join(WEB, 'package.json'),
  join('packages', 'schema', 'src'),
  join('packages', 'machines', 'src'),
  join('packages', 'api', 'src'),
  join('packages', 'schema', 'return-hash-examples'),
  'pnpm-lock.yaml',
]

/** Builds the web client into apps/web/dist unless the build there is of these very sources. */
export async function buildWeb(): Promise<void> {
  const hash = sourceHash(SOURCES)
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return
  console.log('Building the web client…')
  await build([])
  // each by itself, beside the console
  for (const mode of OWN_PAGES) await build(['--mode', mode])
  // a file that changed during the build, by the router plugin too, is built the next time
  writeFileSync(STAMP, hash)
}

async function build(options: readonly string[]): Promise<void> {
  const { code, output } = await runCommand(join('node_modules', '.bin', 'vite'), ['build', ...options], {
    cwd: WEB,
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(`The web client does not build:\n${output}`)
}
