import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..')
const LAWS_FOLDER = 'packages/machines/tools/laws'
const rows = [...readFileSync(resolve(ROOT, 'docs/laws.md'), 'utf8').matchAll(/^\| (\d+) \|[^|]*\|([^|]*)\|$/gm)].map(
  ([, law, proof]) => ({ law: Number(law), proof: proof ?? '' }),
)

interface Cited {
  readonly law: number
  readonly path: string
  /** None: the whole file is the proof. */
  readonly titles: readonly string[]
}

/** A proof names files, each with the titles that follow it. */
const cited: readonly Cited[] = rows.flatMap(({ law, proof }) =>
  [...proof.matchAll(/`([^`]+)`([^`]*)/g)].map(([, path = '', after = '']) => ({
    law,
    path,
    titles: [...after.matchAll(/"([^"]+)"/g)].map(([, title]) => title ?? ''),
  })),
)

/** The titles of a file's tests and, where asked for, of what groups them, as they are written. */
function titlesIn(path: string, kinds = 'test|it|describe'): string[] {
  const file = resolve(ROOT, path)
  if (!existsSync(file)) return []
  return [
    ...readFileSync(file, 'utf8').matchAll(
      new RegExp(String.raw`\b(?:${kinds})(?:\.(?:each|for)\([^)]*\))?\(\s*(['"${'`'}])(.*?)\1\s*,`, 'g'),
    ),
  ].map(([, , title]) => title ?? '')
}

test('docs/laws.md numbers ten laws, and each quotes tests that are there under that title, or a file whose tests name the law', () => {
  const missing = cited.flatMap(({ law, path, titles }) => {
    const there = titlesIn(path)
    const naming = there.filter(title => new RegExp(String.raw`\blaw ${law}\b`).test(title))
    if (titles.length === 0) return naming.length > 0 ? [] : [`law ${law}: no test of ${path} names it`]
    return titles
      .filter(quoted => !there.some(title => title.includes(quoted)))
      .map(quoted => `law ${law}: ${path} has no test "${quoted}"`)
  })
  expect([
    rows.map(({ law }) => law),
    rows.filter(({ law }) => !cited.some(each => each.law === law)),
    missing,
  ]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [], []])
})

test('no test of a law is left out of docs/laws.md', () => {
  const files = readdirSync(resolve(ROOT, LAWS_FOLDER)).filter(
    name => name.endsWith('.test.ts') && name !== 'citations.test.ts',
  )
  const unquoted = files.flatMap(name => {
    const path = `${LAWS_FOLDER}/${name}`
    const quoted = cited.filter(each => each.path === path).flatMap(({ titles }) => titles)
    return titlesIn(path, 'test|it')
      .filter(title => /\blaw \d+\b/.test(title) && !quoted.some(each => title.includes(each)))
      .map(title => `${path}: ${title}`)
  })
  expect(unquoted).toEqual([])
})
