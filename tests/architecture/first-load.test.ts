import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const files = new Map(sourceFiles().map(file => [file.path, file]))
const VALUE_IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?!type\b)(?!\s*\{(?:\s*type\s[^,}]+,?)+\s*\}\s*from)[^'"]*?from\s*['"]([^'"]+)['"]/g

/** The file of an imported name; undefined for a library. */
function fileOf(from: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(from, '..', name)
  if (name.startsWith('#')) return `apps/web/src/${name.slice(1)}`
  const [, room, path] = /^@desk\/([^/]+)\/(.+)$/.exec(name) ?? []
  return room === undefined ? undefined : `packages/${room}/src/${path}.ts`
}

/** The files on the way from a file to a library that is loaded with it; null when it is not loaded. */
function wayTo(library: string, root: string): readonly string[] | null {
  const ways: (readonly string[])[] = [[root]]
  const seen = new Set([root])
  for (const way of ways) {
    const path = way.at(-1) ?? root
    for (const [, name = ''] of files.get(path)?.text.matchAll(VALUE_IMPORT) ?? []) {
      if (name === library || name.startsWith(`${library}/`)) return way
      const next = fileOf(path, name)
      if (next === undefined || seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}

test('what every page starts with needs no schemas, which come with the first answer (B8)', () => {
  expect(files.has('apps/web/src/runtime/create-desk.ts')).toBe(true)
  expect(wayTo('effect', 'apps/web/src/runtime/create-desk.ts')).toBeNull()
  expect(wayTo('effect', 'apps/web/src/runtime/api/first-answer-decoder.ts')).not.toBeNull()
})
