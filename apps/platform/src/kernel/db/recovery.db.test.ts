import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#migrations/migrate'
import { silentLog } from '#testing/database/test-server'
import { DeskDatabase } from './desk-database.ts'
import { startEmbedded, type EmbeddedServer } from './embedded.ts'
import { readPostmasterPid } from './embedded/stale-server.ts'

let dataDir: string
let server: EmbeddedServer
let database: DeskDatabase

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-recovery-'))
  server = await startEmbedded({ dataDir, log: silentLog, durable: false })
  await migrate(server.url, { migrations: {} })
  database = new DeskDatabase({ url: server.url, log: silentLog, maxConnections: 5 })
})

afterAll(async () => {
  await database.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof Error
        ? `${error.name}, may have committed: ${String(Reflect.get(error, 'mayHaveCommitted'))}`
        : String(error),
  )
}

const UNAVAILABLE = 'DatabaseUnavailable, may have committed: false'

/** The server and every process of it. */
function serverProcesses(): number[] {
  const postmaster = readPostmasterPid(join(dataDir, 'postgres'))?.pid ?? 0
  const children = readdirSync('/proc').filter(name => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster
    } catch {
      return false // no process, or it has ended since then
    }
  })
  return [postmaster, ...children.map(Number)]
}

test('while the server is away every call fails as unavailable; when it is back everything works again, listening too', async () => {
  const gaps: string[] = []
  let cameBack = () => {}
  const back = new Promise<void>(resolve => {
    cameBack = resolve
  })
  await database.listen('things', () => {}, {
    onGap: () => {
      gaps.push('gap')
      cameBack()
    },
  })
  // Five idle connections, and one transaction under way, are cut by the stop.
  await Promise.all(Array.from({ length: 5 }, () => database.ping()))
  const underWay = outcome(
    database.asSystem(async tx => {
      await server.stop()
      await sql`select 1`.execute(tx)
    }),
  )
  expect(await underWay).toEqual(UNAVAILABLE)
  expect(await Promise.all(Array.from({ length: 3 }, () => outcome(database.ping())))).toEqual([
    UNAVAILABLE,
    UNAVAILABLE,
    UNAVAILABLE,
  ])
  server = await startEmbedded({ dataDir, log: silentLog, durable: false, port: server.port })
  expect(await Promise.all(Array.from({ length: 8 }, () => outcome(database.ping())))).toEqual(
    Array.from({ length: 8 }, () => 'answered'),
  )
  await back
  expect(gaps).toEqual(['gap'])
})

test.runIf(process.platform === 'linux')(
  'a server that hangs is unavailable within seconds, and used again when it goes on',
  async () => {
    await Promise.all([database.ping(), database.ping()])
    const frozen = serverProcesses()
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    const startedMs = performance.now()
    let hanging: string
    try {
      hanging = await outcome(database.ping())
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    expect([hanging, performance.now() - startedMs < 8_000]).toEqual([UNAVAILABLE, true])
    expect(await outcome(database.ping())).toEqual('answered')
  },
)
