import { request as httpRequest } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RunningGateway } from './gateway.ts'
import { rawAnswer } from './testing/raw-answer.ts'
import { json } from './testing/stub-platform.ts'
import { PAGE, SCRIPT, startBefore, startBoth, startStub, webBuildFolder } from './testing/use-gateway.ts'

const headersOf = (response: Response, ...names: string[]) =>
  Object.fromEntries(names.map(name => [name, response.headers.get(name)]))

test('a connection at rest stays open longer than a load balancer keeps it, and a client learns how long (§7.2)', async () => {
  const { gateway } = await startBoth()
  const { status, headers } = await fetch(gateway.url)
  expect([status, headers.get('keep-alive')]).toEqual([200, 'timeout=65'])
})

describe('the web build', () => {
  test('the page is revalidated each time, hashed files are cached for ever, and dot files are not served', async () => {
    const { gateway } = await startBoth()
    const answers = await Promise.all(
      [
        '/',
        '/index.html',
        '/assets/index-a1b2c3d4.js',
        '/theme-boot.js',
        '/.source-hash',
        '/assets/../.source-hash',
        '/assets/none.js',
      ].map(path => fetch(gateway.url + path)),
    )
    expect(answers.map(answer => [answer.status, answer.headers.get('cache-control')])).toEqual([
      [200, 'no-cache'],
      [200, 'no-cache'],
      [200, 'public, max-age=31536000, immutable'],
      [200, 'no-cache'],
      [404, 'no-store'],
      [404, 'no-store'],
      [404, 'no-store'],
    ])
    expect(await answers[0]!.text()).toBe(PAGE)
  })

  test('hashed scripts are sent compressed to clients that accept it', async () => {
    const { gateway } = await startBoth()
    const get = (acceptEncoding: string) =>
      new Promise<{ encoding: unknown; body: Buffer }>((resolve, reject) => {
        httpRequest(
          `${gateway.url}/assets/index-a1b2c3d4.js`,
          { headers: { 'accept-encoding': acceptEncoding } },
          answer => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('end', () =>
              resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) }),
            )
          },
        )
          .on('error', reject)
          .end()
      })
    const [packed, plain] = await Promise.all([get('gzip'), get('identity')])
    expect([packed.encoding, gunzipSync(packed.body).toString(), plain.encoding, plain.body.toString()]).toEqual([
      'gzip',
      SCRIPT,
      undefined,
      SCRIPT,
    ])
    expect(packed.body.length).toBeLessThan(plain.body.length / 5)
  })

  test("the page's headers let it load and connect to nothing but the desk, inline nothing, and be framed by no site (S5)", async () => {
    const { gateway } = await startBoth()
    const page = await fetch(gateway.url)
    const host = `127.0.0.1:${gateway.port}`
    expect(
      headersOf(
        page,
        'content-security-policy',
        'x-content-type-options',
        'referrer-policy',
        'x-frame-options',
        'x-powered-by',
      ),
    ).toEqual({
      'content-security-policy':
        `default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';connect-src 'self' ws://${host} wss://${host};` +
        "frame-src blob:;frame-ancestors 'none';object-src 'none';base-uri 'none';form-action 'self'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-powered-by': null,
    })
  })

  test('the reports may be framed once their origin is configured, and nothing else', async () => {
    const { gateway } = await startBoth({ frameOrigins: ['https://app.powerbi.com'] })
    expect((await fetch(gateway.url)).headers.get('content-security-policy')).toMatch(
      /;frame-src blob: https:\/\/app\.powerbi\.com;/,
    )
  })

  test('only a desk with an https address requires https, and includes subdomains only if configured (S5)', async () => {
    const publicUrl = 'https://desk.example'
    const gateways = await Promise.all(
      [{}, { publicUrl }, { publicUrl, hstsIncludeSubDomains: true }].map(options => startBoth(options)),
    )
    const pages = await Promise.all(gateways.map(({ gateway }) => fetch(gateway.url)))
    expect(pages.map(({ headers }) => headers.get('strict-transport-security'))).toEqual([
      null,
      'max-age=31536000',
      'max-age=31536000; includeSubDomains',
    ])
  })

  test('without a build the page says that there is none', async () => {
    const { gateway } = await startBoth({ webRoot: '/nowhere' })
    const answers = await Promise.all([fetch(gateway.url), fetch(`${gateway.url}/version.json`)])
    expect(await Promise.all(answers.map(async answer => [answer.status, await answer.text()]))).toEqual(
      Array.from({ length: 2 }, () => [
        503,
        'There is no web build here yet. Build it first: start does it by itself.\n',
      ]),
    )
  })
})

