import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import seeds from './seeds.json' with { type: 'json' }
import { Months, step } from './testing/months-in-books.ts'

const fresh = useDatabase()

// the seed of a failing run belongs into seeds.json
test.each([randomInt(2 ** 31), ...seeds])(
  'after any entries, returns, reconciliations, undos, overturned disputes and closings, entrants are the sum of their states, the stored result equals the preview, an undo leaves figures as before, statements of suppliers, projects and business units equal the tables to the cent, closed ones never change, and why a statement changed between two moments sums to the cent with its totals at both (law 8, settlement.md §1, §2, §4, seed %s)',
  async seed => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async steps => {
      const months = await Months.open(fresh().database)
      for (const one of steps) await months.take(one)
      const { found, expected } = await months.compare()
      expect(found).toEqual(expected)
    })
    await fc.assert(property, { numRuns: 25, endOnFailure: true, seed })
  },
  600_000,
)
