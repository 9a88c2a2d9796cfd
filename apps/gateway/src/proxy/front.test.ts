import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rawAnswer, type RawAnswer } from '../testing/raw-answer.ts'
import { startRawBackend, valuesOf } from '../testing/raw-backend.ts'
import { startBefore, startBoth } from '../testing/use-gateway.ts'
import { front, guardUpgrades, type Handle } from './front.ts'

const PATHS = [
  '/return?inbound_code=1000&rdud=b-1',
  '/entry/1?rid=a',
  '/practice-survey?rdud=b-1',
  '/v1/status',
  '/openapi.json',
  '/healthz',
  '/',
]
const refusalOf = ({ status, headers, text }: RawAnswer): unknown => {
  const body = JSON.parse(text) as Record<string, unknown>
  return {
    status,
    ...body,
    request_id: body['request_id'] === headers['x-request-id'] && /^[\da-f]{32}$/.test(String(headers['x-request-id'])),
  }
}
const unreadable = (message: string, status = 400): unknown => ({
  status,
  _tag: 'Unreadable',
  message,
  request_id: true,
})

const upgradeOf = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: desk\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`

describe('no request of any shape ends the process (F12)', () => {
  test.each(PATHS)('%s without a Host is answered with what is missing', async path => {
    const { gateway, platform } = await startBoth()
    const answers = [
      // balancers check the health so
      await rawAnswer(gateway.port, `${path === '/healthz' ? 'POST' : 'GET'} ${path} HTTP/1.0\r\n\r\n`),
      await rawAnswer(gateway.port, `GET ${path} HTTP/1.1\r\n\r\n`),
    ]
    expect(answers.map(refusalOf)).toEqual(
      Array.from({ length: 2 }, () => unreadable('The request must name one host, in one Host header.')),
    )
    expect(platform.requests.filter(request => !request.path.startsWith('/v1/changes'))).toEqual([])
  })

  test('an upgrade of any other path than the sockets’ is refused at once', async () => {
    const { gateway } = await startBoth()
    const statuses = ['/return', '/v1/status', '/socket.ioo/'].map(
      async path => (await rawAnswer(gateway.port, upgradeOf(path))).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 400, 400])
  })

  test('a connection that is cut after its upgrade does no harm', async () => {
    const logged: string[] = []
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    guardUpgrades(
      server,
      () => true,
      pino(
        { level: 'debug' },
        { write: line => void logged.push((JSON.parse(line) as { err: { code: string } }).err.code) },
      ),
    )
    const upgraded = new Promise<Socket>(resolve => server.on('upgrade', (_request, socket: Socket) => resolve(socket)))
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server that listens has one
    const client = connect(port, '127.0.0.1', () => client.write(upgradeOf('/socket.io/')))
    const socket = await upgraded
    client.resetAndDestroy()
    await new Promise<void>(resolve => socket.on('close', () => resolve()))
    expect(logged).toEqual(['ECONNRESET'])
  })

  test('an error thrown while handling is answered and logged, and goes no further', async () => {
    const logged: string[] = []
    const log = pino(
      { level: 'error' },
      { write: line => void logged.push(String((JSON.parse(line) as { err: { message: string } }).err.message)) },
    )
    const handles: Record<string, Handle> = {
      '/at-once': () => {
        throw new Error('at once')
      },
      '/later': async () => {
        await Promise.resolve()
        throw new Error('later')
      },
      '/midway': async (_request, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('half ')
        await Promise.resolve()
        throw new Error('midway')
      },
    }
    const server = createServer(
      front((request, response) => handles[request.url ?? '']?.(request, response), log),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server that listens has one
    const get = (path: string): Promise<RawAnswer> => rawAnswer(port, `GET ${path} HTTP/1.1\r\nHost: desk\r\n\r\n`)
    const away = {
      status: 503,
      _tag: 'Unavailable',
      message: 'The desk is away for the moment. Please try again.',
      retry_after_seconds: 2,
      request_id: true,
    }
    expect([refusalOf(await get('/at-once')), refusalOf(await get('/later'))]).toEqual([away, away])
    expect((await get('/midway')).text).not.toHaveLength(10)
    expect(logged).toEqual(['at once', 'later', 'midway'])
  })
})

describe('anything but exactly one request to exactly one host is refused (F14)', () => {
  const HOST = 'The request must name one host, in one Host header.'
  const ADDRESS = 'The address must be a path of this host, like /v1/status.'
  const REFUSED: readonly (readonly [what: string, head: string, refusal: unknown])[] = [
    ['an absolute address', 'GET http://elsewhere.example/v1/status HTTP/1.1\r\nHost: desk', unreadable(ADDRESS)],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: desk', unreadable(ADDRESS)],
    ['two hosts', 'GET /v1/status HTTP/1.1\r\nHost: desk\r\nhOST: elsewhere.example', unreadable(HOST)],
    ['a host that is none', 'GET /v1/status HTTP/1.1\r\nHost: ada@elsewhere.example', unreadable(HOST)],
    ['a list of hosts', 'GET /v1/status HTTP/1.1\r\nHost: desk, elsewhere.example', unreadable(HOST)],
    [
      'the body of a GET',
      'GET /v1/status HTTP/1.1\r\nHost: desk\r\nContent-Length: 2\r\n\r\nab',
      unreadable('A GET has no body.'),
    ],
    [
      'the chunks of a GET',
      'GET /return HTTP/1.1\r\nHost: desk\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0',
      unreadable('A GET has no body.'),
    ],
    [
      'chunks under another encoding',
      'POST /v1/status HTTP/1.1\r\nHost: desk\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0',
      unreadable('The body of a request must have a length, or be chunked.'),
    ],
    [
      'chunks of HTTP/1.0',
      'POST /v1/status HTTP/1.0\r\nHost: desk\r\nTransfer-Encoding: chunked\r\n\r\n0',
      unreadable('The body of a request must have a length, or be chunked.'),
    ],
    [
      '201 headers',
      `GET /v1/status HTTP/1.1\r\nHost: desk${'\r\na: b'.repeat(200)}`,
      unreadable('The request has more than 200 headers.', 431),
    ],
  ]
  test.each(REFUSED)('%s', async (_, head, refusal) => {
    const { gateway, platform } = await startBoth()
    expect(refusalOf(await rawAnswer(gateway.port, `${head}\r\n\r\n`))).toEqual(refusal)
    expect(platform.requests.filter(request => !request.path.startsWith('/v1/changes'))).toEqual([])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'the body of a %s is framed again by its length, whatever its Connection header names',
    async method => {
      const backend = await startRawBackend()
      const gateway = await startBefore(backend, { feed: 'metrics' })
      const named =
        'Connection: close, Content-Length, transfer-encoding, AUTHORIZATION, Host, x-forwarded-for, X-Request-Id, x-requested-with'
      const head = `${method} /v1/suppliers HTTP/1.1\r\nHost: desk\r\nAuthorization: Bearer t\r\nX-Requested-With: a\r\nX-Request-Id: request-12345678\r\n${named}\r\n`
      const answers = [
        await rawAnswer(gateway.port, `${head}Content-Length: 4\r\n\r\nbody`),
        await rawAnswer(
          gateway.port,
          `${head}Transfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\nHost: elsewhere\r\n\r\n`,
        ),
      ]
      const received = backend.requests.map(request => ({
        body: request.body.toString(),
        ...Object.fromEntries(
          [
            'content-length',
            'transfer-encoding',
            'authorization',
            'x-requested-with',
            'x-forwarded-for',
            'x-forwarded-host',
            'host',
            'connection',
          ].map(name => [name, valuesOf(request, name)]),
        ),
        // one, of the gateway's own
        'x-request-id': valuesOf(request, 'x-request-id').map(id => /^[\da-f]{32}$/.test(id)),
      }))
      const one = {
        body: 'body',
        'content-length': ['4'],
        'transfer-encoding': [],
        authorization: ['Bearer t'],
        'x-requested-with': ['a'],
        'x-forwarded-for': ['127.0.0.1'],
        'x-forwarded-host': ['desk'],
        'x-request-id': [true],
        host: [new URL(backend.url).host],
        connection: ['keep-alive'],
      }
      expect([answers.map(({ status }) => status), received]).toEqual([
        [200, 200],
        [one, one],
      ])
    },
  )

  test('an answer is framed again too: no chunks for HTTP/1.0, and no header of the platform’s own connection', async () => {
    const { gateway, platform } = await startBoth()
    platform.routes.set('GET /v1/streamed', (_request, response) => {
      response.writeHead(200, {
        connection: 'keep-alive, content-type, x-request-id',
        'keep-alive': 'timeout=1234',
        'content-type': 'text/plain',
      })
      response.write('one ')
      response.end('two')
    })
    const { status, headers, text } = await rawAnswer(gateway.port, 'GET /v1/streamed HTTP/1.0\r\nHost: desk\r\n\r\n')
    expect([
      status,
      text,
      headers['transfer-encoding'],
      headers['content-type'],
      headers['connection'],
      headers['keep-alive'] ?? null,
    ]).toEqual([200, 'one two', undefined, 'text/plain', 'close', null])
  })
})