describe('the client’s configuration', () => {
  test('it is the installation’s file with the password policy in force, whatever the file says of that; without a readable file, that alone (S7)', async () => {
    const webRoot = webBuildFolder()
    const { gateway } = await startBoth({ webRoot, passwordPolicy: 'nist' })
    const read = async () => {
      const answer = await fetch(`${gateway.url}/client-config.json`)
      return [answer.status, answer.headers.get('cache-control'), await answer.json()]
    }
    const file = join(webRoot, 'client-config.json')
    const none = await read()
    writeFileSync(file, '{"provider":{"name":"Panels"},"passwordPolicy":"desk"}')
    const merged = await read()
    writeFileSync(file, '["no object"]')
    expect([none, merged, await read()]).toEqual([
      [200, 'no-cache', { passwordPolicy: 'nist' }],
      [200, 'no-cache', { provider: { name: 'Panels' }, passwordPolicy: 'nist' }],
      [200, 'no-cache', { passwordPolicy: 'nist' }],
    ])
    const { gateway: other } = await startBoth({ webRoot: webBuildFolder() })
    expect(await (await fetch(`${other.url}/client-config.json`)).json()).toEqual({ passwordPolicy: 'desk' })
  })

  test('names and links that were stored on the platform replace those of the file, and stay while it is away (§9.13, api:M12)', async () => {
    const webRoot = webBuildFolder()
    writeFileSync(
      join(webRoot, 'client-config.json'),
      '{"provider":{"name":"File"},"links":{"redirectGuide":"https://file.example"},"analyticsUrl":null}',
    )
    const { gateway, platform } = await startBoth({ webRoot })
    const read = async () => (await fetch(`${gateway.url}/client-config.json`)).json()
    const link = null
    const settings = {
      provider_name: 'Panels',
      provider_url: 'https://panels.example',
      privacy_url: link,
      redirect_guide_url: link,
      cleaning_request_url: link,
      desk_reference_url: 'https://help.example/desk',
      defender_reference_url: link,
      desk_support_url: link,
      defender_support_url: link,
      hashing_docs_url: 'https://help.example/hashing',
      pacing_docs_url: link,
      complete_api_docs_url: link,
      respondent_upload_docs_url: link,
    }
    platform.routes.set('GET /v1/platform', (_request, response) => json(response, 200, { version: 1, settings }))
    const stored = {
      provider: { name: 'Panels', url: 'https://panels.example', privacyPolicyUrl: null },
      links: {
        redirectGuide: null,
        dataCleaning: null,
        reference: { DESK: 'https://help.example/desk', DEFENDER: null },
        contactSupport: { DESK: null, DEFENDER: null },
        docs: {
          hashing: 'https://help.example/hashing',
          pacing: null,
          completeApi: null,
          respondentUpload: null,
        },
      },
      analyticsUrl: null,
      passwordPolicy: 'desk',
    }
    expect(await read()).toEqual(stored)
    platform.routes.set('GET /v1/platform', (_request, response) =>
      json(response, 200, { version: 2, settings: { ...settings, privacy_url: 'javascript:alert(1)' } }),
    )
    expect(await read()).toEqual(stored)
    await platform.stop()
    expect(await read()).toEqual(stored)
  })
})

describe('the version file', () => {
  test('it gives the build date of the build that is served, and a new one as soon as there is a new build (§3.38, api:V1)', async () => {
    const webRoot = webBuildFolder()
    const { gateway } = await startBoth({ webRoot })
    const read = async () => {
      const answer = await fetch(`${gateway.url}/version.json?t=1`)
      return { status: answer.status, caching: answer.headers.get('cache-control'), body: await answer.json() }
    }
    const page = join(webRoot, 'index.html')
    utimesSync(page, new Date('2026-11-20T08:00:00Z'), new Date('2026-11-20T08:00:00Z'))
    const first = await read()
    writeFileSync(page, PAGE)
    utimesSync(page, new Date('2026-11-21T08:00:00Z'), new Date('2026-11-21T08:00:00Z'))
    const second = await read()
    writeFileSync(join(webRoot, 'version.json'), '{"buildDate":"2026-11-22T08:00:00.000Z"}')
    const written = await read()
    const withDate = (buildDate: string) => ({ status: 200, caching: 'no-store', body: { buildDate } })
    expect([first, second, written]).toEqual([
      withDate('2026-11-20T08:00:00.000Z'),
      withDate('2026-11-21T08:00:00.000Z'),
      withDate('2026-11-22T08:00:00.000Z'),
    ])
  })

  test('the page carries the same date, and a changed date makes it a new page to the browser’s cache (§4.10, §3.38)', async () => {
    const webRoot = webBuildFolder()
    writeFileSync(join(webRoot, 'index.html'), '<!doctype html><html><head><title>Loading...</title></head></html>')
    const pageOf = async (buildDate: string, headers: Record<string, string> = {}) => {
      const { gateway } = await startBoth({ webRoot, buildDate })
      const answer = await fetch(gateway.url, { headers })
      return {
        status: answer.status,
        etag: answer.headers.get('etag') ?? '',
        caching: answer.headers.get('cache-control'),
        text: await answer.text(),
      }
    }
    const first = await pageOf('"1" & <2>')
    // said, as fetch would ask for nothing known
    const known = { 'if-none-match': first.etag, 'cache-control': 'max-age=0' }
    expect([first.caching, first.text]).toEqual([
      'no-cache',
      '<!doctype html><html><head><meta name="build-date" content="&#34;1&#34; &#38; &#60;2&#62;" /><title>Loading...</title></head></html>',
    ])
    expect([(await pageOf('"1" & <2>', known)).status, (await pageOf('2', known)).status]).toEqual([304, 200])
  })
})

