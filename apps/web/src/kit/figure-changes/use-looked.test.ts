import { expect, test } from 'vitest'
import { lookedAt } from './use-looked.ts'

const MINUTE_MS = 60_000

test('a visit goes on while one looks; after half an hour away, the end of the last one is when one last looked (settlement.md §4)', () => {
  const first = lookedAt({ lastMs: 0, beforeMs: null }, 100 * MINUTE_MS)
  expect(first).toEqual({ lastMs: 100 * MINUTE_MS, beforeMs: null })
  const same = lookedAt(first, 129 * MINUTE_MS)
  expect(same).toEqual({ lastMs: 129 * MINUTE_MS, beforeMs: null })
  expect(lookedAt(same, 300 * MINUTE_MS)).toEqual({ lastMs: 300 * MINUTE_MS, beforeMs: 129 * MINUTE_MS })
})
