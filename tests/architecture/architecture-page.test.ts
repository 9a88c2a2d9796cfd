import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  architecturePicture,
  arrowsOf,
  fewestArrows,
  reachedFrom,
  withPicture,
} from '../../scripts/architecture-picture.ts'
import { ROOT, sourceFiles } from './source-files.ts'

const page = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8')

const file = (path: string, ...imports: readonly string[]) => ({ path, text: '', imports })

test('the picture of docs/architecture.md is what the imports say: after a change, run `pnpm exec tsx scripts/write-architecture.ts`', () => {
  expect(withPicture(page, architecturePicture(sourceFiles()))).toBe(page)
})

/** The first column of the tables under a heading. */
const named = (heading: string): readonly string[] => {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '))
}

const NO_ROOM = new Set(['testing', 'node_modules'])
const folders = (path: string): readonly string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !NO_ROOM.has(entry.name))
    .map(({ name }) => name)

test('docs/architecture.md names every building', () => {
  const buildings = ['packages', 'apps'].flatMap(place => folders(place).map(name => `${place}/${name}`))
  expect(
    named('The buildings')
      .filter(name => /^(?:packages|apps)\//.test(name))
      .toSorted(),
  ).toEqual(buildings.toSorted())
})

test.each(['apps/platform/src', 'apps/web/src', 'apps/gateway/src'])(
  'docs/architecture.md names every room of %s, of two levels, and no other',
  source => {
    const rooms = folders(source).flatMap(room => [
      room,
      ...folders(`${source}/${room}`).map(inner => `${room}/${inner}`),
    ])
    expect(named(`The rooms of \`${source}\``).toSorted()).toEqual(rooms.toSorted())
  },
)

test('an arrow is drawn for an import by path, by package name and by room name; tests draw none', () => {
  const arrows = arrowsOf([
    file('apps/web/src/features/users/users.tsx', '#kit/table.tsx', '@desk/schema/users/user', 'react'),
    file('apps/web/src/kit/table.tsx', '../ui/table.tsx'),
    file('apps/web/src/kit/table.test.tsx', '../features/users/users.tsx'),
    file('apps/web/src/main.tsx', './features/users/users.tsx'),
  ])
  expect([...arrows].map(([from, to]) => [from, [...to]])).toEqual([
    ['apps/web/features', ['apps/web/kit', 'packages/schema']],
    ['apps/web/kit', ['apps/web/ui']],
    ['apps/web/main', ['apps/web/features']],
  ])
})

test('an arrow is left out where a longer way says the same, and none of a circle is', () => {
  const arrows = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['c'])],
    ['c', new Set(['d'])],
    ['d', new Set(['c'])],
  ])
  expect(fewestArrows(arrows)).toEqual([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
    ['d', 'c'],
  ])
})

test('no rooms of the house import each other in a circle', () => {
  const arrows = arrowsOf(sourceFiles())
  // until stored rows replace them, stored answers look into the session's store
  const exempt = new Set(['apps/platform/kernel', 'apps/platform/identity'])
  expect([...arrows.keys()].filter(room => reachedFrom(room, arrows).has(room) && !exempt.has(room))).toEqual([])
})
