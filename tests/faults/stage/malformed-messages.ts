import { randomFrom } from './seeded-random.ts'
import { websocketFrame } from './websocket-frame.ts'

/**
 * How far a client has come before it says something odd: nothing but a TCP connection; a websocket; one that has entered with a good
 * token; a session of HTTP polling that has entered.
 */
export type Stage = 'raw' | 'upgraded' | 'entered' | 'polled'

/** A malformed message of one push client. */
export interface MalformedMessage {
  /** Its oddity, for the message of a test that fails. */
  readonly name: string
  readonly stage: Stage
  /** The bytes that it writes then, given the id of its polling session (empty for the other stages). */
  readonly bytes: (sid: string) => Buffer
}

type Random = () => number

const EVENTS = [
  '"watch"',
  '"watch"',
  '"watch"',
  '"unwatch"',
  '"token"',
  '"frame"',
  '"error"',
  '"connect"',
  '"connect_error"',
  '"disconnect"',
  '"disconnecting"',
  '"newListener"',
  '"removeListener"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"hasOwnProperty"',
  '""',
  '"\\u0000"',
  '0',
  '-1',
  '1e400',
  'null',
  'true',
  '{}',
  '[]',
] as const
const ACK_IDS = [
  '',
  '0',
  '1',
  '-1',
  '1.5',
  '1e3',
  ' ',
  '007',
  '99999999999999999999',
  'NaN',
  '0x10',
  '9'.repeat(400),
] as const
const NAMESPACES = ['', '', '', '/,', '/other,', '/__proto__,', '/../,', `/${'n'.repeat(3_000)},`, '/no-comma'] as const
const ENGINE_TYPES = [
  '',
  '0',
  '0{"sid":"x"}',
  '1',
  '2',
  '2probe',
  '3',
  '3probe',
  '4',
  '5',
  '6',
  '7',
  '9',
  'x',
  'b',
  'b====',
  'bAAAA',
  'b4',
  '\0',
  '\ufffd',
  '4\0',
  '44',
  '46',
  '47',
  '48',
  '49',
  '4x',
  '40',
  '41',
  '41/',
  '42',
  '43',
  '45',
  '42{}',
  '42"x"',
  '42[',
  '42null',
  '42[]',
  '430',
  '430[]',
  '43["x"]',
  '431[{"toString":1}]',
  '44"x"',
  '44{"message":{}}',
] as const

function oddValue(random: Random): string {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // an index below the length
  const depth = 1 + Math.floor(random() * 4_000)
  return one([
    () => '{"toString":1}',
    () => '{"toString":null,"valueOf":null}',
    () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"ok":true}}}',
    () => '{"then":"x","length":-1,"topic":"survey:1"}',
    () => '['.repeat(depth) + ']'.repeat(depth),
    () => '{"a":'.repeat(Math.floor(depth / 2)) + '1' + '}'.repeat(Math.floor(depth / 2)),
    () => JSON.stringify('x'.repeat(15_000)),
    () => JSON.stringify(`survey:${'9'.repeat(1 + Math.floor(random() * 40))}`),
    () =>
      JSON.stringify(
        one([
          'survey:1\0',
          'survey:-1',
          'survey:1e3',
          'survey:',
          ':',
          'hours:',
          'project:1:1',
          'hours:survey:',
          ' projects',
          'projects\n',
          'SURVEY:1',
          'survey:\u0661',
          '__proto__',
          'constructor',
        ]),
      ),
    () => '"\\ud800"',
    () => '"\\u0000\\u0000"',
    () => JSON.stringify(one(['a b', '\u0000', 'x'.repeat(5_000), '', '\u202e', 'Bearer x'])),
    () => one(['null', 'true', 'false', '0', '-0', '1e308', '1e400', '-1', '0.1', '[]', '{}', '[null]', '[[]]', '""']),
    () => `[${Array.from({ length: 2_000 }, () => '0').join(',')}]`,
    () => `{${Array.from({ length: 800 }, (_, no) => `"k${no}":0`).join(',')}}`,
    () => '{"_placeholder":true,"num":0}',
    () => '{"a":1,"a":2}',
  ])()
}

