import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const PLATFORM = 'apps/platform/src/'

/**
 * The platform's floors from the ground up (docs/decisions/0031): each imports from floors below it, never from its own
 * row.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['kernel'],
  ['identity'],
  ['statuses', 'journals'],
  ['ledger'],
  ['forecasts'],
  ['nouns'],
  ['settlement', 'defender', 'reports', 'assistant'],
  ['migrations'],
  ['backup'],
  ['demo'],
  ['app'],
  ['cli'],
  ['testing'],
]

/** Floors whose folders are rooms of their own: these form no cycle either. */
const OF_ROOMS = new Set(['kernel', 'identity', 'ledger', 'nouns', 'reports'])

interface Arrow {
  readonly from: string
  readonly to: string
}

/** Every import within the platform, by paths below its src; tests may import everything. */
const arrows: readonly Arrow[] = sourceFiles()
  .filter(({ path }) => path.startsWith(PLATFORM) && !/\.test\.ts$|\/testing\//.test(path))
  .flatMap(({ path, imports }) => {
    const from = path.slice(PLATFORM.length)
    return imports.flatMap(name => {
      if (name.startsWith('#')) return [{ from, to: `${name.slice(1)}.ts` }]
      return name.startsWith('.') ? [{ from, to: join(from, '..', name) }] : []
    })
  })

const floorOf = (path: string): string => path.split('/')[0] ?? ''
const rowOf = (path: string): number => FLOORS.findIndex(row => row.includes(floorOf(path)))
const roomOf = (path: string): string =>
  OF_ROOMS.has(floorOf(path)) ? path.split('/').slice(0, 2).join('/') : floorOf(path)

test('every folder of the platform is a floor', () => {
  expect([...new Set(arrows.flatMap(({ from, to }) => [from, to]).filter(path => rowOf(path) < 0))]).toEqual([])
})

test('the platform’s floors import from the floors below them alone', () => {
  const wrong = arrows
    .filter(({ from, to }) => floorOf(from) !== floorOf(to) && rowOf(to) >= rowOf(from))
    .map(({ from, to }) => `${from} imports ${to}`)
  expect(wrong).toEqual([])
})

test('the platform’s floors are imported by name, #kernel and so on; within a floor paths are relative', () => {
  const wrong = sourceFiles()
    .filter(({ path }) => path.startsWith(PLATFORM))
    .flatMap(({ path, imports }) => {
      const from = path.slice(PLATFORM.length)
      return imports
        .filter(name =>
          name.startsWith('#')
            ? floorOf(name.slice(1)) === floorOf(from)
            : name.startsWith('.') && floorOf(join(from, '..', name)) !== floorOf(from),
        )
        .map(name => `${from} imports ${name}`)
    })
  expect(wrong).toEqual([])
})

test('no rooms of the platform import each other in a circle', () => {
  const roomsBelow = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    if (roomOf(from) === roomOf(to)) continue
    roomsBelow.set(roomOf(from), (roomsBelow.get(roomOf(from)) ?? new Set()).add(roomOf(to)))
  }
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (room: string, way: readonly string[]): void => {
    if (way.includes(room)) circles.push([...way.slice(way.indexOf(room)), room].join(' → '))
    if (way.includes(room) || done.has(room)) return
    for (const below of roomsBelow.get(room) ?? []) walk(below, [...way, room])
    done.add(room)
  }
  for (const room of roomsBelow.keys()) walk(room, [])
  expect(circles).toEqual([])
})
