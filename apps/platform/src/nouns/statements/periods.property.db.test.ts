import { randomInt } from 'node:crypto'
import { test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { judgeMonths } from './testing/law-of-months.ts'

const fresh = useDatabase()

// the seed of a failing run belongs into seeds.json, which recorded-periods.property.db.test.ts reads
test.each([randomInt(2 ** 31)])(
  'after any entries, returns, reconciliations, undos, overturned disputes and closings, entrants are the sum of their states, the stored result equals the preview, an undo leaves figures as before, statements of suppliers, projects and business units equal the tables to the cent, closed ones never change, and why a statement changed between two moments sums to the cent with its totals at both (law 8, settlement.md §1, §2, §4, seed %s)',
  seed => judgeMonths(() => fresh().database, seed),
  600_000,
)
