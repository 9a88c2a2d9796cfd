const words = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** A month as people read it: 'October 2026'; a text that is no month, unchanged. @param month as '2026-10' */
export function monthInWords(month: string): string {
  const atMs = Date.parse(`${month}-15T00:00:00Z`)
  return Number.isNaN(atMs) ? month : words.format(atMs)
}
