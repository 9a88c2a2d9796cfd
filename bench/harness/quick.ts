/** BENCH_QUICK=1: tiny runs that only check that everything works; their figures mean nothing and are not stored. */
export const QUICK = process.env['BENCH_QUICK'] === '1'

/** The full number, or the small one in a quick run. */
export function unlessQuick(full: number, quick: number): number {
  return QUICK ? quick : full
}
