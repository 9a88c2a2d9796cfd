import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ENDPOINTS } from './endpoint-table.ts'

const SOURCES = resolve(import.meta.dirname, '..', '..')
/** These name every call, and make none. */
const LISTS = ['endpoint-table', 'first-endpoint-table', 'answer-schemas', 'first-answer-schemas', 'first-calls'].map(
  file => join(SOURCES, 'runtime', 'api', `${file}.ts`),
)

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  )

const texts = filesIn(SOURCES)
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !LISTS.includes(file))
  .map(file => readFileSync(file, 'utf8'))

test('docs/api-only.md lists every call that the browser could make and does not, with its method and path, and no other', () => {
  const page = readFileSync(resolve(SOURCES, '..', '..', '..', 'docs', 'api-only.md'), 'utf8')
  const listed = [...page.matchAll(/^\| \w+ \| `([\w.]+)` \| `(\w+) ([^`]+)` \|/gm)].map(
    ([, key, method, path]) => `${key} ${method} ${path}`,
  )
  const unused = Object.entries(ENDPOINTS).flatMap(([key, [method, path]]) =>
    texts.some(text => text.includes(`'${key}'`) || text.includes(`"${key}"`)) ? [] : [`${key} ${method} ${path}`],
  )
  expect(listed.toSorted()).toEqual(unused.toSorted())
})
