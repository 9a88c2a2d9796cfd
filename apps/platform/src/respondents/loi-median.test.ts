import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketsNeeded, NO_LOI, settleMedian, type LoiBucket, type LoiPointer } from './loi-median.ts'

function naiveMedian(lengths: readonly number[]): number | null {
  const sorted = lengths.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}

/** A histogram that answers as the store does: the needed buckets on each side of the pointer, and no others. */
class Histogram {
  readonly #buckets = new Map<number, number>()
  pointer: LoiPointer = NO_LOI
  mostRead = 0

  apply(changes: ReadonlyMap<number, number>): void {
    const needed = bucketsNeeded(this.pointer, changes)
    const settled = settleMedian(this.pointer, changes, this.#neighbours(needed), needed)
    if (settled === null) throw new Error('The pointer does not fit')
    for (const [seconds, interviews] of changes) this.#buckets.set(seconds, (this.#buckets.get(seconds) ?? 0) + interviews)
    this.pointer = settled
  }

  #neighbours(needed: number): LoiBucket[] {
    const { seconds: at } = this.pointer
    if (at === null) return []
    const stored = [...this.#buckets].filter(([, interviews]) => interviews > 0).toSorted(([a], [b]) => a - b)
    const read = [...stored.filter(([seconds]) => seconds < at).slice(-needed), ...stored.filter(([seconds]) => seconds > at).slice(0, needed)]
    this.mostRead = Math.max(this.mostRead, read.length)
    return read
  }
}

const step = fc.record({ add: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), remove: fc.array(fc.nat(), { maxLength: 6 }) })

test('loi is the exact median of all lengths after every batch, whatever comes and goes (§3.20)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const histogram = new Histogram()
      const lengths: number[] = []
      for (const { add, remove } of steps) {
        const changes = new Map<number, number>()
        const change = (seconds: number, by: number) => {
          const sum = (changes.get(seconds) ?? 0) + by
          if (sum === 0) changes.delete(seconds)
          else changes.set(seconds, sum)
        }
        for (const seconds of add) {
          lengths.push(seconds)
          change(seconds, 1)
        }
        for (const pick of remove) {
          const [gone] = lengths.splice(pick % Math.max(1, lengths.length), 1)
          if (gone !== undefined) change(gone, -1)
        }
        histogram.apply(changes)
        const { medianSeconds, seconds, below, at, count } = histogram.pointer
        const middle = seconds ?? -1
        expect({ medianSeconds, count, below, at }).toEqual({
          medianSeconds: naiveMedian(lengths),
          count: lengths.length,
          below: lengths.filter(one => one < middle).length,
          at: lengths.filter(one => one === middle).length,
        })
      }
    }),
    { numRuns: 500 },
  )
})

test('one more complete looks at a handful of buckets, not at the histogram (§3.20)', () => {
  const histogram = new Histogram()
  histogram.apply(new Map(Array.from({ length: 2_000 }, (_, seconds) => [seconds, 3])))
  for (const seconds of [5, 5, 1990, 7, 1000]) histogram.apply(new Map([[seconds, 1]]))
  expect({ mostRead: histogram.mostRead, median: histogram.pointer.medianSeconds }).toEqual({ mostRead: 4, median: 999 })
})

test('a histogram that does not fit its pointer is told, not guessed at', () => {
  expect(settleMedian({ count: 10, seconds: 60, below: 0, at: 1, medianSeconds: 60 }, new Map([[50, 1]]), [], 3)).toBeNull()
})
