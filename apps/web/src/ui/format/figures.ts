/** The text for a non-number, such as a ratio over nothing (§5.29). */
export const NO_FIGURE = '-'

/** The text for a figure that exists and is not known; a tooltip beside it says why. */
export const UNKNOWN = '–'

const INTEGER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const UP_TO_TWO_DECIMALS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A figure as it may come: a number, the text of one, or nothing. */
export type Figure = number | string | null | undefined

/**
 * Reads a figure.
 * @returns the number, NaN for null, undefined, empty or unreadable text
 */
export function toNumber(value: Figure): number {
  if (value === null || value === undefined) return Number.NaN
  if (typeof value === 'number') return value
  return value.trim() === '' ? Number.NaN : Number(value)
}

/**
 * Rounds half away from zero, 2 decimals unless the caller says otherwise (§5.29). Decimal digits count: 1.005 gives
 * 1.01.
 */
export function round(value: number, decimals = 2): number {
  if (!Number.isFinite(value)) return value
  const shifted = Number(`${Math.abs(value)}e${decimals}`)
  // Numbers that JavaScript writes with an exponent: nothing to round in the large, nothing left of the tiny.
  if (!Number.isFinite(shifted)) return Math.abs(value) < 1 ? 0 : value
  return Math.sign(value) * Number(`${Math.round(shifted)}e${-decimals}`)
}

/**
 * The share of a part in a whole, in percent: one decimal, '.0' dropped, '0' when not finite (§5.29).
 * @example percent(1, 3) // '33.3'
 */
export function percent(part: Figure, whole: Figure): string {
  const share = (toNumber(part) / toNumber(whole)) * 100
  return Number.isFinite(share) ? String(round(share, 1) + 0) : '0'
}

/** A fraction (0.125) in percent with its sign: '12.5%'. Not finite gives '0%' (§5.29). */
export function percentText(fraction: Figure): string {
  return `${percent(fraction, 1)}%`
}

/**
 * A count or other figure for display: grouped, at most 2 decimals; '-' (or '0', where asked) for NaN, empty, negative
 * or zero (§5.29).
 * @param empty the text for no figure
 */
export function figureText(value: Figure, empty: '-' | '0' = NO_FIGURE): string {
  const number = toNumber(value)
  if (!Number.isFinite(number) || number <= 0) return empty
  return UP_TO_TWO_DECIMALS.format(round(number))
}

/** A whole number for display, by the same rule as figureText (§5.29). */
export function integerText(value: Figure, empty: '-' | '0' = NO_FIGURE): string {
  const number = toNumber(value)
  if (!Number.isFinite(number) || number <= 0) return empty
  return INTEGER.format(round(number, 0))
}

/** A count for display, as it is: 0 and a count below zero too; '-' for a non-number. */
export function countText(value: Figure): string {
  const number = toNumber(value)
  return Number.isFinite(number) ? withMinus(INTEGER.format(round(number, 0) + 0)) : NO_FIGURE
}

/** Minutes for display: one decimal, '.0' dropped; '-' for none (§5.29). The unit is in the column's head. */
export function minutesText(minutes: Figure): string {
  const number = toNumber(minutes)
  if (!Number.isFinite(number) || number <= 0) return NO_FIGURE
  return String(round(number, 1))
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

/**
 * Money for display, from minor units: 123456 cents in USD give '$1,234.56'; '-' for NaN, empty, negative or zero (§5.29).
 * @param cents whole cents
 * @param currency ISO 4217 code
 */
export function moneyText(cents: Figure, currency = 'USD', empty: '-' | '0' = NO_FIGURE): string {
  const number = toNumber(cents)
  if (!Number.isFinite(number) || number <= 0) return empty
  let format = moneyFormats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    moneyFormats.set(currency, format)
  }
  return format.format(round(number, 0) / 100)
}

/**
 * Below zero the sign of a figure is a minus (U+2212), which is as wide as a plus and fits a column of digits; never a
 * hyphen.
 */
export const withMinus = (text: string): string => text.replace('-', '−')

const signedFormats = new Map<string, Intl.NumberFormat>()

function signedText(cents: number, currency: string, signDisplay: 'negative' | 'exceptZero'): string {
  const key = `${currency} ${signDisplay}`
  let format = signedFormats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency, signDisplay })
    signedFormats.set(key, format)
  }
  return withMinus(format.format(cents / 100))
}

/**
 * A change of money with its sign, from minor units: an adjustment of −$31.20 lowers the payment; '-' for an unknown
 * amount.
 * @param cents whole cents
 * @param currency ISO 4217 code
 */
export const changeText = (cents: number | null | undefined, currency = 'USD'): string =>
  cents === null || cents === undefined ? NO_FIGURE : signedText(cents, currency, 'exceptZero')

/**
 * A sum of money that may be below zero, from minor units: $31.20, $0.00, −$31.20; '-' for an unknown amount.
 * @param cents whole cents
 * @param currency ISO 4217 code
 */
export const balanceText = (cents: number | null | undefined, currency = 'USD'): string =>
  cents === null || cents === undefined ? NO_FIGURE : signedText(cents, currency, 'negative')

/** How far a value is to its target in percent, 0 to 100: capped at 100 (§5.29), 0 when there is no target. */
export function progressPercent(value: Figure, target: Figure): number {
  const share = (toNumber(value) / toNumber(target)) * 100
  if (Number.isNaN(share)) return 0
  return Math.min(100, Math.max(0, share))
}
