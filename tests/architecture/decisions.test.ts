import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './source-files.ts'

const FOLDER = join(ROOT, 'docs/decisions')
const pages = readdirSync(FOLDER).flatMap(name => /^(\d{4})-.*\.md$/.exec(name)?.[1] ?? [])
const numbers = new Set(pages.map(Number))

/** The first column of the table of docs/decisions/README.md: numbers, and ranges of which some have pages. */
const rows = [...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| (\d[^|]*) \|/gm)].map(
  ([, first = '']) => first,
)
const ranges = rows.flatMap(row =>
  [...row.matchAll(/(\d{4})–(\d{4})/g)].map(([, from, to]) => [Number(from), Number(to)] as const),
)
const singles = rows.filter(row => !row.includes('–')).flatMap(row => row.split(', ').map(Number))

test('docs/decisions/README.md names every number that has no page, and none that has one', () => {
  const isNamed = (number: number) =>
    singles.includes(number) || ranges.some(([from, to]) => from <= number && number <= to)
  const all = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1)
  expect({
    unexplained: all.filter(number => !numbers.has(number) && !isNamed(number)),
    hasPage: singles.filter(number => numbers.has(number)),
    twice: pages.filter((page, at) => pages.indexOf(page) !== at),
  }).toEqual({ unexplained: [], hasPage: [], twice: [] })
})
