import { readNumber } from '#ui/format/read-number.ts'

/** A number as it was typed: left out when empty, the text itself when it is none, for the schema to refuse. */
export function typedNumber(typed: string): number | string | undefined {
  const read = readNumber(typed)
  if (read.kind === 'empty') return undefined
  return read.kind === 'number' ? Number(read.text) : typed.trim()
}

/** A number as it was typed; null for an empty or invalid text. */
export function numberOrNull(typed: unknown): number | null {
  const number = typeof typed === 'string' ? typedNumber(typed) : undefined
  return typeof number === 'number' ? number : null
}

/** Why a text is no number; undefined when it is one, or empty. */
export function refusalOf(typed: string): string | undefined {
  const read = readNumber(typed)
  return read.kind === 'refused' ? read.message : undefined
}

/** A price as a field is opened with it: with its cents; empty for none. */
export const priceTyped = (price: number | null | undefined): string =>
  price === null || price === undefined ? '' : price.toFixed(2)
