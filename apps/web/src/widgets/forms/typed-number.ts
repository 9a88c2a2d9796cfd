/** A number as it was typed: left out when empty, the text itself when it is none, for the schema to refuse. */
export function typedNumber(typed: string): number | string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** A price as a field is opened with it: with its cents; empty for none. */
export const priceTyped = (price: number | null | undefined): string => (price === null || price === undefined ? '' : price.toFixed(2))