/** One packet in the form of a websocket frame or a polling body, and the frames that belong to it. */
function oddPacket(random: Random): {
  readonly name: string
  readonly texts: readonly string[]
  readonly binary: readonly Buffer[]
} {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // an index below the length
  const values = (): string => Array.from({ length: Math.floor(random() * 4) }, () => oddValue(random)).join(',')
  const event = (): string =>
    `${one(NAMESPACES)}${one(ACK_IDS)}[${[one(EVENTS), values()].filter(part => part !== '').join(',')}]`
  const bytes = (): Buffer =>
    Buffer.from(Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256)))
  const plain = (name: string, ...texts: string[]) => ({ name, texts, binary: [] })
  return one([
    () => plain('an event', `42${event()}`),
    () => plain('an event', `42${one(ACK_IDS)}[${one(EVENTS)},${oddValue(random)}]`),
    () => plain('a watch', `42${Math.floor(random() * 9)}["watch",${oddValue(random)}]`),
    () => plain('a token', `42${Math.floor(random() * 9)}["token",${oddValue(random)}]`),
    () => plain('an unwatch', `42["unwatch",${oddValue(random)}]`),
    () => plain('an acknowledgement without a request', `43${one(ACK_IDS)}[${values()}]`),
    () => plain('a packet of another type', one(ENGINE_TYPES)),
    () => plain('a connect', `40${one(NAMESPACES)}${oddValue(random)}`),
    () => plain('a connect with an odd token', `40{"token":${oddValue(random)},"protocol":${oddValue(random)}}`),
    () => plain('a packet cut short', `421["watch","survey:1"]`.slice(0, Math.floor(random() * 22))),
    () =>
      plain(
        'the same packet many times',
        ...Array.from({ length: 60 }, () => `421["watch",${one(['{}', '"projects"', 'null'])}]`),
      ),
    () => ({
      name: 'an event with attachments',
      texts: [`45${one(['1', '2', '0', '-1', '11', '999999', '1.5', 'x', ''])}-${event()}`],
      binary: Array.from({ length: Math.floor(random() * 4) }, bytes),
    }),
    () => ({
      name: 'an attachment in the wrong place',
      texts: [`451-["watch",{"_placeholder":true,"num":${one(['0', '1', '-1', '1e9', '"x"', 'null', '{}'])}}]`],
      binary: [bytes()],
    }),
    () => ({
      name: 'an acknowledgement with attachments',
      texts: [`461-${one(ACK_IDS)}[{"_placeholder":true,"num":0}]`],
      binary: [bytes()],
    }),
    () => ({ name: 'bytes alone', texts: [], binary: [bytes(), bytes()] }),
    () =>
      plain(
        'text where an attachment is due',
        '451-["watch",{"_placeholder":true,"num":0}]',
        '2',
        '42["watch","survey:1"]',
      ),
  ])()
}

function oddFrames(random: Random): Buffer {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // an index below the length
  const payload = Buffer.from(Array.from({ length: Math.floor(random() * 200) }, () => Math.floor(random() * 256)))
  const head = (first: number, ...rest: number[]): Buffer => Buffer.from([first, ...rest])
  return one([
    // every opcode, with and without the reserved bits
    () => websocketFrame(payload, { first: Math.floor(random() * 256) }),
    () => websocketFrame(payload, { first: 0x80 | Math.floor(random() * 16), isMasked: false }),
    () => websocketFrame(Buffer.from([0xff, 0xfe, 0x80]), { first: 0x81 }),
    () => websocketFrame(Buffer.from([0x03]), { first: 0x88 }),
    () => websocketFrame(Buffer.from([one([0, 3, 11, 255]), one([0, 231, 237, 255]), 0xff]), { first: 0x88 }),
    () => websocketFrame(Buffer.alloc(130), { first: one([0x88, 0x89, 0x8a]) }),
    () => websocketFrame(payload.subarray(0, 20), { first: one([0x08, 0x09, 0x0a]) }),
    () => websocketFrame(payload, { first: 0x80 }),
    () => Buffer.concat([websocketFrame(payload, { first: 0x01 }), websocketFrame(payload, { first: 0x01 })]),
    () => Buffer.concat(Array.from({ length: 500 }, () => websocketFrame(Buffer.from('a'), { first: 0x00 }))),
    () => Buffer.concat(Array.from({ length: 200 }, () => websocketFrame(Buffer.alloc(20), { first: 0x89 }))),
    // lengths that lie
    () => head(0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0),
    () => head(0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0),
    () => head(0x82, 0xfe, 0xff, 0xff, 0, 0, 0, 0, 1, 2, 3),
    () => head(0x81, 0xfe),
    () => websocketFrame(Buffer.alloc(17_000, 0x34), { first: 0x81 }),
    () => payload,
    () => Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  ])()
}

const TRANSPORTS = [
  'polling',
  'websocket',
  'webtransport',
  '__proto__',
  'constructor',
  'toString',
  '',
  'polling&transport=websocket',
  'x',
] as const
const SIDS = [
  '',
  '&sid=',
  '&sid=x',
  '&sid=__proto__',
  '&sid=constructor',
  '&sid=%00',
  '&sid=a&sid=b',
  `&sid=${'x'.repeat(5_000)}`,
] as const
const REVISIONS = ['4', '4', '4', '3', '5', '-1', 'x', '', '4&EIO=3', '__proto__'] as const
const QUERIES = [
  '',
  '&j=0',
  '&j=x',
  '&j[]=1',
  '&b64=1',
  '&%',
  '&%ff=%ff',
  '&__proto__[x]=1',
  '&t=%00',
  `&t=${'t'.repeat(3_000)}`,
  '#x',
  '?',
  '&&&=',
] as const

