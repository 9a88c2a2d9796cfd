import { request as httpRequest } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json } from '../testing/stub-platform.ts'
import { PAGE, SCRIPT, startBoth, webBuildFolder } from '../testing/use-gateway.ts'

const headersOf = (response: Response, ...names: string[]) =>
  Object.fromEntries(names.map(name => [name, response.headers.get(name)]))

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
