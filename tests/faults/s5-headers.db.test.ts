import { startGateway, type RunningGateway } from '@desk/gateway/gateway'
import { SUPPLIER } from '@desk/platform/ledger/testing/study'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawCall, type RawAnswer } from '../contract/raw-call.ts'
import { useDesk } from './stage/desk.ts'
import { FAULT_FEED_TOKEN } from './stage/processes.ts'
import { expectNoDrift, signIn, watchedStudy, type WatchedStudy } from './stage/study.ts'

const desk = useDesk()
let webRoot: string
let gateway: RunningGateway
let study: WatchedStudy
let token: string

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'desk-web-'))
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Loading...</title>')
  writeFileSync(join(webRoot, 'assets', 'index-a1b2c3d4.js'), '// script')
  gateway = await startGateway({
    port: 0,
    platformUrl: desk().platformUrl,
    feedToken: FAULT_FEED_TOKEN,
    webRoot,
    log: pino({ level: 'silent' }),
  })
  study = await watchedStudy(desk().database, 1)
  token = await signIn(gateway.url, study.username)
})
afterAll(async () => {
  await gateway.stop()
  rmSync(webRoot, { recursive: true })
})

const get = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body: string | null = null,
): Promise<RawAnswer> => rawCall(gateway.url, { method, path, headers, body })
const asUser = (): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  'X-Requested-With': 'XMLHttpRequest',
})

/** Everything that the desk answers with, one of each kind. */
const ANSWERS: readonly (readonly [what: string, answer: () => Promise<RawAnswer>])[] = [
  ['the page', () => get('/')],
  ['a script', () => get('/assets/index-a1b2c3d4.js')],
  ['the version file', () => get('/version.json')],
  ['health', () => get('/healthz')],
  ['the contract', () => get('/openapi.json')],
  ['a missing path', () => get('/nothing')],
  ['an answer of the API', () => get('/v1/projects', asUser())],
  ['a refusal of the API', () => get('/v1/projects', { 'X-Requested-With': 'XMLHttpRequest' })],
  ['a call that no page of ours makes', () => get('/v1/projects')],
  ['what the API has not', () => get('/v1/nothing', asUser())],
  ['a link that cannot be read', () => get('/entry/1?rid=%00')],
  ['a link that leads nowhere', () => get('/entry/999999?rid=a')],
  ['a return of no respondent', () => get('/return?rdud=x&inbound_code=1000')],
  [
    "a server's return of no respondent",
    () => get('/return', { 'Content-Type': 'application/json' }, 'POST', '{"rdud":"x"}'),
  ],
  ['a link by another method', () => get(`/entry/${study.sourceId}?rid=a`, {}, 'DELETE')],
]

describe('the headers of every answer (S5)', () => {
  test.each(ANSWERS)(
    '%s: no content sniffing, and a page has no inline code and cannot be framed',
    async (_, answer) => {
      const { headers } = await answer()
      const policies = String(headers['content-security-policy'] ?? '')
      const isPage = String(headers['content-type']).startsWith('text/html')
      expect({
        nosniff: headers['x-content-type-options'],
        referrer: headers['referrer-policy'],
        runsInline: /unsafe-inline|unsafe-eval|unsafe-hashes/.test(policies),
        framing: /frame-ancestors 'none'/.test(policies) || !isPage,
        product: headers['x-powered-by'],
      }).toEqual({ nosniff: 'nosniff', referrer: 'no-referrer', runsInline: false, framing: true, product: undefined })
    },
  )
})

const ELSEWHERE = 'https://attacker.example/'
/** The allowed redirect targets of this study. */
const STORED_ORIGINS = [SUPPLIER, 'https://survey.example']
const originOf = ({ status, headers, text }: RawAnswer): string =>
  headers.location === undefined ? `${status} ${text}` : new URL(headers.location).origin

