import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { hash64 } from '../packages/machines/src/journal/fingerprint.ts'

const MACHINES = join('packages', 'machines', 'src')
export const VERSIONS_FILE = join(MACHINES, 'journal', 'versions.ts')

/** These interpret a chart and decode its events: they are named by their version, their code is not looked at. */
const OUTSIDE = /^(xstate|effect)(\/|$)/
const versionOf = (library: string): string => {
  const file = createRequire(resolve(MACHINES, 'registry.ts')).resolve(`${library}/package.json`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

interface Bundle {
  readonly output: readonly { readonly type: string; readonly code?: string }[]
}

/**
 * Gives all code that a module's exports reach, in one text: its own and that of every helper and constant of this repository,
 * without types, comments and unused code. So it changes with the body of a guard, but not with a comment or the formatting.
 */
async function codeOf(file: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'esnext',
      minify: false,
      lib: { entry: resolve(file), formats: ['es'] },
      rolldownOptions: {
        external: OUTSIDE,
        // Of a module that is imported for a constant, the constant alone is asked for.
        treeshake: { moduleSideEffects: false },
        output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
      },
    },
  })) as unknown as readonly Bundle[] // build's type covers watching as well.
  return built.flatMap(({ output }) => output.map(({ code = '' }) => code)).join('\n')
}

/** Gives the version of the machine of a file: 16 hex digits of a hash of all that decides what it does. */
export async function machineVersion(file: string): Promise<string> {
  return hash64(`xstate ${versionOf('xstate')}\n${await codeOf(file)}`)
}

/** Gives the version of every machine, by its name. */
export async function machineVersions(): Promise<Readonly<Record<string, string>>> {
  const names = readdirSync(MACHINES).filter(name => existsSync(join(MACHINES, name, `${name}.machine.ts`)))
  const versions: [string, string][] = []
  for (const name of names.toSorted())
    versions.push([name, await machineVersion(join(MACHINES, name, `${name}.machine.ts`))])
  return Object.fromEntries(versions)
}

/** Gives the text of the file that keeps the versions. */
export function versionsText(versions: Readonly<Record<string, string>>): string {
  const lines = Object.entries(versions).map(
    ([name, version]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: '${version}',`,
  )
  return `/** The version of each machine, which journal entries carry: derived from its code by \`tsx scripts/write-machine-diagrams.ts\`, never by hand. */
export const VERSIONS = {
${lines.join('\n')}
} as const
`
}
