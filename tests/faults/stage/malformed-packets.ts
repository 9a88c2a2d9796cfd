import { randomFrom } from './seeded-random.ts'

/** The bytes that one anonymous client writes on one connection. */
export interface MalformedPacket {
  /** Its oddity, for the message of a test that fails. */
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Each packet carries its number as `case` in the query of its address, and hides in its body a request to this path: a
 * server that is asked for it has read a body as a request.
 */
export const SMUGGLED_PATH = '/v1/smuggled'
/** A second request on the same connection, sent openly: it may be answered. */
export const PIPELINED_PATH = '/v1/pipelined'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
const ODD_METHODS = [...METHODS, 'PROPFIND', 'CONNECT', 'get', 'G@T', ''] as const
const PATHS = [
  '/return',
  '/entry/1',
  '/practice-survey',
  '/v1/status',
  '/v1/suppliers/580',
  '/v2/qualification-texts/1/qualification-options',
  '/desk-api/reports',
  '/openapi.json',
  '/healthz',
  '/version.json',
  '/assets/none.js',
  '/socket.io/',
  '/mock-api/v1/status',
  '/',
] as const
/** The names in `Connection`, as if these headers belonged to the connection alone. */
const NAMED = [
  null,
  'content-length',
  'transfer-encoding',
  'host',
  'authorization',
  'x-forwarded-for',
  'x-request-id',
  'x-requested-with',
] as const
const FRAMINGS = ['none', 'length', 'chunked', 'both'] as const
const ODD_FRAMINGS = [
  ...FRAMINGS,
  'two equal lengths',
  'two lengths',
  'list of lengths',
  'signed length',
  'hex length',
  'endless length',
  'chunked twice',
  'gzip and chunked',
  'not quite chunked',
  'space before the colon',
  'chunk extension',
  'chunk without end',
  'chunk of 2^64 bytes',
  'chunk that is none',
  'trailers',
] as const
const VERSIONS = ['HTTP/1.0', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.', ''] as const
const HOSTS = ['one', 'none', 'two alike', 'two', 'empty', 'spaces', 'user', 'port out of range', 'list'] as const
const TARGETS = [
  'origin',
  'absolute',
  'absolute elsewhere',
  'authority',
  'asterisk',
  'no slash',
  'dots',
  'bytes',
  'fragment',
  'backslashes',
  'space',
  'percent',
  'long',
] as const
const EXTRAS = [
  'none',
  'obs-fold',
  '64 KB',
  '3,000 headers',
  'NUL',
  'bare CR',
  'name with a space',
  'no colon',
  'expect',
  'other expectation',
  'upgrade',
  'h2c',
  'forwarded',
  'request id',
  'authorization',
  'high bytes',
] as const
const ENDINGS = [
  'whole',
  'pipelined',
  'cut',
  'blank lines first',
  'garbage after',
  'bare LF',
  'one byte changed',
] as const

type Framing = (typeof ODD_FRAMINGS)[number]

interface Shape {
  readonly no: number
  readonly method: string
  readonly path: string
  readonly named: string | null
  readonly framing: Framing
  readonly version: string
  readonly host: (typeof HOSTS)[number]
  readonly target: (typeof TARGETS)[number]
  readonly extra: (typeof EXTRAS)[number]
  readonly ending: (typeof ENDINGS)[number]
}

/** How often each part of a mixture is odd: most come far enough to be passed on. */
const ODD_SHARE = 0.2

/**
 * Gives raw HTTP requests that an honest client would not send: first every method with every name in `Connection` and every framing of a
 * body, each otherwise as it should be; then mixtures of everything that can be odd. The same seed gives the same bytes.
 */
export function malformedPackets(seed: number, count: number): MalformedPacket[] {
  const random = randomFrom(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // an index below the length
  const mostly = <T>(usual: T, odd: readonly T[]): T => (random() < ODD_SHARE ? one(odd) : usual)
  const product = METHODS.flatMap(method =>
    NAMED.flatMap(named => FRAMINGS.map(framing => ({ method, named, framing }))),
  )
  return Array.from({ length: count }, (_, no) => {
    const path = one(PATHS)
    const planned = product[no]
    if (planned)
      return packetOf(
        { no, path, version: 'HTTP/1.1', host: 'one', target: 'origin', extra: 'none', ending: 'whole', ...planned },
        random,
      )
    const framing = mostly<Framing>(one(FRAMINGS), ODD_FRAMINGS)
    const shape = {
      no,
      path,
      named: one(NAMED),
      method: mostly<string>(one(METHODS), ODD_METHODS),
      framing,
      version: mostly<string>('HTTP/1.1', VERSIONS),
      host: mostly('one', HOSTS),
      target: mostly('origin', TARGETS),
    }
    return packetOf({ ...shape, extra: mostly('none', EXTRAS), ending: mostly('whole', ENDINGS) }, random)
  })
}

function packetOf(shape: Shape, random: () => number): MalformedPacket {
  const { no, method, named, framing, version, host, target, extra, ending } = shape
  // a changed byte may take the framing away: then the second request is sent openly
  const hidden = `DELETE ${ending === 'one byte changed' ? PIPELINED_PATH : SMUGGLED_PATH}?case=${no} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Requested-With: XMLHttpRequest\r\nX-Rest: `
  const { headers, body } = framed(framing, hidden)
  const start = [method, targetOf(shape), version].filter(part => part !== '').join(' ')
  const lines = [
    start,
    ...hostLines(host),
    'X-Requested-With: XMLHttpRequest',
    'Content-Type: application/json',
    ...connectionLines(named, random),
    ...extraLines(extra),
    ...headers,
  ]
  const text = `${lines.join('\r\n')}\r\n\r\n${body}`
  const told = Object.entries({ framing, host, target, extra, ending }).filter(
    ([, how]) => !['none', 'one', 'origin', 'whole'].includes(how),
  )
  const name = [
    `#${no} ${method} ${shape.path} ${version}`,
    ...(named === null ? [] : [`Connection names ${named}`]),
    ...told.map(([what, how]) => `${what}: ${how}`),
  ].join(', ')
  return { name, bytes: ended(text, shape, random) }
}

/** A body that is itself a request, and the headers that say how long it is, rightly or not. */
function framed(framing: Framing, hidden: string): { readonly headers: readonly string[]; readonly body: string } {
  const size = hidden.length
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
  const chunked = `${chunk(hidden)}0\r\n\r\n`
  const of = (headers: readonly string[], body: string) => ({ headers, body })
  switch (framing) {
    case 'none':
      return of([], '')
    case 'length':
      return of([`Content-Length: ${size}`], hidden)
    case 'chunked':
      return of(['Transfer-Encoding: chunked'], chunked)
    case 'both':
      return of([`Content-Length: ${size + 5}`, 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`)
    case 'two equal lengths':
      return of([`Content-Length: ${size}`, `Content-Length: ${size}`], hidden)
    case 'two lengths':
      return of([`Content-Length: ${size}`, 'Content-Length: 0'], hidden)
    case 'list of lengths':
      return of([`Content-Length: ${size}, 0`], hidden)
    case 'signed length':
      return of([`Content-Length: +${size}`], hidden)
    case 'hex length':
      return of([`Content-Length: 0x${size.toString(16)}`], hidden)
    case 'endless length':
      return of(['Content-Length: 99999999999999999999'], hidden)
    case 'chunked twice':
      return of(['Transfer-Encoding: chunked, chunked'], chunked)
    case 'gzip and chunked':
      return of(['Transfer-Encoding: gzip, chunked'], chunked)
    case 'not quite chunked':
      return of(['Transfer-Encoding: xchunked', `Content-Length: ${size}`], hidden)
    case 'space before the colon':
      return of(['Transfer-Encoding : chunked', `Content-Length: ${chunked.length}`], chunked)
    case 'chunk extension':
      return of(['Transfer-Encoding: chunked'], `${size.toString(16)};a="${'b'.repeat(40)}"\r\n${hidden}\r\n0\r\n\r\n`)
    case 'chunk without end':
      return of(['Transfer-Encoding: chunked'], chunk(hidden))
    case 'chunk of 2^64 bytes':
      return of(['Transfer-Encoding: chunked'], `10000000000000000\r\n${hidden}`)
    case 'chunk that is none':
      return of(['Transfer-Encoding: chunked'], `zz\r\n${hidden}`)
    case 'trailers':
      return of(
        ['Transfer-Encoding: chunked', 'Trailer: Content-Length'],
        `${chunk(hidden)}0\r\nContent-Length: 0\r\nHost: elsewhere.example\r\n\r\n`,
      )
  }
}

function targetOf({ no, path, target }: Shape): string {
  const origin = `${path}?case=${no}`
  const targets: Readonly<Record<Shape['target'], string>> = {
    origin,
    absolute: `http://127.0.0.1${origin}`,
    'absolute elsewhere': `https://elsewhere.example${origin}`,
    authority: '127.0.0.1:80',
    asterisk: '*',
    'no slash': origin.slice(1),
    dots: `${path}/../../v1/changes?case=${no}`,
    bytes: `/return?case=${no}&rdud=\xff\xfe\x80`,
    fragment: `${origin}#fragment`,
    backslashes: `\\v1\\changes?case=${no}`,
    space: `${path}?case=${no} x`,
    percent: `${path}/%?case=${no}&rdud=%`,
    long: `${origin}&rdud=${'x'.repeat(20_000)}`,
  }
  return targets[target]
}

function hostLines(host: Shape['host']): readonly string[] {
  const hosts: Readonly<Record<Shape['host'], readonly string[]>> = {
    one: ['Host: 127.0.0.1'],
    none: [],
    'two alike': ['Host: 127.0.0.1', 'Host: 127.0.0.1'],
    two: ['Host: 127.0.0.1', 'hOST: elsewhere.example'],
    empty: ['Host:'],
    spaces: ['Host: a b'],
    user: ['Host: ada@elsewhere.example'],
    'port out of range': ['Host: 127.0.0.1:99999'],
    list: ['Host: 127.0.0.1, elsewhere.example'],
  }
  return hosts[host]
}

/** The name in `Connection`, in spellings that a careless reader lets through. */
function connectionLines(named: string | null, random: () => number): readonly string[] {
  if (named === null) return []
  const shouted = named.toUpperCase()
  const title = named.replaceAll(/(?:^|-)./g, letter => letter.toUpperCase())
  const spellings = [
    [`Connection: ${named}`],
    [`Connection: close, ${named}`],
    [`connection: keep-alive,${title}`],
    [`Connection:\t${shouted} \t`],
    [`Connection: ,, ${title} ,,`],
    ['Connection: keep-alive', `CONNECTION: ${title}`],
    [`Connection: "${named}"`],
    [`Connection: ${named};q=1`],
    [`Proxy-Connection: ${named}`, `Connection: ${shouted}, proxy-connection`],
    ['Connection: keep-alive,', ` ${named}`],
  ]
  return spellings[Math.floor(random() * spellings.length)] ?? []
}

function extraLines(extra: Shape['extra']): readonly string[] {
  switch (extra) {
    case 'none':
      return []
    case 'obs-fold':
      return ['X-Folded: a', '\tContent-Length: 0', ' Transfer-Encoding: chunked']
    case '64 KB':
      return [`X-Large: ${'x'.repeat(64 * 1_024)}`]
    case '3,000 headers':
      return Array.from({ length: 3_000 }, (_, no) => `X-${no}: a`)
    case 'NUL':
      return ['X-Nul: a\0b']
    case 'bare CR':
      return ['X-Bare: a\rContent-Length: 0']
    case 'name with a space':
      return ['Content Length: 0']
    case 'no colon':
      return ['Content-Length']
    case 'expect':
      return ['Expect: 100-continue']
    case 'other expectation':
      return ['Expect: a-miracle']
    case 'upgrade':
      return [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ]
    case 'h2c':
      return ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA']
    case 'forwarded':
      return [
        'X-Forwarded-For: 203.0.113.9, , \t',
        'X-Forwarded-For: not an address',
        'X-Forwarded-Host: elsewhere.example',
        'X-Forwarded-Proto: gopher',
      ]
    case 'request id':
      return ['X-Request-Id: a', 'X-Request-Id: \xff\xfe']
    case 'authorization':
      return ['Authorization: Bearer a', 'Authorization: Bearer b']
    case 'high bytes':
      return ['X-High: \xe9\xff', 'Cookie: a=\x80']
  }
}

function ended(text: string, { no, ending }: Shape, random: () => number): Buffer {
  const bytes = (of: string): Buffer => Buffer.from(of, 'latin1')
  switch (ending) {
    case 'whole':
      return bytes(text)
    case 'pipelined':
      return bytes(
        `${text}GET ${PIPELINED_PATH}?case=${no} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Requested-With: XMLHttpRequest\r\n\r\n`,
      )
    case 'cut':
      return bytes(text.slice(0, Math.floor(random() * text.length)))
    case 'blank lines first':
      return bytes(`\r\n\r\n\r\n${text}`)
    case 'garbage after':
      return bytes(`${text}\0\xff\x16\x03\x01${'\r\n'.repeat(4)}`)
    case 'bare LF':
      return bytes(text.replaceAll('\r\n', '\n'))
    case 'one byte changed': {
      const changed = bytes(text)
      changed[Math.floor(random() * Math.min(changed.length, 400))] = Math.floor(random() * 256)
      return changed
    }
  }
}