describe('health', () => {
  test('it reports the state of platform, database and gateway, with 503 when one is down', async () => {
    const platform = await startStub()
    const gateway = await startBefore(platform)
    const ask = async () => {
      const answer = await fetch(`${gateway.url}/healthz`)
      return [answer.status, await answer.json()]
    }
    expect(await ask()).toEqual([200, { platform: 'up', database: 'up', disk: 'ok', gateway: 'up' }])
    platform.databaseIsUp = false
    await expect.poll(ask).toEqual([503, { platform: 'up', database: 'down', disk: 'ok', gateway: 'up' }])
    await platform.stop()
    await expect.poll(ask).toEqual([503, { platform: 'down', database: 'unknown', disk: 'unknown', gateway: 'up' }])
  })

  const statusesOf = (gateway: RunningGateway) =>
    Promise.all(['/livez', '/readyz'].map(async path => (await fetch(gateway.url + path)).status))

  test('it is not ready within 5 s of the loss of the database or of a platform that hangs, but lives (operate.md §2)', async () => {
    const platform = await startStub()
    const gateway = await startBefore(platform)
    expect(await statusesOf(gateway)).toEqual([200, 200])
    platform.databaseIsUp = false
    await expect.poll(() => statusesOf(gateway), { timeout: 5_000 }).toEqual([200, 503])
    platform.databaseIsUp = true
    await expect.poll(() => statusesOf(gateway), { timeout: 5_000 }).toEqual([200, 200])
    platform.routes.set('GET /healthz', () => {})
    await expect.poll(() => statusesOf(gateway), { timeout: 5_000 }).toEqual([200, 503])
  })

  test('while it drains it is not ready, serves everything, and ends each connection with its answer (operate.md §2)', async () => {
    const { gateway, platform } = await startBoth()
    platform.routes.set('GET /entry/3001', (_request, response) =>
      response.writeHead(302, { location: 'https://survey.example/s?id=1' }).end(),
    )
    gateway.startDraining()
    expect(await statusesOf(gateway)).toEqual([200, 503])
    const entered = await fetch(`${gateway.url}/entry/3001`, { redirect: 'manual' })
    expect([entered.status, entered.headers.get('connection')]).toEqual([302, 'close'])
  })

  test.each(['/livez', '/readyz', '/healthz'])('%s answers a check by HTTP/1.0 without a Host', async path => {
    const { gateway } = await startBoth()
    const { status } = await rawAnswer(gateway.port, `GET ${path} HTTP/1.0\r\n\r\n`)
    expect(status).toEqual(200)
  })
})

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

test('/metrics answers on its own port alone', async () => {
  const { gateway } = await startBoth({ metricsPort: 0 })
  const [metrics, outside] = await Promise.all([
    fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`),
    fetch(`${gateway.url}/metrics`),
  ])
  expect([metrics.status, outside.status]).toEqual([200, 404])
  expect(await metrics.text()).toMatch(/^desk_gateway_connections 0$/m)
})

test('stopping finishes the running requests and accepts no others', async () => {
  const { gateway, platform } = await startBoth()
  let finish: (() => void) | undefined
  const started = new Promise<void>(resolve =>
    platform.routes.set('GET /v1/slow', (_request, response) => {
      finish = () => json(response, 200, { done: true })
      resolve()
    }),
  )
  const underWay = fetch(`${gateway.url}/v1/slow`)
  await started
  const stopped = gateway.stop()
  await expect
    .poll(() =>
      fetch(gateway.url).then(
        answer => answer.status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  finish?.()
  expect(await (await underWay).json()).toEqual({ done: true })
  await stopped
})
