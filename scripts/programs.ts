import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { runCommand } from './run-command.ts'
import { sourceHash } from './source-hash.ts'

/** The file of each process that `pnpm start` runs. */
export interface Programs {
  readonly platform: string
  readonly gateway: string
  readonly simulator: string
}

/** As they are written, to be run through tsx. */
export const PROGRAM_SOURCES: Programs = {
  platform: 'apps/platform/src/app/main.ts',
  gateway: 'apps/gateway/src/main.ts',
  simulator: 'apps/platform/src/demo/simulate.ts',
}

const BUILDS = join('.tmp', 'programs')
const SOURCES = [
  join('apps', 'platform', 'src'),
  join('apps', 'gateway', 'src'),
  join('packages', 'schema', 'src'),
  join('packages', 'machines', 'src'),
  join('packages', 'api', 'src'),
  join('scripts', 'program-bundle.ts'),
  'pnpm-lock.yaml',
]
/** A running desk restarts its processes from the files that it started with; later builds go into other folders. */
const BUILDS_KEPT = 8

/** Bundles the processes of the desk, which start and run with less work so than from their sources through tsx; does nothing where these very sources are bundled already. */
export async function buildPrograms(): Promise<Programs> {
  // a bundle names the place on the disk that it was made at
  const folder = resolve(BUILDS, sourceHash(SOURCES, resolve('.')))
  await bundleOnce({ ...PROGRAM_SOURCES }, folder)
  const newestFirst = readdirSync(BUILDS)
    .map(name => join(BUILDS, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  for (const old of newestFirst.slice(BUILDS_KEPT)) rmSync(old, { recursive: true, force: true })
  return {
    platform: join(folder, 'platform.mjs'),
    gateway: join(folder, 'gateway.mjs'),
    simulator: join(folder, 'simulator.mjs'),
  }
}

const TSX = join('node_modules', '.bin', 'tsx')
const BUNDLER = join('scripts', 'program-bundle.ts')

/**
 * Bundles programs into a folder, whole or not at all; one that is there already stays. Several processes may want the same one at once.
 * A process of its own does it, since a bundler keeps hundreds of megabytes until it ends.
 */
export async function bundleOnce(sources: Readonly<Record<string, string>>, folder: string): Promise<void> {
  if (existsSync(folder)) return
  mkdirSync(dirname(folder), { recursive: true })
  const made = `${folder}.${process.pid}`
  const { code, output } = await runCommand(TSX, [
    BUNDLER,
    made,
    ...Object.entries(sources).map(([name, file]) => `${name}=${file}`),
  ])
  if (code !== 0) throw new Error(`The programs do not build:\n${output}`)
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true }) // another process was faster
  }
}
