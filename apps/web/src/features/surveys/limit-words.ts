import { NO_FIGURE } from '#ui/format/figures.ts'

const OTHER_WAY = { over: 'under', under: 'over' } as const

/** The deviation of a measured from a stated value. @param percent negative: better than stated; null: nothing measured */
export function offWords(percent: number | null, way: 'over' | 'under'): string {
  if (percent === null) return NO_FIGURE
  if (percent === 0) return 'as stated'
  return `${Math.abs(percent)}% ${percent > 0 ? way : OTHER_WAY[way]}`
}
