import { rawAnswer } from '@desk/gateway/testing/raw-answer'
import { startRawBackend, type RawBackend } from '@desk/gateway/testing/raw-backend'
import { startBefore } from '@desk/gateway/testing/use-gateway'
import { FRONT_LIMITS } from '@desk/gateway/proxy/front-limits'
import { onTestFinished, describe, expect, test } from 'vitest'
import { openSlowBodies, type SlowBodies, type SlowBodiesOptions } from './stage/slow-bodies.ts'
import { promised } from './stage/promised.ts'
import { until } from './stage/until.ts'

/** More than the gateway has connections to the platform. */
const SLOW = 600
const PATHS = ['/return', '/v1/sessions', '/entry/1', '/v2/qualification-texts/1/qualification-options']
/** Honest clients come from 127.0.0.1. */
const ELSEWHERE = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

async function slow(options: SlowBodiesOptions): Promise<SlowBodies> {
  const bodies = await openSlowBodies(options)
  onTestFinished(() => bodies.close())
  return bodies
}

const honest = async (url: string): Promise<readonly number[]> => {
  const post = (path: string) => fetch(url + path, { method: 'POST', body: '{}', redirect: 'manual' })
  return Promise.all(
    [fetch(`${url}/return?rdud=b-1`), post('/return'), fetch(`${url}/v1/status`), post('/v1/sessions')].map(
      async answer => (await answer).status,
    ),
  )
}

const received = ({ requests }: RawBackend): number => requests.length

describe('bodies that come a byte at a time (F12)', () => {
  test.each([false, true])(
    '600 of them reach nothing behind the gateway, and delay no other caller; chunks: %s',
    { timeout: 60_000 },
    async isChunked => {
      const backend = await startRawBackend()
      const gateway = await startBefore(backend, { feed: 'metrics' })
      const bodies = await slow({
        url: gateway.url,
        count: SLOW,
        paths: PATHS,
        from: ELSEWHERE,
        isChunked,
        everyMs: 1_000,
      })
      await until('all are under way', promised(5_000), () => bodies.open() === SLOW)
      const statuses = await honest(gateway.url)
      expect({
        statuses,
        received: received(backend),
        connections: backend.openConnections() <= 4,
        open: bodies.open(),
      }).toEqual({ statuses: [200, 200, 200, 200], received: 4, connections: true, open: SLOW })
    },
  )

  test('each is ended in time, with 408', { timeout: 60_000 }, async () => {
    const backend = await startRawBackend()
    const gateway = await startBefore(backend, {
      feed: 'metrics',
      limits: { linkBodyWithinMs: 300, callBodyWithinMs: 300 },
    })
    const bodies = await slow({ url: gateway.url, count: 20, paths: PATHS, everyMs: 50 })
    await until('all connections are closed', promised(5_000), () => bodies.open() === 0, bodies.answers)
    expect([bodies.answers(), received(backend)]).toEqual([{ 408: 20 }, 0])
  })

  test(
    'one address has a limit of concurrent bodies: more get 429 with Retry-After, and other addresses go on',
    { timeout: 60_000 },
    async () => {
      const backend = await startRawBackend()
      const gateway = await startBefore(backend, {
        feed: 'metrics',
        limits: { bodies: { ...FRONT_LIMITS.bodies, maxPerAddress: 10 } },
      })
      const bodies = await slow({ url: gateway.url, count: 15, paths: PATHS, from: ['127.0.0.2'] })
      await until('five were refused', promised(5_000), () => bodies.answers()['429'] === 5, bodies.answers)
      const post = 'POST /return HTTP/1.1\r\nHost: desk\r\nContent-Length: 2\r\n\r\n{}'
      const [there, here] = [await rawAnswer(gateway.port, post, '127.0.0.2'), await rawAnswer(gateway.port, post)]
      expect([
        there.status,
        there.headers['retry-after'],
        (JSON.parse(there.text) as { message: string }).message,
        here.status,
      ]).toEqual([429, '5', 'Too many requests of this address are still being sent. Please wait a moment.', 200])
      bodies.close()
      await until(
        'the address may send again',
        promised(5_000),
        async () => (await rawAnswer(gateway.port, post, '127.0.0.2')).status === 200,
      )
    },
  )
})

