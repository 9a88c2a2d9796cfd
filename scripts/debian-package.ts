import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './run-command.ts'

/** Gives the path of the first of these programs on PATH, or null. */
export function findProgram(names: readonly string[]): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name)
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
  const { code, output } = await runCommand(
    apt,
    ['install', '-y', '--no-remove', '--no-install-recommends', debianPackage],
    { env },
  )
  const installed = findProgram(names)
  if (code !== 0 || !installed)
    throw new Error(`Installing ${debianPackage} failed:\n${output.slice(-2000)}\n${byHand}`)
  return installed
}
