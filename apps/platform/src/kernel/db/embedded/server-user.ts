import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedPostgresFailed } from './embedded-errors.ts'

export const SERVER_USER = 'desk-postgres'

/** How to start one of PostgreSQL's programs: the command prefix, and the user. */
export interface LaunchPlan {
  readonly prefix: readonly string[]
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  /** True when spawn itself has to change the user; otherwise the prefix does it, or it is not needed. */
  readonly spawnAsOwner: boolean
}

const AS_MYSELF: LaunchPlan = { prefix: [], owner: undefined, spawnAsOwner: false }

const CAP_DAC_OVERRIDE = 1n << 1n
const CAP_DAC_READ_SEARCH = 1n << 2n
const CAP_SETPCAP = 1n << 8n
const OTHERS_MAY_PASS = 0o001

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout, 10) : undefined
}

function userNamed(name: string): { uid: number; gid: number } | undefined {
  const uid = idOf(name, '-u')
  const gid = idOf(name, '-g')
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid }
}

function createServerUser(): void {
  const attempts: readonly (readonly [string, ...string[]])[] = [
    [
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      SERVER_USER,
    ],
    ['adduser', '-S', '-D', '-H', SERVER_USER],
  ]
  for (const [command, ...args] of attempts) {
    if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return
  }
}

/**
 * PostgreSQL refuses to run as root: uses its own user, created if missing; else the one of Debian's package; else
 * the user with the least rights.
 */
function serverUser(): { uid: number; gid: number } {
  if (userNamed(SERVER_USER) === undefined) createServerUser()
  const user = userNamed(SERVER_USER) ?? userNamed('postgres') ?? userNamed('nobody')
  if (user) return user
  throw new EmbeddedPostgresFailed({
    problem: `PostgreSQL does not run as root, and the system user ${SERVER_USER} can neither be found nor made`,
    cure: `Make the user (useradd --system ${SERVER_USER}), start as an ordinary user`,
  })
}

/** The folders up to and including the path that another user may not enter. */
export function closedFolders(path: string, owner: { uid: number }): string[] {
  const closed: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid } = statSync(folder)
    if (uid !== owner.uid && (mode & OTHERS_MAY_PASS) === 0) closed.unshift(folder)
    if (folder === dirname(folder)) return closed
  }
}

function effectiveCapabilities(): bigint {
  try {
    return BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  } catch {
    return 0n
  }
}

/**
 * A prefix that changes the user and keeps only the capability to enter closed folders.
 * PostgreSQL asks access(2), which drops a non-root user's capabilities unless no_setuid_fixup is set.
 */
function passingPrefix(owner: { uid: number; gid: number }): string[] | undefined {
  const mine = effectiveCapabilities()
  const capability =
    mine & CAP_DAC_READ_SEARCH ? 'dac_read_search' : mine & CAP_DAC_OVERRIDE ? 'dac_override' : undefined
  if (capability === undefined || !(mine & CAP_SETPCAP)) return undefined
  const prefix = [
    'setpriv',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--bounding-set=-all,+${capability}`,
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
  ]
  try {
    execFileSync('setpriv', [...prefix.slice(1), 'true'], { stdio: 'ignore' })
    return prefix
  } catch {
    return undefined
  }
}

/**
 * Decides the user that PostgreSQL runs as: an ordinary user runs it as themselves; root runs it as the owner of the existing
 * files, or as a dedicated user, with the right to enter closed folders only if there are any.
 * @param paths folders that the server must reach
 * @param filesOwner owner of the existing database files, when there are some
 * @throws EmbeddedPostgresFailed when that user cannot reach the paths
 */
export function planLaunch(paths: readonly string[], filesOwner: { uid: number; gid: number } | undefined): LaunchPlan {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return AS_MYSELF
  const owner = filesOwner && filesOwner.uid !== 0 ? filesOwner : serverUser()
  const closed = [...new Set(paths.flatMap(path => closedFolders(path, owner)))]
  if (closed.length === 0) return { prefix: [], owner, spawnAsOwner: true }
  const prefix = passingPrefix(owner)
  if (prefix) return { prefix, owner, spawnAsOwner: false }
  throw new EmbeddedPostgresFailed({
    problem: `as root it runs as another user (uid ${owner.uid}), who may not pass ${closed.join(', ')}`,
    cure: `Open the way (chmod o+x ${closed.join(' ')}), install util-linux (setpriv), set DATA_DIR to an open place, start as an ordinary user`,
  })
}
