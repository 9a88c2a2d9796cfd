import { expect, test } from 'vitest'
import { loadable } from './loadable.ts'

test('a failed load is retried by the next call, a successful one is cached; concurrent callers share one load', async () => {
  const answers = [Promise.reject(new Error('no network')), Promise.resolve('the code')]
  let asked = 0
  const load = loadable(() => answers[asked++] ?? Promise.reject(new Error('asked too often')))
  const first = load()
  expect(load()).toBe(first)
  await expect(first).rejects.toThrow('no network')
  expect([await load(), await load(), asked]).toEqual(['the code', 'the code', 2])
})
