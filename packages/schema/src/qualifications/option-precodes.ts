/** The part of an option that decides its precode. */
export interface Precoded {
  readonly precode?: string | undefined
}

/** An option that repeats the precode of an earlier one. */
export interface RepeatedPrecode {
  readonly index: number
  readonly firstIndex: number
  readonly precode: string
}

/** Surrounding spaces and case do not distinguish precodes: a respondent's answer is matched without them. */
const comparable = (precode: string): string => precode.trim().toLowerCase()

/** The options that repeat an earlier option's precode, in their order. An empty precode repeats none. */
export function repeatedPrecodes(options: readonly Precoded[]): readonly RepeatedPrecode[] {
  const first = new Map<string, number>()
  return options.flatMap(({ precode = '' }, index) => {
    const key = comparable(precode)
    const firstIndex = first.get(key)
    if (key === '') return []
    if (firstIndex !== undefined) return [{ index, firstIndex, precode: precode.trim() }]
    first.set(key, index)
    return []
  })
}

const NUMBER = /^\d{1,9}$/

/** The next number that no option has as its precode: one more than the greatest, "1" when there is none. */
export function nextPrecode(options: readonly Precoded[]): string {
  const numbers = options.flatMap(({ precode = '' }) => (NUMBER.test(precode.trim()) ? [Number(precode)] : []))
  return String(numbers.reduce((greatest, number) => Math.max(greatest, number), 0) + 1)
}

/** Gives every option without a precode the next number, in their order; the others stay as they are, without spaces around. */
export function withPrecodes<O extends Precoded>(options: readonly O[]): readonly (O & { readonly precode: string })[] {
  let next = Number(nextPrecode(options))
  return options.map(option => ({ ...option, precode: option.precode?.trim() || String(next++) }))
}
