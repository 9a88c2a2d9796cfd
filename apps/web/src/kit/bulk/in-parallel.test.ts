import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('at most so many are under way at once, each is done once, and the results follow the order of the list', async () => {
  const waiting: (() => void)[] = []
  const begun: number[] = []
  const counts: number[] = []
  const run = inParallel([1, 2, 3, 4, 5], {
    atOnce: 2,
    act: item => {
      begun.push(item)
      return new Promise<string>(resolve => waiting.push(() => resolve(`did ${item}`)))
    },
    onSettled: done => counts.push(done),
  })
  const finish = async (place: number) => {
    waiting.splice(place, 1)[0]?.()
    await Promise.resolve()
      .then(() => undefined)
      .then(() => undefined)
  }
  expect(begun).toEqual([1, 2])
  await finish(1)
  expect(begun).toEqual([1, 2, 3])
  await finish(0)
  expect(begun).toEqual([1, 2, 3, 4])
  await finish(1)
  await finish(0)
  await finish(0)
  expect(await run).toEqual(['did 1', 'did 2', 'did 3', 'did 4', 'did 5'])
  expect(counts).toEqual([1, 2, 3, 4, 5])
})

test('of an empty list nothing is done', async () => {
  expect(await inParallel([], { atOnce: 4, act: () => Promise.reject(new Error('not to be called')) })).toEqual([])
})
