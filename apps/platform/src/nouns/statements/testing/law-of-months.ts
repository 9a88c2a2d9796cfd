import fc from 'fast-check'
import { expect } from 'vitest'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { Months, step } from './months-in-books.ts'

/** Judges months in the books (law 8) after the steps of one seed. */
export async function judgeMonths(database: () => DeskDatabase, seed: number): Promise<void> {
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async steps => {
    const months = await Months.open(database())
    for (const one of steps) await months.take(one)
    const { found, expected } = await months.compare()
    expect(found).toEqual(expected)
  })
  await fc.assert(property, { numRuns: 25, endOnFailure: true, seed })
}
