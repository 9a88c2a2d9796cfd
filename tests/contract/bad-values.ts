import type { JsonSchema } from './operations.ts'

/** A JSON text for one field, and its fault. */
export interface BadValue {
  readonly what: string
  readonly json: string
}

const json = (what: string, value: unknown): BadValue => ({ what, json: JSON.stringify(value) })
const raw = (what: string, text: string): BadValue => ({ what, json: text })
const DEEP = 30

const WRONG_TYPES: readonly BadValue[] = [
  json('null', null),
  json('true', true),
  json('an empty list', []),
  json('an empty object', {}),
  json('an object with a prototype', { constructor: { prototype: { isAdmin: true } } }),
  raw('__proto__', '{"__proto__":{"isAdmin":true}}'),
  raw('a deep list', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`),
]
const NUMBERS: readonly BadValue[] = [
  json('a fraction', 1.5),
  json('zero', 0),
  json('minus one', -1),
  raw('minus zero', '-0'),
  json('just above 32 bits', 2_147_483_648),
  json('far below 32 bits', -2_147_483_649),
  json('the greatest safe number', Number.MAX_SAFE_INTEGER),
  json('the least safe number', Number.MIN_SAFE_INTEGER),
  raw('beyond the safe numbers', '9007199254740993'),
  raw('1e21', '1e21'),
  raw('1e400', '1e400'),
  raw('-1e400', '-1e400'),
  raw('5e-324', '5e-324'),
  raw('400 digits', '1'.repeat(400)),
]
const TEXTS: readonly BadValue[] = [
  json('no text', ''),
  json('a blank', ' '),
  json('digits', '1'),
  json('NUL', 'a\0b'),
  json('control characters', '\u0001\u001b[31m\r\nX-Injected: 1'),
  raw('half a surrogate pair', '"\\ud800"'),
  json('emoji', '👩‍👩‍👧‍👦'.repeat(10)),
  json('from right to left', '\u202Egpj.exe'),
  json('many marks on one letter', `a${'\u0301'.repeat(80)}`),
  json('full-width digits', '１２３'),
  json('SQL', "'; drop table account; --"),
  json('a template', '{{7*7}}${7*7}<%= 7*7 %>'),
  json('markup', '<script>alert(1)</script>'),
  json('a path', '../../../../etc/passwd'),
  json('a name of JavaScript', '__proto__'),
  json('a date that is none', '2026-99-99T99:99:99Z'),
  json('a year that is none', '0000-00-00T00:00:00.000000Z'),
  json('1 MB', 'x'.repeat(990_000)),
  json('more than 1 MB', 'x'.repeat(1_100_000)),
]

function atLimits(schema: JsonSchema): BadValue[] {
  const values: BadValue[] = []
  for (const limit of [schema.minimum, schema.maximum]) {
    if (limit !== undefined)
      values.push(...[limit - 1, limit, limit + 1].map(value => json(`${value}, at a limit`, value)))
  }
  for (const limit of [schema.minLength, schema.maxLength]) {
    if (limit === undefined) continue
    for (const length of [limit - 1, limit, limit + 1]) {
      if (length < 0) continue
      values.push(
        json(`${length} letters`, 'x'.repeat(length)),
        json(`${length} characters beyond the first plane`, '𝒳'.repeat(length)),
      )
    }
  }
  if (schema.maxItems !== undefined)
    values.push(
      ...[schema.maxItems, schema.maxItems + 1].map(count =>
        json(
          `${count} items`,
          Array.from({ length: count }, () => 1),
        ),
      ),
    )
  return values
}

/** Values for one field of a body: at, under and over its limits, of wrong types, and whatever else has broken something somewhere. */
export function badValues(schema: JsonSchema): readonly BadValue[] {
  const items = schema.items
    ? badValues(schema.items).map(({ what, json: item }) => raw(`a list of ${what}`, `[${item}]`))
    : []
  return [...WRONG_TYPES, ...NUMBERS, ...TEXTS, ...atLimits(schema), ...items]
}

/** Texts for a parameter of a path or a query, encoded as they go into the address. */
export const BAD_PARAMETERS: readonly string[] = [
  '',
  '0',
  '-1',
  '-0',
  '1.5',
  '1e3',
  '0x10',
  ' 1',
  '1 ',
  '01',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  'all',
  '１２',
  'é',
  '👩‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table account; --",
  '../../etc/passwd',
  '..',
  '{"$gt":""}',
  '<script>',
  '%',
  '_',
  '*',
  '\\',
  '\u202E',
  '\u0001',
  '\r\nX-Injected: 1',
  'x'.repeat(51),
  'x'.repeat(201),
  'x'.repeat(4_000),
].map(encodeURIComponent)

/** The same, which no encoder makes. */
export const BAD_ENCODINGS: readonly string[] = [
  '%00',
  '1%00',
  '%',
  '%zz',
  '%E0%A4%A',
  '%ff%fe',
  '%c0%af',
  '%ed%a0%80',
  '%2e%2e%2f',
  '%252e',
  '1%2F2',
  '%5c',
]

/** Whole bodies that no schema describes. */
export const BAD_BODIES: readonly {
  readonly what: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}[] = [
  { what: 'nothing', body: '' },
  { what: 'null', body: 'null' },
  { what: 'a list', body: '[]' },
  { what: 'a text', body: '"x"' },
  { what: 'a number', body: '1' },
  { what: '1e400', body: '1e400' },
  { what: 'an object with __proto__', body: '{"__proto__":{"isAdmin":true}}' },
  { what: 'an unfinished object', body: '{' },
  { what: 'a comma too many', body: '{"a":1,}' },
  { what: 'two objects', body: '{}{}' },
  { what: 'NaN', body: '{"a":NaN}' },
  { what: '100,000 levels', body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  { what: '100,000 levels of objects', body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
  { what: '50,000 fields', body: `{${Array.from({ length: 50_000 }, (_, no) => `"f${no}":1`).join(',')}}` },
  { what: 'more than 1 MB', body: `{"a":"${'x'.repeat(1_100_000)}"}` },
  { what: 'a byte order mark', body: '\uFEFF{}' },
  { what: 'bytes that are no UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  {
    what: 'UTF-16',
    body: Buffer.from('{}', 'utf16le'),
    headers: { 'Content-Type': 'application/json; charset=utf-16le' },
  },
  { what: 'a form', body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  {
    what: 'a multipart form',
    body: '--x\r\n\r\n--x--',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  },
  { what: 'a type that is none', body: '{}', headers: { 'Content-Type': ';;;' } },
  { what: 'no gzip', body: '{}', headers: { 'Content-Encoding': 'gzip' } },
  { what: 'an unknown encoding', body: '{}', headers: { 'Content-Encoding': 'x-none' } },
]
