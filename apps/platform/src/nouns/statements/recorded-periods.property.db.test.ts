import { test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import seeds from './seeds.json' with { type: 'json' }
import { judgeMonths } from './testing/law-of-months.ts'

const fresh = useDatabase()

test.each(seeds)(
  'statements equal the tables to the cent, and closed ones never change, for a seed that failed once (law 8, settlement.md §4, seed %s)',
  seed => judgeMonths(() => fresh().database, seed),
  600_000,
)
