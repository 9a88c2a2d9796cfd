import { CHANGE_SPAN_DAYS } from '@desk/schema/figures/figure-change'
import { instantOf, wallTimeIn } from '#kit/forms/wall-times.ts'
import { readTimeSpan } from '#kit/tables/time-span.ts'
import { textOf, type RawSearch } from '#kit/tables/table-search.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The browser's clock may be behind the platform's: newer events count as before now. */
const CLOCK_SLACK_MS = 60_000

/** The times between which a figure's change is asked for, until now but for the last. */
export const WHY_SPANS = {
  hour: 'Last hour',
  today: 'Today',
  yesterday: 'Since yesterday',
  looked: 'Since you last looked',
  week: 'Last 7 days',
  chosen: 'Custom range',
} as const
export type WhySpan = keyof typeof WHY_SPANS
export const DEFAULT_SPAN: WhySpan = 'today'

/** Two moments; `isUntilNow` when the second is the present. */
export interface WhyMoments {
  readonly from: string
  readonly to: string
  readonly isUntilNow: boolean
}

/** The URL's choice of moments. */
export interface WhySpanSearch {
  readonly span: WhySpan
  /** By the viewer's clock: 'YYYY-MM-DDTHH:mm'. */
  readonly from?: string
  readonly until?: string
}

const isSpan = (text: string | undefined): text is WhySpan => text !== undefined && Object.hasOwn(WHY_SPANS, text)

/** Reads which moments the URL asks for; ignores an invalid one. */
export function readWhySpan(raw: RawSearch): WhySpanSearch {
  const span = textOf(raw['whySpan'])
  if (!isSpan(span)) return { span: DEFAULT_SPAN }
  return span === 'chosen' ? { span, ...readTimeSpan({ from: raw['whyFrom'], until: raw['whyTo'] }) } : { span }
}

/** When a day began in a zone, so many days before today. */
const dayStart = (nowMs: number, zone: string, daysAgo: number): string =>
  instantOf(`${wallTimeIn(new Date(nowMs - daysAgo * DAY_MS).toISOString(), zone).slice(0, 10)}T00:00`, zone)

/**
 * The two moments of a choice.
 * @param zone IANA name of the viewer's zone
 * @param lookedMs when they last looked before this visit; null: never
 * @returns the fault of the choice, in words, where it is no time
 */
export function momentsOf(
  { span, from, until }: WhySpanSearch,
  nowMs: number,
  zone: string,
  lookedMs: number | null,
): WhyMoments | string {
  const untilNow = (first: string): WhyMoments => ({
    from: first,
    to: new Date(nowMs + CLOCK_SLACK_MS).toISOString(),
    isUntilNow: true,
  })
  switch (span) {
    case 'hour':
      return untilNow(new Date(nowMs - HOUR_MS).toISOString())
    case 'today':
      return untilNow(dayStart(nowMs, zone, 0))
    case 'yesterday':
      return untilNow(dayStart(nowMs, zone, 1))
    case 'week':
      return untilNow(new Date(nowMs - 7 * DAY_MS).toISOString())
    case 'looked':
      if (lookedMs === null) return 'This is your first visit in this browser. Choose another time.'
      return untilNow(new Date(Math.max(lookedMs, nowMs - (CHANGE_SPAN_DAYS - 1) * DAY_MS)).toISOString())
    case 'chosen':
      return chosenMoments(from, until, zone)
  }
}

function chosenMoments(from: string | undefined, until: string | undefined, zone: string): WhyMoments | string {
  if (from === undefined || until === undefined) return 'Choose both moments.'
  const [first, last] = [instantOf(from, zone), instantOf(until, zone)]
  const spanMs = Date.parse(last) - Date.parse(first)
  if (spanMs <= 0) return 'The second moment must be after the first.'
  if (spanMs > CHANGE_SPAN_DAYS * DAY_MS) return `The moments may be at most ${CHANGE_SPAN_DAYS} days apart.`
  return { from: first, to: last, isUntilNow: false }
}
