/** The rest of a long number after a spreadsheet: its first digits, and how many there were. */
export interface DamagedNumber {
  /** The digits that are left, the last of them rounded. */
  readonly digits: string
  readonly length: number
}

const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i
/** Spreadsheets keep 15 digits, and write zeros for the others. */
const KEPT_DIGITS = 15

function withoutEndingZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Reads an id that a spreadsheet may have damaged: 1.2E+15, or the digits after the 15th as zeros; null: it looks like neither. */
export function damagedNumber(text: string): DamagedNumber | null {
  const scientific = SCIENTIFIC.exec(text)
  if (scientific !== null) {
    const [, first = '', rest = '', exponent = ''] = scientific
    return { digits: `${first}${withoutEndingZeros(rest)}`, length: Number(exponent) + 1 }
  }
  if (!/^\d{16,40}$/.test(text) || withoutEndingZeros(text.slice(KEPT_DIGITS)) !== '') return null
  return { digits: text.slice(0, KEPT_DIGITS), length: text.length }
}

/** Whether a whole number in digits is written so once it is rounded to as many digits. */
export function isDamagedFrom({ digits, length }: DamagedNumber, whole: string): boolean {
  if (whole.length !== length || !/^\d+$/.test(whole) || length < digits.length) return false
  if (whole.slice(0, KEPT_DIGITS) === digits) return true
  const left = BigInt(10) ** BigInt(length - digits.length)
  const asWritten = BigInt(digits) * left
  const difference = BigInt(whole) - asWritten
  return (difference < 0n ? -difference : difference) * 2n <= left
}
