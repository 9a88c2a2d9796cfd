import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  NO_LOI,
  ownBucket,
  settleMedian,
  windowOf,
  type LoiBucket,
  type LoiPointer,
  type LoiWindow,
} from './loi-median.ts'

function naiveMedian(lengths: readonly number[]): number | null {
  const sorted = lengths.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}

/** A histogram that answers as the store does: the buckets so many seconds around the pointer, and no others. */
class Histogram {
  readonly #buckets = new Map<number, number>()
  readonly #keepsWindow: boolean
  pointer: LoiPointer = NO_LOI
  window: LoiWindow = ownBucket(NO_LOI)
  looks = 0

  constructor(keepsWindow: boolean) {
    this.#keepsWindow = keepsWindow
  }

  apply(changes: ReadonlyMap<number, number>): void {
    const settled =
      settleMedian(this.pointer, changes, this.#keepsWindow ? this.window : ownBucket(this.pointer)) ??
      this.#look(changes, 3) ??
      this.#look(changes, 1_000)
    if (settled === null) throw new Error('The pointer does not fit')
    for (const [seconds, change] of changes) this.#buckets.set(seconds, (this.#buckets.get(seconds) ?? 0) + change)
    this.pointer = settled.pointer
    this.window = settled.window
  }

  #look(changes: ReadonlyMap<number, number>, seconds: number) {
    this.looks += 1
    const at = this.pointer.seconds ?? 0
    const stored: LoiBucket[] = [...this.#buckets]
      .filter(([own, interviews]) => interviews > 0 && Math.abs(own - at) <= seconds)
      .toSorted(([a], [b]) => a - b)
    return settleMedian(this.pointer, changes, windowOf(this.pointer, at - seconds, at + seconds, stored))
  }
}

const step = fc.record({
  add: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }),
  remove: fc.array(fc.nat(), { maxLength: 6 }),
})

describe('loi is the exact median of all lengths after every batch, whatever comes and goes (§3.20)', () => {
  test.each([
    ['with the window of the batch before', true],
    ['by a look around it each time', false],
  ])('%s (§3.20)', (_name, keepsWindow) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        const histogram = new Histogram(keepsWindow)
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
})

test('a long histogram is looked at once, and then followed by a window of some tens of buckets (§3.20)', () => {
  const histogram = new Histogram(true)
  const lengths = Array.from({ length: 12_000 }, (_, at) => at % 4_000)
  histogram.apply(new Map(Array.from({ length: 4_000 }, (_, seconds) => [seconds, 3])))
  for (let at = 0; at < 500; at++) {
    const seconds = (at * 997) % 4_000
    lengths.push(seconds)
    histogram.apply(new Map([[seconds, 1]]))
  }
  expect({
    looks: histogram.looks,
    buckets: histogram.window.buckets.length,
    median: histogram.pointer.medianSeconds,
  }).toEqual({ looks: 0, buckets: 81, median: naiveMedian(lengths) })
})

test('a histogram that does not fit its pointer is reported, not guessed at', () => {
  const pointer = { count: 10, seconds: 60, below: 0, at: 1, medianSeconds: 60 }
  expect(settleMedian(pointer, new Map([[50, 1]]), windowOf(pointer, 0, 1_000, [[60, 1]]))).toBeNull()
})