/** A request for the push's address that is odd before there is any session. */
function oddRequest(random: Random): Buffer {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // an index below the length
  const path = one([
    '/socket.io/',
    '/socket.io/',
    '/socket.io/',
    '/socket.io',
    '/socket.io//',
    '/socket.io/../v1',
    '/socket.iox',
    '/other',
    '/v1/changes',
    '/socket.io/socket.io.js',
  ])
  const target = `${path}?EIO=${one(REVISIONS)}&transport=${one(TRANSPORTS)}${one(SIDS)}${one(QUERIES)}`
  const upgrade = [
    'Connection: Upgrade',
    `Upgrade: ${one(['websocket', 'WebSocket', 'h2c', 'x', ''])}`,
    `Sec-WebSocket-Version: ${one(['13', '8', '0', 'x', ''])}`,
    one(['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Key: x', 'X-None: 1']),
    one([
      'X-None: 1',
      'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99',
      'Sec-WebSocket-Extensions: ,;,',
      'Sec-WebSocket-Protocol: , ,',
      'Sec-WebSocket-Protocol: a, a',
    ]),
  ]
  const body = one(['', '42["watch","x"]', '\x1e\x1e\x1e', '1'])
  const headers = [
    'Host: 127.0.0.1',
    ...(random() < 0.5 ? upgrade : []),
    one([
      'X-None: 2',
      'Origin: null',
      'Origin: x',
      'Origin: http://[',
      'Origin: \xff',
      'Origin: https://elsewhere.example',
    ]),
    `Content-Length: ${body.length}`,
  ]
  const rest = one([Buffer.alloc(0), websocketFrame(Buffer.from('40{}')), Buffer.from([0x81, 0x05])])
  return Buffer.concat([
    Buffer.from(
      `${one(['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`,
      'latin1',
    ),
    rest,
  ])
}

/** The bytes of a session of HTTP polling. */
function oddPoll(random: Random): (sid: string) => Buffer {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // an index below the length
  const packets = Array.from({ length: 1 + Math.floor(random() * 4) }, () => oddPacket(random))
  const join = one(['\x1e', '\x1e', '\x1e\x1e', '', '\n'])
  const text = packets
    .flatMap(({ texts, binary }) => [...texts, ...binary.map(bytes => `b${bytes.toString('base64')}`)])
    .join(join)
  const body = Buffer.from(
    one([
      text,
      text,
      text,
      text.slice(0, text.length / 2),
      '1',
      '5',
      '\xff',
      'x'.repeat(17_000),
      '\x1e'.repeat(9_000),
      'b'.repeat(3_000),
    ]),
  )
  const type = one([
    'text/plain;charset=UTF-8',
    'text/plain;charset=UTF-8',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'x',
  ])
  const post = (sid: string, length = body.length): Buffer =>
    Buffer.concat([
      Buffer.from(
        `POST /socket.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
      ),
      body,
    ])
  const other = (sid: string, method: string, more = ''): Buffer =>
    Buffer.from(`${method} /socket.io/?EIO=4&transport=polling&sid=${sid}${more} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  return one([
    post,
    post,
    post,
    sid => post(sid, body.length + 50),
    sid => Buffer.concat([post(sid), post(sid), post(sid)]),
    sid => Buffer.concat([other(sid, 'GET'), other(sid, 'GET')]),
    sid => other(sid, one(['DELETE', 'PUT', 'OPTIONS', 'HEAD'])),
    sid => other(sid, 'GET', one(['&j=1', '&transport=websocket', '&EIO=3'])),
    sid =>
      Buffer.from(
        `GET /socket.io/?EIO=4&transport=websocket&sid=${sid} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      ),
  ])
}

/** Gives push clients with malformed messages. The same seed gives the same. */
export function malformedMessages(seed: number, count: number): MalformedMessage[] {
  const random = randomFrom(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // an index below the length
  return Array.from({ length: count }, (_, no): MalformedMessage => {
    const kind = one([
      'packet',
      'packet',
      'packet',
      'packet before entering',
      'frames',
      'request',
      'request',
      'poll',
      'poll',
    ] as const)
    const name = (what: string): string => `message #${no}: ${what}`
    if (kind === 'request') {
      const bytes = oddRequest(random)
      return {
        name: name(`a request, ${JSON.stringify(bytes.subarray(0, 100).toString('latin1'))}`),
        stage: 'raw',
        bytes: () => bytes,
      }
    }
    if (kind === 'poll') {
      const bytes = oddPoll(random)
      return {
        name: name(`a poll, ${JSON.stringify(bytes('SID').subarray(0, 100).toString('latin1'))}`),
        stage: 'polled',
        bytes,
      }
    }
    if (kind === 'frames') {
      const bytes = oddFrames(random)
      return {
        name: name(`frames, ${bytes.subarray(0, 16).toString('hex')}`),
        stage: random() < 0.5 ? 'upgraded' : 'entered',
        bytes: () => bytes,
      }
    }
    const packet = oddPacket(random)
    const bytes = Buffer.concat([
      ...packet.texts.map(text => websocketFrame(Buffer.from(text))),
      ...packet.binary.map(binary => websocketFrame(binary, { first: 0x82 })),
    ])
    return {
      name: name(`${packet.name}, ${JSON.stringify(packet.texts.join(' ').slice(0, 100))}`),
      stage: kind === 'packet' ? 'entered' : 'upgraded',
      bytes: () => bytes,
    }
  })
}
