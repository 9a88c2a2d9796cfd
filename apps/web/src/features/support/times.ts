const pad = (value: number): string => String(value).padStart(2, '0')

/** How long something took: '48 s', '12:05', '1:12:05'. @param seconds whole or not, not negative */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  if (whole < 60) return `${whole} s`
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment of a day to the millisecond in a zone: '14:05:09.120'. @param zone IANA name */
export function clockText(atMs: number, zone: string): string {
  let format = formats.get(zone)
  if (format === undefined) {
    const options = {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    } as const
    try {
      format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
    } catch {
      format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    }
    formats.set(zone, format)
  }
  return format.format(atMs)
}