describe('redirects lead only to stored targets (S5)', () => {
  const NAMES = [
    'url',
    'redirect',
    'redirect_url',
    'redirect_uri',
    'return',
    'return_url',
    'next',
    'to',
    'target',
    'goto',
    'dest',
    'continue',
    'callback',
    'complete',
    'default',
    'host',
  ]
  const VALUES = [
    ELSEWHERE,
    '//attacker.example',
    '/\\attacker.example',
    'https:attacker.example',
    'javascript:alert(1)',
    `${SUPPLIER}@attacker.example`,
  ]
  const asked = (): string =>
    NAMES.map((name, at) => `${name}=${encodeURIComponent(VALUES[at % VALUES.length] ?? '')}`).join('&')
  const hosts = {
    Host: 'attacker.example',
    'X-Forwarded-Host': 'attacker.example',
    'X-Forwarded-Proto': 'https',
    Referer: ELSEWHERE,
    Origin: 'https://attacker.example',
  }

  test('whatever the parameters and headers of an entry and a return contain', async () => {
    const origins: string[] = []
    for (const [no, rid] of [
      ...VALUES,
      '@attacker.example',
      '.attacker.example',
      '/../../attacker.example',
      'a\u2028b',
      'a b',
    ].entries()) {
      const entry = await get(
        `/entry/${study.sourceId}?sup=${study.supplierId}&rid=${encodeURIComponent(rid)}&${asked()}`,
        hosts,
      )
      origins.push(originOf(entry))
      const rdud = /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(String(entry.headers.location))?.[1]
      const code = ['1000', '2000', '4000', '1', '3000', ELSEWHERE][no % 6] ?? ''
      origins.push(
        originOf(await get(`/return?rdud=${rdud}&inbound_code=${encodeURIComponent(code)}&${asked()}`, hosts)),
      )
    }
    expect(origins.filter(origin => !STORED_ORIGINS.includes(origin))).toEqual([])
    expect(new Set(origins)).toEqual(new Set(STORED_ORIGINS))
    await expectNoDrift(desk().database)
  })

  test.each([
    '//attacker.example',
    '//attacker.example/',
    '//attacker.example/%2e%2e',
    '/\\attacker.example',
    '/%5cattacker.example',
    '/%2f%2fattacker.example',
    '/assets//attacker.example/..',
    '/assets',
    '/login?redirect=https://attacker.example',
    '/logout?next=//attacker.example',
    '/v1//attacker.example',
  ])('%s is no way out of the desk', async path => {
    const { headers } = await get(path, hosts)
    const location =
      headers.location === undefined ? gateway.url : new URL(String(headers.location), gateway.url).origin
    expect(location).toBe(gateway.url)
  })
})

describe('the change feed is not to be reached from outside, however its address is written', () => {
  const SPELLINGS = [
    '/v1/changes',
    '/v1/changes/',
    '/V1/CHANGES',
    '/v1/./changes',
    '/v1/x/../changes',
    '/v1/%63hanges',
    '/v1//changes',
    '/v1/changes?wait=0',
    '/%76%31/changes',
    '/v1/changes%2f',
    '/v2/../v1/changes',
    '/desk-api/../v1/changes',
    '/v1\\changes',
    '/v1/%2e/changes',
    '/v1/x%2f..%2fchanges',
    '/return/../v1/changes',
    '/entry/x/%2e%2e/../v1/changes',
    '/practice-survey/..\\v1\\changes',
    '/v1/changes;x',
    '/v1/changes;x=1?wait=0',
    '/v1;x/changes',
    '/v1/changes%3bx',
    '/v1/changes#x',
    '/V1/Changes;',
    '/v1/changes//',
    '//v1/changes',
    '/v1/changes/.',
    '/scim/..;/v1/changes',
    '/scim/../v1/changes',
    '/openapi.json/../v1/changes',
  ]
  test.each(SPELLINGS)('%s', async path => {
    const { status, text } = await get(path, {
      Authorization: `Bearer ${FAULT_FEED_TOKEN}`,
      'X-Requested-With': 'XMLHttpRequest',
    })
    expect([status === 404 || status === 400, text.includes('"cursor"')]).toEqual([true, false])
  })
})
