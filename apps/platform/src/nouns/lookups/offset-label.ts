/**
 * The label of a zone with its offset of a moment, as in "(UTC-05:00) Eastern Time, New York" (§5.31).
 * @param offsetMinutes the zone's offset from UTC; NaN counts as zero (§5.31)
 */
export function offsetLabel(offsetMinutes: number, label: string): string {
  const minutes = Number.isFinite(offsetMinutes) ? Math.trunc(offsetMinutes) : 0
  const two = (value: number): string => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `(UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}) ${label}`
}