test('a body over the limit of a link or a call gets 413 before it is sent, and never reaches the platform (F12)', async () => {
  const backend = await startRawBackend()
  const gateway = await startBefore(backend, { feed: 'metrics' })
  const ask = async (method: string, path: string, framing: string): Promise<unknown> => {
    const { status, text } = await rawAnswer(gateway.port, `${method} ${path} HTTP/1.1\r\nHost: desk\r\n${framing}`)
    return [status, (JSON.parse(text) as { message: string }).message]
  }
  const chunks = `Transfer-Encoding: chunked\r\n\r\n${`1000\r\n${'x'.repeat(4_096)}\r\n`.repeat(5)}`
  const options = '/v2/qualification-texts/1/qualification-options'
  expect([
    await ask('POST', '/return', 'Content-Length: 16385\r\n\r\n'),
    await ask('POST', '/return', chunks),
    await ask('POST', '/v1/sessions', 'Content-Length: 1000001\r\n\r\n'),
    await ask('POST', options, 'Content-Length: 1000001\r\n\r\n'),
    await ask('PUT', options, 'Content-Length: 8000001\r\n\r\n'),
  ]).toEqual(
    [16_384, 16_384, 1_000_000, 1_000_000, 8_000_000].map(bytes => [413, `The body is larger than ${bytes} bytes.`]),
  )
  const large = await fetch(gateway.url + options, { method: 'PUT', body: 'x'.repeat(2_000_000) })
  expect([large.status, backend.requests.map(({ body }) => body.length)]).toEqual([200, [2_000_000]])
})

test('the memory of all bodies is bounded, per address and in total', async () => {
  const backend = await startRawBackend()
  const gateway = await startBefore(backend, {
    feed: 'metrics',
    limits: { bodies: { maxPerAddress: 10, maxBytesPerAddress: 1_000, maxBytes: 1_500 } },
  })
  const post = (bytes: number, from: string): Promise<number> =>
    rawAnswer(
      gateway.port,
      `POST /return HTTP/1.1\r\nHost: desk\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`,
      from,
    ).then(({ status }) => status)
  expect([await post(1_001, '127.0.0.1'), await post(1_000, '127.0.0.1')]).toEqual([429, 200])
  // 900 bytes of a body that never ends are held while others come
  const held = await slow({
    url: gateway.url,
    count: 9,
    paths: ['/return'],
    from: ['127.0.0.2'],
    everyMs: 5,
    bodyBytes: 1_000,
  })
  await until(
    'the held bytes leave no room for 1,000 more',
    promised(10_000),
    async () => (await post(1_000, '127.0.0.1')) === 429,
  )
  expect(await post(100, '127.0.0.1')).toBe(200)
  held.close()
  await until('there is room again', promised(5_000), async () => (await post(1_000, '127.0.0.1')) === 200)
})

test('one address has a limit of connections, whatever their use (F12)', async () => {
  const backend = await startRawBackend()
  const gateway = await startBefore(backend, { feed: 'metrics', maxConnectionsPerAddress: 5 })
  const bodies = await slow({ url: gateway.url, count: 10, paths: ['/return'], from: ['127.0.0.2'] })
  const get = 'GET /v1/status HTTP/1.1\r\nHost: desk\r\n\r\n'
  await until(
    'an eleventh is refused',
    promised(5_000),
    async () => (await rawAnswer(gateway.port, get, '127.0.0.2')).status === 429,
  )
  expect((await rawAnswer(gateway.port, get)).status).toBe(200)
  bodies.close()
  await until(
    'the address may connect again',
    promised(5_000),
    async () => (await rawAnswer(gateway.port, get, '127.0.0.2')).status === 200,
  )
})
