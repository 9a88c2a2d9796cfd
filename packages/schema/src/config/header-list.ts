const HEADER = /^([\w!#$%&'*.^`|~+-]+)=(.*)$/
const HEADER_VALUE = /^[\t\x20-\x7e]*$/
/** Headers that frame a message belong to the sender alone. */
const OF_THE_MESSAGE = /^(?:host|connection|content-.*|transfer-encoding|expect|upgrade|te|trailer)$/

/** The headers of such a list by name in lower case; null when one cannot be sent. */
export function readHeaderList(text: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {}
  for (const part of text.split(',')) {
    const [, name, encoded] = HEADER.exec(part.trim()) ?? []
    const value = encoded === undefined ? null : decoded(encoded)
    if (name === undefined || value === null || !HEADER_VALUE.test(value)) return null
    if (OF_THE_MESSAGE.test(name.toLowerCase())) return null
    headers[name.toLowerCase()] = value
  }
  return headers
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return null
  }
}
