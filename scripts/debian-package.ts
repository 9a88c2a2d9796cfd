import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, resolve } from 'node:path'
import { runCommand } from './run-command.ts'

/** Gives the path of the first of these programs on PATH, or at its whole path; or null. */
export function findProgram(names: readonly string[]): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const path = resolve(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // not in this folder
      }
    }
  }
  return null
}

/** Finds a program, or installs it from Debian's packages and says so; fails with what to install by hand where it cannot. */
export async function needProgram(names: readonly string[], debianPackage: string, variable: string): Promise<string> {
  const given = process.env[variable]
  if (given) return given
  const found = findProgram(names)
  if (found) return found
  const apt = findProgram(['apt-get'])
  const isRoot = process.getuid?.() === 0
  const byHand = `Install ${debianPackage} and run this again, or set ${variable} to the program's path.`
  if (!apt || !isRoot)
    throw new Error(`No ${names.join(' or ')} was found, and it cannot be installed from here. ${byHand}`)
  console.log(`No ${names.join(' or ')} was found: installing ${debianPackage} from Debian's packages…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand(apt, ['update'], { env })
  const { code, output } = await withoutServices(() =>
    runCommand(apt, ['install', '-y', '--no-remove', '--no-install-recommends', debianPackage], { env }),
  )
  const installed = findProgram(names)
  if (code !== 0 || !installed)
    throw new Error(`Installing ${debianPackage} failed:\n${output.slice(-2000)}\n${byHand}`)
  return installed
}

/** With these files Debian's packages start no service, and PostgreSQL's makes no cluster, while they are installed. */
const NO_SERVICES = [
  { file: '/usr/sbin/policy-rc.d', text: '#!/bin/sh\nexit 101\n' },
  { file: '/etc/postgresql-common/createcluster.d/no-main.conf', text: 'create_main_cluster = false\n' },
]

async function withoutServices<A>(install: () => Promise<A>): Promise<A> {
  const written = NO_SERVICES.filter(({ file }) => !existsSync(file))
  for (const { file, text } of written) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode: 0o755 })
  }
  try {
    return await install()
  } finally {
    for (const { file } of written) rmSync(file)
  }
}
