import { expect, test } from 'vitest'
import { openRecent, RECENT_KEY, RECENT_MAX, type Opened } from './recent.ts'
import { memoryStorage } from './storage/browser-storage.ts'

const ADA = { uid: 7, pm_dsh_ud: 1 }
const project = (id: number, name = `Study ${id}`): Opened => ({
  scope: 'project',
  id,
  name,
  pm_proj_ud: id,
  pm_sy_ud: null,
  type: null,
})

test('the last opened thing is first, each thing once, under its latest name', () => {
  const recent = openRecent(memoryStorage())
  for (const opened of [
    project(1),
    project(2),
    { ...project(1), scope: 'supplier', pm_proj_ud: null } as const,
    project(1, 'Renamed'),
  ])
    recent.note(ADA, opened)
  expect(recent.read(ADA)).toEqual([
    project(1, 'Renamed'),
    { ...project(1), scope: 'supplier', pm_proj_ud: null },
    project(2),
  ])
})

test('no more are stored than are shown', () => {
  const recent = openRecent(memoryStorage())
  for (let id = 1; id <= RECENT_MAX + 3; id += 1) recent.note(ADA, project(id))
  expect(recent.read(ADA).map(({ id }) => id)).toEqual(
    Array.from({ length: RECENT_MAX }, (_, index) => RECENT_MAX + 3 - index),
  )
})

test('no other user sees it, and no other account of the same user; the first thing that they open takes its place (law 4)', () => {
  const recent = openRecent(memoryStorage())
  const [bob, elsewhere] = [
    { uid: 8, pm_dsh_ud: 1 },
    { uid: 7, pm_dsh_ud: 2 },
  ]
  recent.note(ADA, project(1))
  expect([recent.read(ADA), recent.read(bob), recent.read(elsewhere)]).toEqual([[project(1)], [], []])
  recent.note(elsewhere, project(2))
  expect([recent.read(ADA), recent.read(bob), recent.read(elsewhere)]).toEqual([[], [], [project(2)]])
})

test('what ends the session leaves nothing of it in the browser (law 4)', () => {
  const storage = memoryStorage()
  const recent = openRecent(storage)
  recent.note(ADA, project(1))
  recent.forget()
  expect([storage.getItem(RECENT_KEY), recent.read(ADA)]).toEqual([null, []])
})

test.each([
  '{',
  'null',
  '7',
  '{"uid":7,"pm_dsh_ud":1}',
  JSON.stringify({ ...ADA, opened: [{ ...project(1), scope: 'page' }] }),
  JSON.stringify({ ...ADA, opened: [{ ...project(1), pm_proj_ud: '1' }] }),
])('a foreign text in the storage counts as none: %s', text => {
  const storage = memoryStorage()
  storage.setItem(RECENT_KEY, text)
  expect(openRecent(storage).read(ADA)).toEqual([])
})
