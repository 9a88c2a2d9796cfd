import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { rawAnswer } from '../testing/raw-answer.ts'
import { startBoth } from '../testing/use-gateway.ts'
import { boundPipelines } from './pipelines.ts'

const AT_ONCE = 4
/** The most that Node reads of a connection in one piece. */
const PIECE_BYTES = 64 * 1024
const STILL_MS = 200

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: desk\r\n\r\n`
const numbered = (count: number): string => Array.from({ length: count }, (_, no) => get(`/${no}`)).join('')

/** A server with bounded pipelines, a client that has written to it, and what both saw. */
async function piped(listener: RequestListener, bytes: string) {
  const logged: unknown[] = []
  const log = pino({ level: 'warn' }, { write: line => void logged.push(JSON.parse(line)) })
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  boundPipelines(server, log)
  const accepted = once(server, 'connection') as Promise<[Socket]>
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const client = connect(port, '127.0.0.1', () => client.write(bytes))
  onTestFinished(() => void client.destroy())
  let received = ''
  client.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  const [connection] = await accepted
  return { client, connection, logged, received: () => received }
}

test('requests of one connection are handled four at once, and answered in the order in which they came (F12)', async () => {
  const open: ServerResponse[] = []
  let most = 0
  const { received } = await piped((_request, response) => {
    open.push(response)
    if (open.length > 1) return
    setImmediate(() => {
      most = Math.max(most, open.length)
      // the last one is ready first
      for (const ready of open.splice(0).toReversed()) ready.end(`<${ready.req.url}>`)
    })
  }, numbered(400))
  const answered = (): string[] => received().match(/<\/\d+>/g) ?? []
  await expect.poll(() => answered().length).toBe(400)
  expect([most, answered()]).toEqual([AT_ONCE, Array.from({ length: 400 }, (_, no) => `</${no}>`)])
})

test('the body of a request that waits arrives when its turn comes', async () => {
  const body = 'b'.repeat(4 * PIECE_BYTES)
  const post = `POST / HTTP/1.1\r\nHost: desk\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const { received } = await piped(
    (request, response) => {
      let size = 0
      request.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => response.end(`<${size}>`))
    },
    numbered(9) + post.repeat(9),
  )
  await expect
    .poll(() => received().match(/<\d+>/g))
    .toEqual([...Array.from({ length: 9 }, () => '<0>'), ...Array.from({ length: 9 }, () => `<${body.length}>`)])
})

test('a connection whose requests are not answered is not read further (F12)', async () => {
  const { client, connection } = await piped(() => undefined, numbered(AT_ONCE + 1))
  client.write(get('/more').repeat(1_000_000))
  let before = -1
  const isStill = (): boolean => {
    const isSame = connection.bytesRead === before
    before = connection.bytesRead
    return isSame
  }
  await expect.poll(isStill, { interval: STILL_MS }).toBe(true)
  expect(connection.bytesRead).toBeLessThan(2 * PIECE_BYTES)
})

test('a client that leaves many requests unanswered is one line in the log, with their count (F12)', async () => {
  const lines: { readonly level: number; readonly unanswered?: number }[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as { level: number })
      done()
    },
  })
  const { gateway, platform } = await startBoth({ log: pino({ level: 'warn' }, sink) })
  const asked: ServerResponse[] = []
  platform.routes.set('GET /return', (_request, response) => void asked.push(response))
  const client = connect(gateway.port, '127.0.0.1', () => client.write(get('/return?rdud=b-1').repeat(300)))
  await expect.poll(() => asked.length).toBe(AT_ONCE)
  client.resetAndDestroy()
  for (const response of asked) response.end('{}')
  // the first answer may leave before the end of the connection is noticed
  await expect.poll(() => lines.map(({ unanswered = 0 }) => unanswered > 300 - AT_ONCE)).toEqual([true])
})

test('one address has 64 returns under way at the platform, and the respondents of other addresses go on (F12)', async () => {
  const { gateway, platform } = await startBoth()
  let underWay = 0
  platform.routes.set('GET /return', (_request, response, url) => {
    if (url.searchParams.has('other')) return void response.end('{}')
    underWay += 1
  })
  for (let no = 0; no < 40; no += 1) {
    const client = connect({ port: gateway.port, host: '127.0.0.1', localAddress: '127.0.0.2' }, () =>
      client.write(get('/return?rdud=b-1').repeat(AT_ONCE)),
    )
    onTestFinished(() => void client.destroy())
  }
  await expect.poll(() => underWay).toBe(64)
  const { status } = await rawAnswer(gateway.port, get('/return?other'))
  expect([status, underWay]).toEqual([200, 64])
})
