import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '#testing/database/harness'
import { asOwner, silentLog } from '#testing/database/test-server'
import { joinDatabase, openDatabaseUrl } from './open-database.ts'

const config = (databaseUrl: string | undefined, dataDir = '/nowhere') => ({ databaseUrl, dataDir })

/** An old server, as far as its version is asked: it lets everybody in and answers each query with one row. */
function oldServer(version: string, text: string): Promise<string> {
  const message = (type: string, ...parts: (string | Buffer)[]) => {
    const body = Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part)))
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 65_535)])
  const column = (name: string, oid: number) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(oid), int16(-1 & 65_535), int32(0), int16(0)])
  const value = (content: string) => Buffer.concat([int32(content.length), Buffer.from(content)])
  const ready = message('Z', 'I')
  const answer = Buffer.concat([
    message('T', int16(2), column('number', 23), column('text', 25)),
    message('D', int16(2), value(version), value(text)),
    message('C', 'SELECT 1\0'),
    ready,
  ])
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
      socket.on('data', chunk => chunk[0] === 'Q'.charCodeAt(0) && socket.write(answer))
    })
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`postgres://me@127.0.0.1:${(server.address() as AddressInfo).port}/desk`),
    )
  })
}

test('a server of one own is used as it is', async () => {
  const { serverUrl } = testServer()
  const opened = await openDatabaseUrl(config(serverUrl), silentLog)
  expect([opened.url, opened.kind]).toEqual([serverUrl, 'yours'])
  await opened.stop()
  expect(await asOwner(serverUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('one below 15 is refused with its version', async () => {
  const old = await oldServer('140012', '14.12 (Debian)')
  await expect(openDatabaseUrl(config(old), silentLog)).rejects.toThrow(
    'The database at DATABASE_URL cannot be used: it is PostgreSQL 14.12 (Debian). Sample Desk needs PostgreSQL 15 or newer; without DATABASE_URL it brings its own.',
  )
  expect((await openDatabaseUrl(config(await oldServer('150000', '15.0')), silentLog)).kind).toEqual('yours')
})

test('one that does not answer, one without the database: each has its message', async () => {
  const url = new URL(testServer().serverUrl)
  const changed = (change: Partial<Pick<URL, 'port' | 'pathname' | 'password'>>) =>
    Object.assign(new URL(url), change).href
  await expect(openDatabaseUrl(config(changed({ port: '1' })), silentLog, 0)).rejects.toThrow(
    /does not answer within 0 s \(connect ECONNREFUSED 127.0.0.1:1\)\. Start it/,
  )
  await expect(openDatabaseUrl(config(changed({ pathname: '/none' })), silentLog, 0)).rejects.toThrow(
    /database "none" does not exist\. Check the address/,
  )
})

test('a start waits for a server that comes later, and says so once, not with each attempt (operate.md §2)', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
  const address = new URL(testServer().serverUrl)
  let attempts = 0
  const path = createServer(socket => {
    attempts += 1
    if (attempts <= 3) return void socket.destroy()
    const server = connect(Number(address.port), address.hostname)
    socket.pipe(server).pipe(socket)
    for (const end of [socket, server]) end.on('error', () => {})
  })
  onTestFinished(() => void path.close())
  await new Promise<void>(resolve => path.listen(0, '127.0.0.1', resolve))
  const { port } = path.address() as AddressInfo // a TCP server that listens has one
  const behind = Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(port) })
  const opened = await openDatabaseUrl(config(behind.href), log, 30_000)
  expect([opened.kind, attempts, lines.length]).toEqual(['yours', 4, 1])
})

test('without DATABASE_URL it is the embedded one, which a command beside it joins', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-open-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const opened = await openDatabaseUrl(config(undefined, dataDir), silentLog)
  const joined = await joinDatabase(config(undefined, dataDir), silentLog)
  expect([opened.kind, joined.url]).toEqual(['embedded', opened.url])
  await joined.stop()
  expect(await asOwner(opened.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await opened.stop()
  expect(() => readFileSync(join(dataDir, 'desk.lock'))).toThrow('ENOENT')
})
