/** A typed or pasted number: `text` has digits and at most one dot (§5.29), `message` says why it is no number. */
export type ReadNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string }

const MINUS = /^\$?\s*[-−–]|[-−–]$/
const EXPONENT = /^[\d.,]+e[+-]?\d+$/i
const MARKS = /^[\d.,]+$/
/** Spaces between groups of three, as other languages write thousands. */
const SPACED = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/
const DOT_DECIMALS = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.\d*)?$/
const COMMA_DECIMALS = /^\d*,\d*$/
const DOTS_THEN_COMMA = /^\d{1,3}(?:\.\d{3})+,\d+$/

const number = (text: string): ReadNumber => {
  const [whole = '', decimals = ''] = text.split('.')
  return { kind: 'number', text: `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}` }
}
const refused = (message: string): ReadNumber => ({ kind: 'refused', message })

/**
 * Reads a number as people write it: 2.50, 2,50, 1,200, $1,200.50. A comma before three digits groups thousands, otherwise it is a decimal
 * one. Ambiguous text, a minus sign, an exponent and letters are refused with a message. Nothing is dropped silently.
 */
export function readNumber(typed: string): ReadNumber {
  const trimmed = typed.trim()
  if (trimmed === '') return { kind: 'empty' }
  const shown = `“${trimmed}”`
  if (MINUS.test(trimmed)) return refused(`${shown} has a minus sign: give a number of 0 or more`)
  const bare = trimmed
    .replace(/^\$\s*/, '')
    .replace(/%$/, '')
    .trimEnd()
  if (EXPONENT.test(bare)) return refused(`${shown} has an exponent: write the number out`)
  const text = SPACED.test(bare) ? bare.replaceAll(/[\s'’]/g, '') : bare
  if (!/\d/.test(text) || !MARKS.test(text))
    return refused(`${shown} is not a number: use digits, and a dot before decimals`)
  if (DOT_DECIMALS.test(text)) return number(text.replaceAll(',', ''))
  if (COMMA_DECIMALS.test(text)) return number(text.replace(',', '.'))
  if (DOTS_THEN_COMMA.test(text))
    return refused(`${shown} can be read in two ways: write ${text.replaceAll('.', '').replace(',', '.')}`)
  return refused(`${shown} can be read in two ways: write it with one dot at most, and no other separators`)
}
