import { fork, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { silentLog } from '#testing/database/test-server'
import { findRunningEmbedded, startEmbedded, type EmbeddedServer } from './embedded.ts'
import { DataDirHeld } from './embedded/embedded-errors.ts'
import { processStart } from './embedded/process-identity.ts'
import { readPostmasterPid } from './embedded/stale-server.ts'

const asRoot = process.getuid?.() === 0
const onLinux = process.platform === 'linux'
const RUN_TYPESCRIPT = ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'desk-embedded-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log: silentLog })
  onTestFinished(() => server.stop())
  return server
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

/** Retries until the restarting server answers. The test's own time limit ends it. */
async function askUntilAnswered(url: string, statement: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await ask(url, statement)
    } catch (error) {
      if (
        !/ECONNREFUSED|ECONNRESET|57P0[123]|terminated/.test(
          `${String(Reflect.get(error as Error, 'code'))} ${(error as Error).message}`,
        )
      )
        throw error
    }
  }
}

/** Starts a process that runs a server on the folder; gives it with its first output. */
function hold(dataDir: string): Promise<{ child: ChildProcess; said: { url?: string; refused?: string } }> {
  const child = fork(join(import.meta.dirname, '../../testing/database/hold-embedded.ts'), [dataDir], {
    execArgv: RUN_TYPESCRIPT,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    child.once('message', (said: { url?: string; refused?: string }) => resolve({ child, said }))
    child.once('error', reject)
  })
}

function exited(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise(resolve => child.once('exit', resolve))
}

