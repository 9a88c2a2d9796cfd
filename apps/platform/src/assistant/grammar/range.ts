import { tz, TZDate } from '@date-fns/tz'
import { addDays, addHours, addMonths, addWeeks, startOfDay, startOfHour, startOfMonth, startOfWeek } from 'date-fns'

/** A time that a question names, in the caller's zone. */
export interface AskedRange {
  readonly label: string
  readonly from: Date
  readonly to: Date
}

const HOURS_MAX = 24 * 365
const MONDAY = { weekStartsOn: 1 } as const

/** The time in a question, with the question without it; null: it has none. */
export function rangeIn(
  text: string,
  now: Date,
  zone: string,
): { readonly range: AskedRange; readonly rest: string } | null {
  const inZone = { in: tz(zone) }
  const day = startOfDay(now, inZone)
  const week = startOfWeek(now, { ...inZone, ...MONDAY })
  const month = startOfMonth(now, inZone)
  const named: readonly (readonly [RegExp, (found: RegExpExecArray) => AskedRange | null])[] = [
    [/\btoday\b/i, () => ({ label: 'today', from: day, to: now })],
    [/\byesterday\b/i, () => ({ label: 'yesterday', from: addDays(day, -1, inZone), to: day })],
    [/\bthis week\b/i, () => ({ label: 'this week', from: week, to: now })],
    [/\blast week\b/i, () => ({ label: 'last week', from: addWeeks(week, -1, inZone), to: week })],
    [/\bthis month\b/i, () => ({ label: 'this month', from: month, to: now })],
    [/\blast month\b/i, () => ({ label: 'last month', from: addMonths(month, -1, inZone), to: month })],
    [
      /\b(?:in |over |of )?(?:the )?(?:last|past) (\d{1,4}) (hour|day|week)s?\b/i,
      ([, count = '0', unit = 'day']) => {
        const hours = Number(count) * (unit.toLowerCase() === 'hour' ? 1 : unit.toLowerCase() === 'day' ? 24 : 168)
        if (hours === 0 || hours > HOURS_MAX) return null
        return {
          label: `the last ${count} ${unit.toLowerCase()}${count === '1' ? '' : 's'}`,
          from: startOfHour(addHours(now, -hours)),
          to: now,
        }
      },
    ],
    [
      /\b(?:from |between )?(\d{4}-\d\d-\d\d) (?:to|and|until|till) (\d{4}-\d\d-\d\d)\b/i,
      ([, first = '', last = '']) => {
        const [from, to] = [dayOf(first, zone), dayOf(last, zone)]
        if (from === null || to === null || to < from) return null
        return { label: `${first} to ${last}`, from, to: addDays(to, 1, inZone) }
      },
    ],
    [
      /\b(?:on |of )?(\d{4}-\d\d-\d\d)\b/i,
      ([, text = '']) => {
        const from = dayOf(text, zone)
        return from && { label: text, from, to: addDays(from, 1, inZone) }
      },
    ],
  ]
  for (const [pattern, read] of named) {
    const found = pattern.exec(text)
    const range = found && read(found)
    if (found && range)
      return { range: plain(range), rest: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}` }
  }
  return null
}

function dayOf(text: string, zone: string): Date | null {
  const noon = new Date(`${text}T12:00:00Z`)
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== text) return null
  return new TZDate(noon.getUTCFullYear(), noon.getUTCMonth(), noon.getUTCDate(), zone)
}

// dates of a zone write themselves with its offset
const plain = ({ label, from, to }: AskedRange): AskedRange => ({
  label,
  from: new Date(from.getTime()),
  to: new Date(to.getTime()),
})

/** The time before, of the same length: what a range is compared with. */
export function rangeBefore({ label, from, to }: AskedRange, zone: string): AskedRange {
  const inZone = { in: tz(zone) }
  const earlier = (of: string, back: (at: Date) => Date): AskedRange =>
    plain({ label: of, from: back(from), to: back(to) })
  switch (label) {
    case 'today':
      return earlier('yesterday until this hour', at => addDays(at, -1, inZone))
    case 'yesterday':
      return earlier('the day before', at => addDays(at, -1, inZone))
    case 'this week':
      return earlier('last week until this hour', at => addWeeks(at, -1, inZone))
    case 'last week':
      return earlier('the week before', at => addWeeks(at, -1, inZone))
    case 'this month':
      return earlier('last month until this hour', at => addMonths(at, -1, inZone))
    case 'last month':
      return earlier('the month before', at => addMonths(at, -1, inZone))
    default:
      return earlier('the time before', at => new Date(at.getTime() - (to.getTime() - from.getTime())))
  }
}

/** Times that are not over when they end now. */
const RUNNING: ReadonlySet<string> = new Set(['today', 'this week', 'this month'])
/** Clocks that change make two days of one calendar differ by an hour. */
const ALIKE_MS = 2 * 3_600_000
const DAY_MS = 24 * 3_600_000

const lengthMs = ({ from, to }: AskedRange): number => to.getTime() - from.getTime()

/** Two times of a comparison, the earlier first. If one is not over, the other is cut to the same part. */
export function comparedRanges(one: AskedRange, other: AskedRange, zone: string): readonly [AskedRange, AskedRange] {
  const [first, second] = one.from < other.from ? [one, other] : [other, one]
  if (!RUNNING.has(second.label) || lengthMs(first) <= lengthMs(second)) return [first, second]
  const before = rangeBefore(second, zone)
  if (before.from.getTime() === first.from.getTime()) return [before, second]
  const to = new Date(first.from.getTime() + lengthMs(second))
  return [{ label: `${first.label} until this hour of it`, from: first.from, to }, second]
}

const lengthText = (range: AskedRange): string => {
  const days = Math.round((lengthMs(range) / DAY_MS) * 10) / 10
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

/** Two times beside each other in words, with their lengths where these differ. */
export function besideText(first: AskedRange, second: AskedRange): string {
  const isAlike = Math.abs(lengthMs(first) - lengthMs(second)) <= ALIKE_MS
  return isAlike
    ? `${second.label} beside ${first.label}`
    : `${second.label} (${lengthText(second)}) beside ${first.label} (${lengthText(first)})`
}
