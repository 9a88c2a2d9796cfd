import { expect, test } from 'vitest'
import { loadable } from './loadable.ts'

test('what did not load is asked for again with the next call, what did is kept; callers of one moment share one answer', async () => {
  const answers = [Promise.reject(new Error('no network')), Promise.resolve('the code')]
  let asked = 0
  const load = loadable(() => answers[asked++] ?? Promise.reject(new Error('asked too often')))
  const first = load()
  expect(load()).toBe(first)
  await expect(first).rejects.toThrow('no network')
  expect([await load(), await load(), asked]).toEqual(['the code', 'the code', 2])
})
