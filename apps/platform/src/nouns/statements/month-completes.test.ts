import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { piecesOf } from './month-completes.ts'

const HOUR_MS = 3_600_000
const MARGIN_MS = 2 * HOUR_MS
// of New York, in whose last hours of summer time clocks are set back
const time = { startsMs: Date.UTC(2026, 10, 1, 4), endsMs: Date.UTC(2026, 11, 1, 5) }
const moment = fc.integer({ min: time.startsMs - 40 * HOUR_MS, max: time.endsMs + 40 * HOUR_MS })

describe('what of a month is read from sums of the ledger (settlement.md §4)', () => {
  test('sums and lines together are the month and its margins, each moment once, and a sum lies on one side of both moments', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const [fromMs, toMs] = [Math.min(one, other), Math.max(one, other)]
        const { whole, lines } = piecesOf(time, fromMs, toMs)
        const pieces = [...whole, ...lines].toSorted((a, b) => a.fromMs - b.fromMs)
        expect(pieces.map(piece => piece.fromMs)).toEqual([
          time.startsMs - MARGIN_MS,
          ...pieces.slice(0, -1).map(piece => piece.toMs),
        ])
        expect(pieces.at(-1)?.toMs).toBe(time.endsMs + MARGIN_MS)
        for (const piece of whole) {
          const phase = (ms: number) => (ms < fromMs ? 0 : ms < toMs ? 1 : 2)
          expect([phase(piece.fromMs), phase((piece.toMs ?? Infinity) - 1)]).toEqual([piece.phase, piece.phase])
          expect([piece.fromMs % HOUR_MS, (piece.toMs ?? 0) % HOUR_MS]).toEqual([0, 0])
        }
      }),
    )
  })

  test('but for the hours of the two moments and those around its ends, nothing of a month is read from lines', () => {
    const fromMs = Date.UTC(2026, 10, 10, 8, 30)
    const toMs = Date.UTC(2026, 10, 20, 17, 45)
    const hour = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS
    expect(piecesOf(time, fromMs, toMs).lines).toEqual([
      { fromMs: time.startsMs - MARGIN_MS, toMs: time.startsMs + MARGIN_MS, isEdge: true },
      { fromMs: hour(fromMs), toMs: hour(fromMs) + HOUR_MS, isEdge: false },
      { fromMs: hour(toMs), toMs: hour(toMs) + HOUR_MS, isEdge: false },
      { fromMs: time.endsMs - MARGIN_MS, toMs: time.endsMs + MARGIN_MS, isEdge: true },
    ])
  })
})
