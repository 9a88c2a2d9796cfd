import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHAPTERS, citable, citationsOf, clausesOf } from './citations.ts'
import { pageFiles, ROOT, sourceFiles } from './source-files.ts'

/** These two hold made-up citations. */
const OWN = /^tests\/architecture\/citations/
const known = citable()
const files = [...sourceFiles(), ...pageFiles()].filter(({ path }) => !OWN.test(path))

describe('the book in the house', () => {
  test('each citation of code, tests and pages is in docs/spec, docs/laws.md or docs/decisions', () => {
    const unresolved = files.flatMap(({ path, text }) =>
      citationsOf(text)
        .filter(citation => !known.has(citation))
        .map(citation => `${path} cites ${citation}`),
    )
    expect(unresolved).toEqual([])
  })

  test('each file of tests/faults and tests/cluster shows a fault or a promise that docs/spec/promises.md names', () => {
    const unnamed = files
      .flatMap(({ path }) => /^tests\/(?:faults|cluster)\/([fis]\d+)-/.exec(path)?.[1] ?? [])
      .filter(id => !known.has(id.toUpperCase()))
    expect(unnamed).toEqual([])
  })

  test.each(CHAPTERS)('the clauses of %s are numbered without a gap', page => {
    const clauses = clausesOf(page)
    expect(clauses).toEqual(clauses.map((_, at) => `${page.slice(0, 1)}.${at + 1}`))
  })

  test('docs/spec/endpoints.md has methods and paths of the contract', () => {
    const unnamed = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}')
    const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, unknown>> // the form of OpenAPI
    }
    const contract = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map(method => `${method.toUpperCase()} ${unnamed(path)}`),
      ),
    )
    const book = readFileSync(join(ROOT, 'docs', 'spec', 'endpoints.md'), 'utf8')
    const other = [...book.matchAll(/^\| ([A-Z]\d+) \| (\w+) \| `([^`]+)` \|/gm)]
      .filter(([, , method, path = '']) => !contract.has(`${method} ${unnamed(path)}`))
      .map(([, id]) => id)
    // the gateway serves the version file
    expect(other).toEqual(['V1'])
  })
})

describe('a citation is found', () => {
  test.each([
    ['of a clause, a range, a chapter', '(§4.3) §3.9–3.22, §5', ['§4.3', '§3.9', '§3.22', '§5']],
    [
      'of a section of a page, which the § after its name belongs to',
      'look.md 16; Domain.md §2, §4.3',
      ['look.md 16', 'domain.md 2', '§4.3'],
    ],
    ['over the end of a line', '// see domain.md\n  // §2', ['domain.md 2']],
    ['of endpoints, alone and in lists', 'api:B1–B3, api:R5, R9', ['api:B1', 'api:B3', 'api:R5', 'api:R9']],
    ['of a promise', 'all of it (§4.9, S2), `F18: kill` and promises S9', ['§4.9', 'F18', 'S9', 'S2']],
    ['of a decision', 'docs/decisions/0092 (0033, 0038)', ['0033', '0038', '0092']],
    ['of a law', 'holds (R2, law 1)', ['R2', 'law 1']],
    ['in no call, cell or RFC', "sum(A1), 'B2', RFC 9110 §7.6.1", []],
  ])('%s', (_, text, citations) => {
    expect(citationsOf(text)).toEqual(citations)
  })
})