function serverPid(dataDir: string): number {
  return readPostmasterPid(join(dataDir, 'postgres'))?.pid ?? 0
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

describe('starting', () => {
  test('the first start makes the database, the second finds what the first one stored', async () => {
    const dataDir = join(makeDir(), 'made', 'here')
    const first = await startEmbedded({ dataDir, log: silentLog })
    await ask(first.url, 'create table kept (id int); insert into kept values (1)')
    await first.stop()
    const second = await start(dataDir)
    expect(await ask(second.url, 'select id from kept')).toEqual([{ id: 1 }])
  })

  test('it is durable, listens on this machine alone, and gives no superuser', async () => {
    const { url } = await start(makeDir())
    const settings = await ask(
      url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as listen,
        current_user as me, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as above`,
    )
    expect(settings).toEqual([{ fsync: 'on', commit: 'on', listen: '127.0.0.1', me: 'desk', above: false }])
  })

  test('no one connects without the password, which only its owner may read', async () => {
    const dataDir = makeDir()
    const { url } = await start(dataDir)
    const wrong = new URL(url)
    wrong.password = 'wrong'
    const superuser = new URL(url)
    superuser.username = 'postgres'
    await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    await expect(ask(superuser.href, 'select 1')).rejects.toMatchObject({ code: '28000' })
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toEqual(0o600)
  })

  test('a lost password file is made again', async () => {
    const dataDir = makeDir()
    await (await startEmbedded({ dataDir, log: silentLog })).stop()
    rmSync(join(dataDir, 'postgres-password'))
    const { url } = await start(dataDir)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('an interrupted first start is done again', async () => {
    const dataDir = makeDir()
    mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
    const { url } = await start(dataDir)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('files of another major version are refused with instructions', async () => {
    const dataDir = makeDir()
    await (await startEmbedded({ dataDir, log: silentLog })).stop()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(startEmbedded({ dataDir, log: silentLog })).rejects.toMatchObject({
      _tag: 'EmbeddedPostgresFailed',
      problem: `${join(dataDir, 'postgres')} was made by PostgreSQL 17, this is PostgreSQL 18`,
    })
    expect(existsSync(join(dataDir, 'desk.lock'))).toEqual(false)
  })

  test.runIf(asRoot)('root works below a folder that is closed to others', async () => {
    const closed = join(makeDir(), 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const first = await startEmbedded({ dataDir: join(closed, 'data'), log: silentLog })
    await ask(first.url, 'create table kept as select 1 as id')
    await first.stop()
    const { url } = await start(join(closed, 'data'))
    expect(await ask(url, 'select id from kept')).toEqual([{ id: 1 }])
  })

  test.runIf(asRoot)('files that root has copied are given back to the server', async () => {
    const dir = makeDir()
    const first = await startEmbedded({ dataDir: join(dir, 'first'), log: silentLog })
    await ask(first.url, 'create table kept as select 1 as id')
    await first.stop()
    cpSync(join(dir, 'first'), join(dir, 'copy'), { recursive: true })
    const { url } = await start(join(dir, 'copy'))
    expect(await ask(url, 'select id from kept')).toEqual([{ id: 1 }])
  })
})

describe('one at a time', () => {
  test('a second start in another process says who holds the folder, and ends with 1', async () => {
    const dataDir = makeDir()
    const { url } = await start(dataDir)
    const { pid, since } = JSON.parse(readFileSync(join(dataDir, 'desk.lock'), 'utf8')) as {
      pid: number
      since: string
    }
    const { child, said } = await hold(dataDir)
    expect(said).toEqual({ refused: new DataDirHeld({ dataDir, pid: process.pid, since }).message })
    expect([pid, await exited(child)]).toEqual([process.pid, 1])
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a command finds the server that runs', async () => {
    const dataDir = makeDir()
    expect(findRunningEmbedded(dataDir)).toEqual(undefined)
    const server = await startEmbedded({ dataDir, log: silentLog })
    expect(findRunningEmbedded(dataDir)).toEqual(server.url)
    await server.stop()
    expect(findRunningEmbedded(dataDir)).toEqual(undefined)
  })
})

describe('ends without warning', () => {
  test('kill -9 of the process that holds it leaves no server, and the next start finds everything acknowledged', async () => {
    const dataDir = makeDir()
    const { child, said } = await hold(dataDir)
    await ask(said.url ?? '', 'create table kept (id int); insert into kept select generate_series(1, 1000)')
    const orphan = serverPid(dataDir)
    child.kill('SIGKILL')
    await exited(child)
    const { url } = await start(dataDir)
    expect(await ask(url, 'select count(*)::int as kept from kept')).toEqual([{ kept: 1000 }])
    expect([processStart(orphan), serverPid(dataDir) === orphan]).toEqual([undefined, false])
  })

  test.runIf(onLinux)('kill -9 of everything at once: holder, keeper and server', async () => {
    const dataDir = makeDir()
    const { child, said } = await hold(dataDir)
    await ask(said.url ?? '', 'create table kept as select 1 as id')
    const server = serverPid(dataDir)
    for (const pid of [child.pid ?? 0, parentOf(server), server]) process.kill(pid, 'SIGKILL')
    await exited(child)
    const { url } = await start(dataDir)
    expect(await ask(url, 'select id from kept')).toEqual([{ id: 1 }])
  })

  test('a server that is killed comes back at the same address', async () => {
    const dataDir = makeDir()
    const { url } = await start(dataDir)
    await ask(url, 'create table kept as select 1 as id')
    const killed = serverPid(dataDir)
    process.kill(killed, 'SIGKILL')
    expect(await askUntilAnswered(url, 'select id from kept')).toEqual([{ id: 1 }])
    expect(serverPid(dataDir)).not.toEqual(killed)
  })

  test.runIf(onLinux)('a keeper that is killed is replaced, at the same address', async () => {
    const dataDir = makeDir()
    const { url } = await start(dataDir)
    await ask(url, 'create table kept as select 1 as id')
    const killed = serverPid(dataDir)
    process.kill(parentOf(killed), 'SIGKILL')
    while (serverPid(dataDir) === killed || serverPid(dataDir) === 0) await new Promise(setImmediate)
    expect(await askUntilAnswered(url, 'select id from kept')).toEqual([{ id: 1 }])
  })
})
