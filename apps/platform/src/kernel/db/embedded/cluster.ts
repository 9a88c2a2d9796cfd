import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { readOrMakeSecret } from '../../config/secret-file.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresFailed } from './embedded-errors.ts'
import { program, run } from './program.ts'
import type { LaunchPlan } from './server-user.ts'

export const LOGIN_ROLE = 'desk'
export const DATABASE_NAME = 'desk'

/** The superuser has no password and no line here: only the owner of the files can become it, by `postgres --single`. */
const HBA = `# written at each start; only the login role may come in, from this machine, by password
host all ${LOGIN_ROLE} 127.0.0.1/32 scram-sha-256
`

export function clusterDir(dataDir: string): string {
  return join(dataDir, 'postgres')
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password')
}

/** The access rules (pg_hba). The file is outside the cluster, so that root never writes into another user's folder. */
export function hbaFile(dataDir: string): string {
  return join(dataDir, 'postgres-hba.conf')
}

/** Who owns the existing database files; undefined when there are none yet. */
export function filesOwner(dataDir: string): { uid: number; gid: number } | undefined {
  try {
    const { uid, gid } = statSync(clusterDir(dataDir))
    return { uid, gid }
  } catch {
    return undefined
  }
}

async function singleUser(
  plan: LaunchPlan,
  binaries: Binaries,
  dir: string,
  statements: readonly string[],
  database = 'postgres',
): Promise<void> {
  const args = [
    '--single',
    '-D',
    dir,
    '-c',
    'exit_on_error=on',
    '-c',
    'shared_buffers=16MB',
    '-c',
    'log_statement=none',
    database,
  ]
  const { code, output } = await run(program(plan, binaries.postgres, args), `${statements.join('\n')}\n`)
  if (code !== 0)
    throw new EmbeddedPostgresFailed({
      problem: `its role could not be set up in ${dir}`,
      cure: 'See what PostgreSQL said',
      output,
    })
}

/** Creates the cluster beside its final place and moves it there when complete, so that a crash leaves no partial cluster. */
async function initialise(
  plan: LaunchPlan,
  binaries: Binaries,
  dataDir: string,
  password: string,
  quick: boolean,
): Promise<void> {
  const draft = `${clusterDir(dataDir)}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (plan.owner) chownSync(draft, plan.owner.uid, plan.owner.gid)
  const args = [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(quick ? ['--no-sync'] : []),
  ]
  const { code, output } = await run(program(plan, binaries.initdb, args))
  if (code !== 0) {
    throw new EmbeddedPostgresFailed({ problem: `initdb failed in ${draft}`, cure: 'See what PostgreSQL said', output })
  }
  await singleUser(plan, binaries, draft, [
    `create role ${LOGIN_ROLE} login createdb createrole password '${password}'`,
    `create database ${DATABASE_NAME} owner ${LOGIN_ROLE}`,
  ])
  renameSync(draft, clusterDir(dataDir))
}

function chownAll(path: string, owner: { uid: number; gid: number }): void {
  lchownSync(path, owner.uid, owner.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) chownAll(inner, owner)
    else lchownSync(inner, owner.uid, owner.gid)
  }
}

function checkExisting(plan: LaunchPlan, dataDir: string, dir: string, ourMajor: string): void {
  const { uid } = statSync(dir)
  if (plan.owner) {
    if (uid === 0) {
      // copied by root, as from a backup
      chownAll(dir, plan.owner)
      chmodSync(dir, 0o700)
    }
  } else if (process.getuid && uid !== process.getuid()) {
    throw new EmbeddedPostgresFailed({
      problem: `${dir} belongs to another user (uid ${uid}): it was made when Sample Desk ran as root or as that user`,
      cure: `Start as root or as that user, give the files to yourself (chown -R ${process.getuid()} ${dataDir})`,
    })
  }
  const theirMajor = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (theirMajor !== ourMajor) {
    throw new EmbeddedPostgresFailed({
      problem: `${dir} was made by PostgreSQL ${theirMajor}, this is PostgreSQL ${ourMajor}`,
      cure: `Dump it with the version of Sample Desk that made it and restore it here, set another DATA_DIR`,
    })
  }
}

/** Lets the login role make base backups, which only a superuser may otherwise. */
export function allowBaseBackups(plan: LaunchPlan, binaries: Binaries, dataDir: string): Promise<void> {
  const functions = ['pg_backup_start(text, boolean)', 'pg_backup_stop(boolean)', 'pg_switch_wal()']
  const grants = functions.map(name => `grant execute on function ${name} to ${LOGIN_ROLE}`)
  return singleUser(plan, binaries, clusterDir(dataDir), grants, DATABASE_NAME)
}

/**
 * Prepares DATA_DIR for `postgres`: a cluster of the right version and owner, and a login role with its password in
 * DATA_DIR/postgres-password. Creates the missing parts.
 * @param quick true leaves out fsync, for tests
 */
export async function prepareCluster(
  plan: LaunchPlan,
  binaries: Binaries,
  dataDir: string,
  quick: boolean,
): Promise<{ password: string }> {
  const dir = clusterDir(dataDir)
  const passwordLost = !existsSync(passwordFile(dataDir))
  const password = readOrMakeSecret(passwordFile(dataDir), () => randomBytes(24).toString('hex'))
  const made = existsSync(join(dir, 'PG_VERSION'))
  if (!made) {
    if (existsSync(dir)) {
      if (readdirSync(dir).length > 0) {
        throw new EmbeddedPostgresFailed({
          problem: `${dir} holds files that are no PostgreSQL database`,
          cure: 'Move them away, set another DATA_DIR',
        })
      }
      rmdirSync(dir)
    }
    await initialise(plan, binaries, dataDir, password, quick)
  } else {
    checkExisting(plan, dataDir, dir, '18')
    if (passwordLost) await singleUser(plan, binaries, dir, [`alter role ${LOGIN_ROLE} password '${password}'`])
  }
  writeFileSync(hbaFile(dataDir), HBA, { mode: 0o644 })
  return { password }
}
