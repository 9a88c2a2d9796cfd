import { createContext, Script } from 'node:vm'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const LENGTH = 100_000
const LONGEST_MS = 50
const TRIES = 12

/** Patterns that never meet a long text, with what keeps it from them. */
const SHORT_TEXTS_ALONE: Readonly<Record<string, string>> = {
  '\\[%([^\\]]*)%\\]': 'packages/schema/src/suppliers/redirect-url.ts: behind the longest redirect of 2,000 characters',
}

/** The characters that the patterns look for, and their separators, as often as they fit. */
const PUMPED = [
  'a',
  '0',
  ' ',
  '\n',
  '.',
  '-',
  '_',
  '/',
  ':',
  '%',
  '[%',
  '[',
  '"',
  "'",
  ',',
  ';',
  '=',
  '@',
  '<',
  '(',
  '\\',
  '#',
  'é',
  '\0',
  'a.',
  'a@',
  'a-',
  'a ',
  '/a',
  '%25',
  '/..',
  '", "',
  '\r\n',
  '&q=',
]

interface Pattern {
  readonly path: string
  readonly source: string
  readonly flags: string
}

function patternsIn(node: unknown, path: string): readonly Pattern[] {
  if (typeof node !== 'object' || node === null) return []
  const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } } // of an ESTree literal
  if (regex !== undefined) return [{ path, source: regex.pattern, flags: regex.flags }]
  return Object.values(node).flatMap(child => patternsIn(child, path))
}

const isProduct = (path: string): boolean =>
  /^(apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$|\/testing\/|\.gen\.ts$/.test(path)

/** Without a repetition that has no end a pattern looks at few characters from each place. */
const repeats = ({ source }: Pattern): boolean => /[*+]|\{\d+,\}/.test(source) && !(source in SHORT_TEXTS_ALONE)

/** How the texts begin that a pattern would take, as far as that is written out in it. */
const beginningOf = (source: string): string => (/^\^((?:\\?[\w/:.@ -])*)/.exec(source)?.[1] ?? '').replaceAll('\\', '')

const searched: { pattern?: RegExp; text?: string } = {}
// a context takes longer to make than most patterns take
const context = createContext(searched)
const search = new Script('pattern.test(text)')

test(`no regular expression takes over ${LONGEST_MS} ms on 100 KB (I5)`, { timeout: 180_000 }, () => {
  const patterns = sourceFiles()
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, text }) => patternsIn(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), path))
    .filter(repeats)
  expect(patterns.length).toBeGreaterThan(50)
  const pumped = PUMPED.map(each => each.repeat(LENGTH / each.length))
  // a busy machine stops several in a row
  const isSlow = ({ source, flags }: Pattern, text: string): boolean =>
    Array.from({ length: TRIES }).every(() => {
      try {
        Object.assign(searched, { pattern: new RegExp(source, flags), text })
        search.runInContext(context, { timeout: LONGEST_MS })
        return false
      } catch {
        return true
      }
    })
  const slow = patterns.flatMap(pattern => {
    const found = pumped.findIndex(text => isSlow(pattern, `${beginningOf(pattern.source)}${text}\u0001`))
    return found === -1
      ? []
      : [`${pattern.path}: /${pattern.source}/${pattern.flags} on ${JSON.stringify(PUMPED[found])}`]
  })
  expect(slow).toEqual([])
})
