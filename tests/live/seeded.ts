import { isDeepStrictEqual } from 'node:util'

/** Numbers in [0, 1) that follow from the seed alone (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Gives each cell in which the rows differ, as "row column: here / there". */
export function sourceRowsAgree(
  here: readonly Readonly<Record<string, unknown>>[],
  there: readonly Readonly<Record<string, unknown>>[],
): string[] {
  return there.flatMap(expected => {
    const row = here.find(({ stmid }) => stmid === expected['stmid']) ?? {}
    return Object.keys(expected).flatMap(column =>
      isDeepStrictEqual(row[column], expected[column])
        ? []
        : [
            `${String(expected['stmid'])} ${column}: ${JSON.stringify(row[column])} / ${JSON.stringify(expected[column])}`,
          ],
    )
  })
}
