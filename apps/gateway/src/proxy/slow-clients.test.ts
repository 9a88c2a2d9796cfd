import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rawAnswer } from '../testing/raw-answer.ts'
import { startBoth } from '../testing/use-gateway.ts'

/** As large as the contract, which is public. */
const LARGE = Buffer.alloc(1_200_000, ' ')
const CONNECTIONS = 100
/** All of them ask for more than the gateway has connections to the platform and may read ahead. */
const ASKED_EACH = 10
/** Of one connection. */
const HANDLED_AT_ONCE = 4
/** At least so many are read ahead, or in part: 128 MB. */
const READ_AHEAD = 111
/** Nothing more is answered for so long: the read-ahead is full, and connections are held. */
const STILL_MS = 500
/** Connections that one address may hold. */
const TURNS = 64

test('a client that asks for a thousand answers on a hundred connections and reads none does not block the API for others (F9, F12)', async () => {
  const { gateway, platform } = await startBoth()
  let answered = 0
  platform.routes.set('GET /openapi.json', (_request, response) => {
    answered += 1
    response.writeHead(200, { 'content-length': LARGE.length }).end(LARGE)
  })
  platform.routes.set('GET /v1/small', (_request, response) => void response.end('{}'))
  const ask = (path: string, times: number) => {
    const socket = connect({ port: gateway.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined) // cut: 'close' follows
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: desk\r\n\r\n`.repeat(times))
    return socket
  }
  const greedy = Array.from({ length: CONNECTIONS }, () => ask('/openapi.json', ASKED_EACH))
  let before = 0
  const isFull = () => {
    const isStill = answered === before
    before = answered
    return isStill && answered >= READ_AHEAD
  }
  await expect.poll(isFull, { interval: STILL_MS, timeout: 20_000 }).toBe(true)
  const small = (from: string) =>
    rawAnswer(gateway.port, 'GET /v1/small HTTP/1.1\r\nHost: desk\r\n\r\n', from).then(({ status }) => status)
  expect(await small('127.0.0.1')).toBe(200)
  // and leaves nothing behind when it goes
  for (const socket of greedy) socket.destroy()
  let underWay = 0
  platform.routes.set('GET /v1/waiting', () => void (underWay += 1))
  for (let asked = 0; asked < 2 * TURNS; asked += HANDLED_AT_ONCE) ask('/v1/waiting', HANDLED_AT_ONCE)
  await expect.poll(() => underWay, { timeout: 10_000 }).toBe(TURNS)
  expect(await small('127.0.0.1')).toBe(200)
}, 30_000)
