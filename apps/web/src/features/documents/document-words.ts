const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

/** A size in the words of a list: 512 bytes, 1.2 MB. */
export function sizeText(sizeBytes: number): string {
  let [size, unit] = [sizeBytes, 0]
  while (size >= 1024 && unit < UNITS.length - 1) [size, unit] = [size / 1024, unit + 1]
  const shown = unit === 0 || size >= 100 ? Math.round(size) : Math.round(size * 10) / 10
  return `${shown.toLocaleString('en-US')} ${UNITS[unit] ?? ''}`
}
