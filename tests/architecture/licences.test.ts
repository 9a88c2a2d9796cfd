import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './source-files.ts'

/** Licences that the Apache License 2.0 of this project can ship with (docs/decisions/0094). */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'EPL-2.0 OR GPL-3.0-or-later',
  'ISC',
  'MIT',
  'MIT and ISC',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

interface Manifest {
  readonly name: string
  readonly license?: string
  /** The older form. */
  readonly licenses?: readonly { readonly type: string }[]
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest // npm's own format

function folderOf(dependency: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', dependency)
    if (existsSync(join(found, 'package.json'))) return realpathSync(found)
    if (folder === dirname(folder)) return null
  }
}

/** All packages that a package of this repository ships with, transitive ones included, by their folders. */
function shippedWith(folder: string, found: Map<string, Manifest>): void {
  for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
    const dependency = name.startsWith('@desk/') ? null : folderOf(name, realpathSync(folder))
    if (dependency === null || found.has(dependency)) continue
    found.set(dependency, manifestIn(dependency))
    shippedWith(dependency, found)
  }
}

test('each package that ships has a licence that this project may ship with (0094)', () => {
  const found = new Map<string, Manifest>()
  for (const room of ['apps', 'packages'])
    for (const name of readdirSync(join(ROOT, room))) shippedWith(join(ROOT, room, name), found)
  expect(found.size).toBeGreaterThan(100)
  const others = [...found.values()].map(({ name, license, licenses }) => ({
    name,
    licence: license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none',
  }))
  expect(others.filter(({ licence }) => !ALLOWED.has(licence))).toEqual([])
})
