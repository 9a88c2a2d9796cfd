import { expect, test } from 'vitest'
import { newestOf } from './asked-part.ts'

const to = new Date('2026-11-20T00:00:00Z')
const daysBefore = (days: number) => new Date(to.getTime() - days * 86_400_000)

/** Reads a page of rows so many days before the end, and says from which moment it searched. */
async function pageOf(cameDaysBefore: readonly number[], limit: number, from: Date) {
  const asked: number[] = []
  const rows = await newestOf({ from, to }, limit, since => {
    asked.push((to.getTime() - since.getTime()) / 86_400_000)
    return Promise.resolve(cameDaysBefore.filter(days => daysBefore(days) >= since).slice(0, limit))
  })
  return { rows, asked }
}

test.each([
  ['the last day fills it', [0.1, 0.2, 5, 20], 2, daysBefore(27), { rows: [0.1, 0.2], asked: [1] }],
  ['the last days fill it', [0.1, 0.2, 5, 20], 3, daysBefore(27), { rows: [0.1, 0.2, 5], asked: [1, 8] }],
  ['all of it is needed', [0.1, 0.2, 5, 20], 4, daysBefore(27), { rows: [0.1, 0.2, 5, 20], asked: [1, 8, 27] }],
  ['it is never full', [5, 20, 30], 4, daysBefore(27), { rows: [5, 20], asked: [1, 8, 27] }],
  ['the time is short', [0.1, 0.4], 1, daysBefore(0.5), { rows: [0.1], asked: [0.5] }],
] as const)(
  'a page of the newest is the same wherever it is looked for: %s (settlement.md §4)',
  async (_what, came, limit, from, expected) => {
    expect(await pageOf(came, limit, from)).toEqual(expected)
  },
)
