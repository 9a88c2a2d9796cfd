import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rawAnswer } from '../testing/raw-answer.ts'
import { startBoth } from '../testing/use-gateway.ts'

/** As large as the contract, which is public. */
const LARGE = Buffer.alloc(1_200_000, ' ')
/** More than the gateway has connections to the platform and may read ahead. */
const ASKED = 1_000
/** At least so many are read ahead, or in part: 128 MB. */
const READ_AHEAD = 111
/** Nothing more is answered for so long: what is read ahead is full, and connections are held. */
const STILL_MS = 500
/** Connections that one address may hold. */
const TURNS = 64

test('a client that asks for a thousand answers and reads none does not block the API for others (F9, F12)', async () => {
  const { gateway, platform } = await startBoth()
  let answered = 0
  platform.routes.set('GET /openapi.json', (_request, response) => {
    answered += 1
    response.writeHead(200, { 'content-length': LARGE.length }).end(LARGE)
  })
  platform.routes.set('GET /v1/small', (_request, response) => void response.end('{}'))
  const greedy = connect({ port: gateway.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  onTestFinished(() => void greedy.destroy())
  greedy.on('error', () => undefined) // cut: 'close' follows
  greedy.pause()
  greedy.write('GET /openapi.json HTTP/1.1\r\nHost: desk\r\n\r\n'.repeat(ASKED))
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
  greedy.destroy()
  let underWay = 0
  platform.routes.set('GET /v1/waiting', () => void (underWay += 1))
  const next = connect({ port: gateway.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  onTestFinished(() => void next.destroy())
  next.write('GET /v1/waiting HTTP/1.1\r\nHost: desk\r\n\r\n'.repeat(2 * TURNS))
  await expect.poll(() => underWay, { timeout: 10_000 }).toBe(TURNS)
  expect(await small('127.0.0.1')).toBe(200)
}, 30_000)
