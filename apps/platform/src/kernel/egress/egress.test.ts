import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EgressRefused, openEgress, type EgressOptions, type Resolve } from './egress.ts'

async function serve(answer: RequestListener): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

function open(options: Partial<EgressOptions> = {}) {
  const egress = openEgress({ networks: [], ...options })
  onTestFinished(() => egress.close())
  return (url: string) =>
    egress.post({ url, headers: { 'x-of-ours': '1' }, body: 'text' }).catch((error: unknown) => error as Error)
}

/** Resolves every name to these addresses. */
const resolvesTo = (...addresses: string[]) =>
  ((_name: string, _options: object, callback: (...found: unknown[]) => void) =>
    callback(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as Resolve

/** Why a request was refused; null: it was answered, or failed in another way. */
const messageOf = (answer: unknown) => (answer instanceof EgressRefused ? answer.message : null)

const LOOPBACK = { networks: ['127.0.0.0/8'] }

describe('what leaves the desk (promises S9)', () => {
  test('reaches no address inside, in whatever form it is written', async () => {
    const { port, seen } = await serve((_request, response) => void response.end())
    const post = open()
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
      '127.1',
      '[::ffff:127.0.0.1]',
      '[::1]',
      '１２７.0.0.1',
    ]
    const answers = await Promise.all(
      hosts.flatMap(host => [post(`http://${host}:${port}/`), post(`https://${host}:${port}/`)]),
    )
    expect(answers.map(answer => answer instanceof EgressRefused)).toEqual(answers.map(() => true))
    expect(seen).toEqual([])
  })

  test('reaches no inner address by a name, even where only one of its addresses is inside, and does not say whether the name exists', async () => {
    const { port, seen } = await serve((_request, response) => void response.end())
    const fails = ((_name: string, _options: object, callback: (error: Error) => void) =>
      callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))) as unknown as Resolve
    const startedMs = performance.now()
    const asked = [resolvesTo('127.0.0.1'), resolvesTo('93.184.215.14', '10.0.0.7'), fails].map(async resolve => {
      const message = messageOf(await open({ resolve })(`https://db.inside.example:${port}/`))
      return [message, performance.now() - startedMs > 450]
    })
    const nowhere =
      'The name of its address does not exist, or leads into the desk’s own network, where nothing is sent.'
    expect([await Promise.all(asked), seen]).toEqual([asked.map(() => [nowhere, true]), []])
  })

  test('goes by http to opened networks alone', async () => {
    const { port, seen } = await serve((_request, response) => void response.end('taken'))
    expect([
      await open(LOOPBACK)(`http://127.0.0.1:${port}/a`),
      await open({ ...LOOPBACK, resolve: resolvesTo('127.0.0.1') })(`http://own.example:${port}/b`),
      messageOf(await open({ ...LOOPBACK, resolve: resolvesTo('93.184.215.14') })('http://outside.example/')),
      seen,
    ]).toEqual([
      { status: 200, location: null, retryAfter: null, text: 'taken' },
      { status: 200, location: null, retryAfter: null, text: 'taken' },
      'Only addresses that begin with https:// are sent to.',
      ['POST /a', 'POST /b'],
    ])
  })

  test('follows no redirect', async () => {
    const inner = await serve((_request, response) => void response.end())
    const { port } = await serve(
      (_request, response) => void response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/inner` }).end(),
    )
    expect([await open(LOOPBACK)(`http://127.0.0.1:${port}/`), inner.seen]).toEqual([
      { status: 307, location: `http://127.0.0.1:${inner.port}/inner`, retryAfter: null, text: '' },
      [],
    ])
  })

  test('reads the beginning of a huge answer, and waits for a slow one only so long', async () => {
    const huge = await serve((_request, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (response.writable && response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    const slow = await serve((_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    const silent = await serve(() => {})
    const post = open({ ...LOOPBACK, timeoutMs: 400 })
    const [first, ...others] = await Promise.all(
      [huge, slow, silent].map(({ port }) => post(`http://127.0.0.1:${port}/`)),
    )
    expect([first, others.map(error => (error as Error).name)]).toEqual([
      { status: 200, location: null, retryAfter: null, text: 'x'.repeat(16_384) },
      ['TimeoutError', 'TimeoutError'],
    ])
  })
})
