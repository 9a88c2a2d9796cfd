import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLinkParameters } from './link-parameters.ts'
import { acceptedTexts, canonicalParameters } from './signed-texts.ts'

test('the canonical text encodes by RFC 3986 and sorts by the encoded name (domain.md §3)', () => {
  const parameters = new Map([
    ['rdud', '2s-0189'],
    ['a-b', ''],
    ['hash', '00'],
    ['a', "!'()*"],
    ['ä', ' +~'],
    ['Z', '🙂'],
    ['a b', '%'],
  ])
  expect(canonicalParameters(parameters)).toBe(
    '%C3%A4=%20%2B~&Z=%F0%9F%99%82&a=%21%27%28%29%2A&a%20b=%25&a-b=&rdud=2s-0189',
  )
})

test('parameters that need no encoding have one text (domain.md §3)', () => {
  const query = 'rdud=2s-0189&inbound_code=1000&hash=00'
  expect([...acceptedTexts(parseLinkParameters(query), null)]).toEqual(['inbound_code=1000&rdud=2s-0189'])
  expect([...acceptedTexts(parseLinkParameters(query), query)]).toEqual([
    'inbound_code=1000&rdud=2s-0189',
    'rdud=2s-0189&inbound_code=1000',
  ])
})

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc
      .array(fc.constantFrom('!', "'", '(', ')', '*', ' ', '+', '~', '&', '=', '%', 'a', 'é'), { maxLength: 8 })
      .map(marks => marks.join('')),
  )
  .filter(some => !/[\p{Cc}]/u.test(some))
const encoders = [
  encodeURIComponent,
  (some: string) => new URLSearchParams([['', some]]).toString().slice(1),
  (some: string) => encodeURIComponent(some).toLowerCase().replaceAll('%20', '+'),
]
const query = fc
  .tuple(
    fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, minLength: 1, maxLength: 6 }),
    fc.constantFrom(...encoders),
  )
  .map(([pairs, encode]) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'))

test('every accepted text parses to the same parameters: a hash is valid only for the signed ones (domain.md §3)', () => {
  fc.assert(
    fc.property(query, sent => {
      let parameters: ReadonlyMap<string, string>
      try {
        parameters = parseLinkParameters(sent)
      } catch {
        return // lower case made two names one
      }
      const signed = Object.fromEntries([...parameters].filter(([name]) => name !== 'hash'))
      for (const accepted of acceptedTexts(parameters, sent))
        expect(Object.fromEntries(parseLinkParameters(accepted))).toEqual(signed)
    }),
  )
})
