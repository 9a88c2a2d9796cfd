const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const
const STEP = 1_000

/** A size in the words of a list, in steps of 1,000 as the limits are: 512 bytes, 1.2 MB. */
export function sizeText(sizeBytes: number): string {
  if (sizeBytes === 1) return '1 byte'
  let [size, unit] = [sizeBytes, 0]
  // what would be shown as 1,000 of a unit is one of the next
  while (shownOf(size, unit) >= STEP && unit < UNITS.length - 1) [size, unit] = [size / STEP, unit + 1]
  return `${shownOf(size, unit).toLocaleString('en-US')} ${UNITS[unit] ?? ''}`
}

const shownOf = (size: number, unit: number): number =>
  unit === 0 || size >= 100 ? Math.round(size) : Math.round(size * 10) / 10
