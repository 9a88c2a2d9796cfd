import { expect, test } from 'vitest'
import { HOUR_MS } from '#ledger/facts/pacing'
import { fitAccount } from './fit-account.ts'
import { outlookOf } from './finish.ts'
import { afterHours, finishedSource, hours, openSource } from './testing/made-sources.ts'

const NOW_MS = afterHours(50)
const FINISHED = Array.from({ length: 20 }, (_, at) => finishedSource(0.8 + at / 50))

test.each([
  ['free', 1],
  ['accelerated', 2],
  ['even', 3],
])('a %s course says the same by several moments as by each alone (forecast.md §1)', (_, pacing) => {
  const source = openSource(hours(50), { targetCompletes: 400, pacing, outOfFieldAtMs: afterHours(200) })
  const fit = fitAccount({ zone: 'UTC', finished: FINISHED, open: [source] }, null, NOW_MS)
  const course = outlookOf(fit, source)?.course
  const moments = [0, 0.5, 1, 3.2, 24, 90, 149, 151, 400, 4000].map(hour => NOW_MS + hour * HOUR_MS)
  for (const factor of [0.2, 1, 5])
    expect([...(course?.completesByEach(factor, moments) ?? [])]).toEqual(
      moments.map(atMs => course?.completesBy(factor, atMs)),
    )
})
