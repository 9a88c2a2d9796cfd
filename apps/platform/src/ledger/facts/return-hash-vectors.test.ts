import { Schema } from 'effect'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseLinkParameters } from './link-parameters.ts'
import { hashParameters, judgeHash } from './return-hash.ts'
import { canonicalParameters } from './signed-texts.ts'

/* The output of each language when scripts/write-hash-vectors.ts had it sign the same returns. */
const HASHING = new URL('../../../../../docs/return-hashing/', import.meta.url)
const EXAMPLES = new URL('../../../../../packages/schema/return-hash-examples/', import.meta.url)
const Vector = Schema.Struct({
  about: Schema.String,
  language: Schema.String,
  made_with: Schema.String,
  program: Schema.String,
  parameters: Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
  query: Schema.String,
})
const { key, vectors } = Schema.decodeUnknownSync(Schema.Struct({ key: Schema.String, vectors: Schema.Array(Vector) }))(
  JSON.parse(readFileSync(new URL('vectors.json', HASHING), 'utf8')),
)
const isExample = ({ program }: typeof Vector.Type) => program.startsWith('examples/')
const LANGUAGES = ['C#', 'Go', 'Java', 'JavaScript', 'PHP', 'Python']
const without = (query: string) => query.slice(0, query.lastIndexOf('&hash='))

test('there are vectors of each language, of its example and of what its own encoder makes (domain.md §3)', () => {
  const made = (language: string, kind: string) =>
    vectors
      .filter(vector => vector.language === language && vector.program.startsWith(`${kind}/`))
      .map(({ about }) => about)
  const asked = made('PHP', 'examples')
  expect(asked).toHaveLength(7)
  expect(LANGUAGES.map(language => [made(language, 'examples'), made(language, 'as-sent')])).toEqual(
    LANGUAGES.map(() => [asked, asked]),
  )
})

describe.each(vectors.map(vector => [vector.made_with, vector.program, vector.about, vector] as const))(
  '%s, %s: %s',
  (_made, _program, _about, vector) => {
    const sent = parseLinkParameters(vector.query)
    test('the hash is valid only for the signed parameters (domain.md §3)', () => {
      const { hash, ...parameters } = Object.fromEntries(sent)
      expect(parameters).toEqual(Object.fromEntries(vector.parameters))
      expect(judgeHash(sent, [key], true, vector.query)).toBe('valid')
      const tampered = vector.query.replace('inbound_code=1000', 'inbound_code=2000')
      expect([hash?.length, judgeHash(parseLinkParameters(tampered), [key], true, tampered)]).toEqual([64, 'wrong'])
    })
  },
)

test.each(vectors.filter(isExample).map(vector => [vector.made_with, vector.about, vector] as const))(
  'the example of %s signs the canonical text, so that its hash is right however it is sent: %s (domain.md §3)',
  (_made, _about, { query, parameters }) => {
    const asked = new Map(parameters)
    expect([without(query), query.slice(-64)]).toEqual([canonicalParameters(asked), hashParameters(asked, key)])
    const resent = new URLSearchParams(query).toString()
    expect(judgeHash(parseLinkParameters(resent), [key], true, resent)).toBe('valid')
  },
)

test('the JavaScript example, run by this Node, signs as it did (domain.md §3)', () => {
  for (const { program, parameters, query } of vectors.filter(
    vector => vector.language === 'JavaScript' && isExample(vector),
  )) {
    const said = execFileSync(
      process.execPath,
      [fileURLToPath(new URL(program.replace('examples/', ''), EXAMPLES)), key, ...parameters.flat()],
      { encoding: 'utf8' },
    )
    expect(said).toBe(`${query}\n`)
  }
})
