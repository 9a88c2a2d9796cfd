const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAY_MONTH = /^(\d{1,2})\.? ([a-z]{3,9})\.?(?: (\d{4}))?$/
const MONTH_DAY = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const LAST_MINUTE = 'T23:59'
const DAY_MS = 86_400_000

const two = (number: number): string => String(number).padStart(2, '0')

function written(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month, day))
  return at.getUTCMonth() === month && at.getUTCDate() === day
    ? `${year}-${two(month + 1)}-${two(day)}${LAST_MINUTE}`
    : null
}

/**
 * The end of a day as a field for a date takes it: '12 Dec', 'Dec 12', '12 Dec 2027' and '2027-12-12'. Without a year it is the next such day.
 * @returns null for another text
 */
export function readDay(typed: string, nowMs: number): string | null {
  const text = typed.trim().toLowerCase()
  const iso = ISO.exec(text)
  if (iso !== null) return written(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const dayFirst = DAY_MONTH.exec(text)
  const [, day, name, year] = dayFirst ?? swapped(MONTH_DAY.exec(text))
  const month = name === undefined ? -1 : MONTHS.findIndex(each => name.startsWith(each))
  if (day === undefined || month === -1) return null
  if (year !== undefined) return written(Number(year), month, Number(day))
  const thisYear = new Date(nowMs).getUTCFullYear()
  const hasPassed = Date.UTC(thisYear, month, Number(day)) + DAY_MS < nowMs
  return written(hasPassed ? thisYear + 1 : thisYear, month, Number(day))
}

const swapped = (found: RegExpExecArray | null): readonly (string | undefined)[] =>
  found === null ? [] : [found[0], found[2], found[1], found[3]]
