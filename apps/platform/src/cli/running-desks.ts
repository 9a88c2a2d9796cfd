import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A desk that `pnpm start` or `pnpm dev` runs from this folder. */
export interface RunningDesk {
  readonly address: string
  readonly database: string
  /** The command that makes its first super admin, to be run from this folder. */
  readonly createAdmin: string
}

type Environment = Readonly<Record<string, string | undefined>>

const NOTES = join('.tmp', 'running-desks')
/** The environment variables that decide which database create-admin writes to and which passwords it takes. */
const SAME_AS_START = ['DATA_DIR', 'DATABASE_URL', 'PASSWORD_POLICY'] as const

/** Names a database without its password: the server and its database, or the folder of the embedded one. */
export function databaseName({ databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string }): string {
  if (databaseUrl === undefined) return `the embedded database in ${realPath(dataDir)}`
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${hostname}:${port || '5432'}`
}

/**
 * The command for a desk that was started with this environment. A URL with a password is named, and not printed.
 * @param desk the start of every command of the desk, like `pnpm desk`
 */
export function createAdminCommandFor(env: Environment, desk: string): string {
  const given = SAME_AS_START.flatMap(name => {
    const value = env[name]
    if (value === undefined || value === '') return []
    if (name === 'DATABASE_URL') return ['DATABASE_URL="$DATABASE_URL"']
    return [`${name}=${quoted(name === 'DATA_DIR' ? realPath(value) : value)}`]
  })
  return [...given, `${desk} create-admin`].join(' ')
}

/** Notes that this process runs a desk. @returns takes the note back */
export function noteRunningDesk(desk: RunningDesk, folder = NOTES): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.json`)
  writeFileSync(file, JSON.stringify(desk))
  return () => rmSync(file, { force: true })
}

/** The desks whose starter is alive; notes of those that were killed are removed. */
export function findRunningDesks(folder = NOTES): readonly RunningDesk[] {
  let files: string[]
  try {
    files = readdirSync(folder).filter(file => /^\d+\.json$/.test(file))
  } catch {
    return [] // no desk was ever started from here
  }
  return files.flatMap(file => {
    if (!isAlive(Number.parseInt(file, 10))) {
      rmSync(join(folder, file), { force: true })
      return []
    }
    try {
      return [JSON.parse(readFileSync(join(folder, file), 'utf8')) as RunningDesk] // written above
    } catch {
      return [] // it is being written, or has just been removed
    }
  })
}

/** Says why a user must not be created in this database while desks run: none of them would know the user. Null: go on. */
export function refusalBesideOtherDesks(database: string, running: readonly RunningDesk[]): string | null {
  if (running.length === 0 || running.some(desk => desk.database === database)) return null
  return [
    `This command would write to ${database}, and no running desk uses it.`,
    ...running.map(
      desk => `The desk at ${desk.address} uses ${desk.database}. For that desk, run:\n  ${desk.createAdmin}`,
    ),
    'To write to it all the same, add --anyway.',
  ].join('\n')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder) // nothing was started there yet
  }
}

function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
