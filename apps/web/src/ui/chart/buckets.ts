import { offsetLabel, zoneOffsetMinutes } from '#ui/format/offsets.ts'
import { dayText, hourText, weekdayText } from '#ui/format/times.ts'

const HOUR_MS = 3_600_000

/** The completes of one hour, or of one day of the zone. */
export interface CompletesBucket {
  /** Start of the bucket, ms since 1970. */
  readonly startMs: number
  readonly live: number
  readonly test: number
  /** The completes of a course that reaches the target just at the end. */
  readonly expected?: number
}

export type ChartMode = 'hourly' | 'daily'

export interface BucketLabels {
  /** Under the axis: '14:00', or the day where one begins. */
  readonly tick: string
  /** In the tooltip and the table: 'Mon 9 Nov, 14:00–15:00'. An hour that occurs twice names its offset. */
  readonly full: string
  readonly startsDay: boolean
}

/**
 * Names buckets in a time zone, daylight-saving changes included: where the clock goes back, both hours of the same name carry their offset.
 * @param zone IANA name
 */
export function labelBuckets(buckets: readonly CompletesBucket[], mode: ChartMode, zone: string): BucketLabels[] {
  if (mode === 'daily') {
    return buckets.map(({ startMs }) => ({
      tick: dayText(startMs, zone),
      full: weekdayText(startMs, zone),
      startsDay: true,
    }))
  }
  const names = buckets.map(
    ({ startMs }) => `${weekdayText(startMs, zone)}, ${hourText(startMs, zone)}–${hourText(startMs + HOUR_MS, zone)}`,
  )
  const starts = buckets.map(({ startMs }) => `${dayText(startMs, zone)} ${hourText(startMs, zone)}`)
  return buckets.map(({ startMs }, index) => {
    const isTwice = starts.filter(start => start === starts[index]).length > 1
    const startsDay = dayText(startMs, zone) !== dayText(startMs - HOUR_MS, zone)
    return {
      tick: startsDay ? dayText(startMs, zone) : hourText(startMs, zone),
      full: `${names[index] ?? ''}${isTwice ? ` ${offsetLabel(zoneOffsetMinutes(zone, startMs))}` : ''}`,
      startsDay,
    }
  })
}

/**
 * Says when days begin if a zone's midnight is no whole UTC hour, since completes are stored by UTC hour.
 * @returns null where a day begins on the hour
 */
export function dayStartText(days: readonly Pick<CompletesBucket, 'startMs'>[], zone: string): string | null {
  const last = days.at(-1)
  const begins = last === undefined ? '' : hourText(last.startMs, zone)
  return begins === '' || begins.endsWith(':00')
    ? null
    : `Days are counted from ${begins}: completes are counted by UTC hour.`
}

/** The buckets that get a tick, so that labels do not overlap: beginnings of days first. */
export function tickIndexes(labels: readonly BucketLabels[], widthPx: number, labelWidthPx: number): number[] {
  const step = Math.max(1, Math.ceil((labels.length * labelWidthPx) / Math.max(1, widthPx)))
  const anchor = labels.findIndex(label => label.startsDay)
  return labels.flatMap((_, index) => ((index - Math.max(0, anchor)) % step === 0 ? [index] : []))
}

/** The bucket that the present falls into, or -1. */
export function currentBucket(buckets: readonly CompletesBucket[], mode: ChartMode, nowMs: number): number {
  return buckets.findIndex(({ startMs }, index) => {
    const endMs = buckets[index + 1]?.startMs ?? startMs + (mode === 'hourly' ? 1 : 24) * HOUR_MS
    return startMs <= nowMs && nowMs < endMs
  })
}

/** A bucket's values in words. */
export function bucketText(label: BucketLabels, bucket: CompletesBucket): string {
  const { live, test, expected } = bucket
  return `${label.full}: ${live} live, ${test} test${expected === undefined ? '' : `, ${expected} expected`}`
}
