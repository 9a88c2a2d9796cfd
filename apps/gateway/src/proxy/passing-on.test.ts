import { describe, expect, test } from 'vitest'
import { json } from '../testing/stub-platform.ts'
import { startBefore, startBoth, startStub } from '../testing/use-gateway.ts'

describe('passing on', () => {
  test.each([
    ['believes a trusted proxy', { trustedProxies: ['127.0.0.1'] }, '203.0.113.9', 'https'],
    ['ignores the header of any other sender', { trustedProxies: ['10.0.0.0/8'] }, '127.0.0.1', 'http'],
    ['believes every sender by the former setting', { trustForwardedFor: true }, '203.0.113.9', 'https'],
  ])('it %s (operate.md §2)', async (_, options, address, scheme) => {
    const { gateway, platform } = await startBoth(options)
    platform.routes.set('GET /v1/status', (_request, response) => json(response, 200, {}))
    await fetch(`${gateway.url}/v1/status`, {
      headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9', 'x-forwarded-proto': 'https' },
    })
    const { headers } = platform.requests.find(({ path }) => path === '/v1/status')!
    expect([headers['x-forwarded-for'], headers['x-forwarded-proto']]).toEqual([address, scheme])
  })

  test("API and respondents' links reach the platform as they came, with the client's address and the request's id", async () => {
    const { gateway, platform } = await startBoth()
    platform.routes.set('PATCH /v1/survey-streams', (_request, response, _url, body) =>
      json(response, 200, { echo: JSON.parse(body) }),
    )
    platform.routes.set('GET /entry/3001', (_request, response) =>
      response.writeHead(302, { location: 'https://survey.example/s?id=1' }).end(),
    )
    const patched = await fetch(`${gateway.url}/v1/survey-streams?x=a%20b`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        'x-request-id': 'request-12345678',
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
        tracestate: 'a=b',
        baggage: 'a=b',
        'x-forwarded-for': '203.0.113.9',
        authorization: 'Bearer t',
      },
      body: '{"statusid":2}',
    })
    const entered = await fetch(`${gateway.url}/entry/3001?sup=5&rid=a`, { redirect: 'manual' })
    const id = patched.headers.get('x-request-id')
    const [first, second] = platform.requests.filter(({ path }) => !path.startsWith('/v1/changes'))
    expect([patched.status, await patched.json(), /^[\da-f]{32}$/.test(id ?? '')]).toEqual([
      200,
      { echo: { statusid: 2 } },
      true,
    ])
    // neither an id nor a trace from outside is joined
    expect(['traceparent', 'tracestate', 'baggage'].map(name => first!.headers[name])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([entered.status, entered.headers.get('location'), entered.headers.get('referrer-policy')]).toEqual([
      302,
      'https://survey.example/s?id=1',
      'no-referrer',
    ])
    expect([
      first!.path,
      first!.headers['x-request-id'],
      first!.headers['x-forwarded-for'],
      first!.headers.authorization,
    ]).toEqual(['/v1/survey-streams?x=a%20b', id, '127.0.0.1', 'Bearer t'])
    expect([second!.path, second!.headers['x-request-id']]).toEqual([
      '/entry/3001?sup=5&rid=a',
      entered.headers.get('x-request-id'),
    ])
    expect(second!.headers['x-request-id']).toMatch(/^[\da-f]{32}$/)
  })

  test('large bodies pass both ways, without a length too', async () => {
    const { gateway, platform } = await startBoth()
    platform.routes.set('POST /v1/echo', (_request, response, _url, body) => response.end(body))
    const half = 'y'.repeat(400_000)
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(half))
        controller.enqueue(new TextEncoder().encode(half))
        controller.close()
      },
    })
    // Node's fetch needs duplex for a stream; its types do not know it
    const answer = await fetch(`${gateway.url}/v1/echo`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(await answer.text()).toBe(half + half)
  })

  test('a platform that is away is 503 with Retry-After, and reached again when it is back', async () => {
    const platform = await startStub()
    platform.routes.set('GET /return', (_request, response) =>
      response.writeHead(302, { location: 'https://supplier.example/done' }).end(),
    )
    const gateway = await startBefore(platform)
    const get = async (path: string) => {
      const answer = await fetch(gateway.url + path, { redirect: 'manual' })
      const id = answer.headers.get('x-request-id') ?? ''
      const body = (await answer.text()).replace(id, 'its id')
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
    }
    const up = { status: 302, retryAfter: null, body: '' }
    const message = 'The desk is away for the moment. Please try again.'
    const away = {
      status: 503,
      retryAfter: '2',
      body: JSON.stringify({ _tag: 'Unavailable', message, retry_after_seconds: 2, request_id: 'its id' }),
    }
    expect(await get('/return?rdud=1')).toEqual(up)
    await platform.stop()
    expect([await get('/return?rdud=1'), await get('/v1/projects')]).toEqual([away, away])
    await platform.start()
    expect(await get('/return?rdud=1')).toEqual(up)
  })

  test('a keep-alive connection that the platform has just closed loses no answer', async () => {
    const { gateway, platform } = await startBoth()
    let closeNext = false
    platform.routes.set('GET /return', (request, response) => {
      if (!closeNext) return void response.writeHead(302, { location: 'https://supplier.example/done' }).end()
      closeNext = false
      request.socket.destroy()
    })
    await fetch(`${gateway.url}/return`, { redirect: 'manual' })
    closeNext = true
    expect((await fetch(`${gateway.url}/return`, { redirect: 'manual' })).status).toBe(302)
  })

  test('the contract is passed on; the change feed and unknown paths are not', async () => {
    const { gateway, platform } = await startBoth()
    platform.routes.set('GET /openapi.json', (_request, response) => json(response, 200, { openapi: '3.1.0' }))
    const answers = await Promise.all(
      ['/openapi.json', '/v1/changes', '/v1/changes?after=1', '/V1/Changes/', '/entryway', '/projects'].map(path =>
        fetch(gateway.url + path),
      ),
    )
    expect(answers.map(answer => answer.status)).toEqual([200, 404, 404, 404, 404, 404])
    expect(answers.slice(1).map(answer => answer.headers.get('cache-control'))).toEqual(
      Array.from({ length: 5 }, () => 'no-store'),
    )
    expect(await answers[1]!.json()).toEqual({
      _tag: 'NotFound',
      message: 'There is nothing here.',
      request_id: answers[1]!.headers.get('x-request-id'),
    })
  })

  test('a directory’s calls of SCIM are passed on with their key (administration.md §3, provisioning)', async () => {
    const { gateway, platform } = await startBoth()
    platform.routes.set('GET /scim/v2/Users', (request, response) =>
      json(response, 200, { key: request.headers.authorization }),
    )
    const answers = await Promise.all(
      ['/scim/v2/Users', '/scimmer'].map(path =>
        fetch(gateway.url + path, { headers: { authorization: 'Bearer desk_key' } }),
      ),
    )
    expect([answers[0]!.status, await answers[0]!.json(), answers[1]!.status]).toEqual([
      200,
      { key: 'Bearer desk_key' },
      404,
    ])
  })

  test('/mock-api/ goes to the local mock server when there is one, else it answers 404 (§7.3)', async () => {
    const mock = await startStub()
    mock.routes.set('GET /mock-api/v1/projects', (_request, response) => json(response, 200, ['mocked']))
    const platform = await startStub()
    const [without, withMock] = [await startBefore(platform), await startBefore(platform, { mockApiUrl: mock.url })]
    const answers = await Promise.all([without, withMock].map(({ url }) => fetch(`${url}/mock-api/v1/projects`)))
    expect([answers[0]!.status, answers[1]!.status, await answers[1]!.json()]).toEqual([404, 200, ['mocked']])
  })

  test('a path that does not decode is the client’s fault, not the server’s', async () => {
    const { gateway } = await startBoth()
    const statuses = await Promise.all(
      ['/%', '/assets/%E0%A4%A', '/%00'].map(async path => (await fetch(gateway.url + path)).status),
    )
    expect(statuses).toEqual([404, 404, 404])
  })
})
