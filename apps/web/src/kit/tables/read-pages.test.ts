import { expect, test } from 'vitest'
import { MOST_ROWS, PAGE_ROWS, readPages } from './read-pages.ts'

const listOf = (length: number) => {
  const asked: { limit: number; offset: number }[] = []
  const all = Array.from({ length }, (_, index) => index)
  const rows = readPages(async page => {
    asked.push(page)
    return all.slice(page.offset, page.offset + page.limit)
  })
  return rows.then(read => ({ read, offsets: asked.map(({ offset }) => offset) }))
}

test('a list is read to its end, a short one with one call', async () => {
  expect(await listOf(3)).toEqual({ read: [0, 1, 2], offsets: [0] })
  expect(await listOf(0)).toEqual({ read: [], offsets: [0] })
  const long = await listOf(2 * PAGE_ROWS)
  expect([long.read.length, long.read.at(-1), long.offsets]).toEqual([2000, 1999, [0, 1000, 2000]])
})

test('a list without end is cut off', async () => {
  expect((await listOf(2 * MOST_ROWS)).read.length).toBe(MOST_ROWS)
})
