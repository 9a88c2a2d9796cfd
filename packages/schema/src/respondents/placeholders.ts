const PLACEHOLDER = /(?:\[|%(?:25)*5b)%(?:25)*(\w{1,50})%(?:25)*(?:\]|%(?:25)*5d)/i
const EVERY_PLACEHOLDER = new RegExp(PLACEHOLDER, 'gi')
/** A name as other platforms write their placeholders; one that is followed by = is the name of a parameter, as in data[rid]=. */
const BRACKETED =
  /(?:%(?:25){0,4}(?:5b|7b|3c|24)|%(?:25){1,4}|[[{<$%]){1,6}\s{0,4}(\w{1,50}?)\s{0,4}(?:%(?:25){0,4}(?:5d|7d|3e|24)|%(?:25){1,4}|[\]}>$%]){1,6}(?![=[])/gi
const HTML_AMPERSAND = /&(?:amp|#38|#x26);/i

/** The first placeholder of a text, such as [%RID%], plain or percent-encoded any number of times; null when it has none. */
export function placeholderIn(text: string): string | null {
  return PLACEHOLDER.exec(text)?.[0] ?? null
}

/**
 * Says why a typed address would not carry the ids of respondents: a placeholder is percent-encoded or written as another platform does, so
 * that the desk does not fill it in, or the address was copied from HTML, so that the receiver reads a parameter called "amp;id".
 * @param known the placeholders that are filled in, as `[%RID%]`
 * @returns the predicate of a sentence about the address; null when it has no such fault
 */
export function encodedAddressFault(url: string, known: readonly string[]): string | null {
  const plainOf = (name: string): string => `[%${name.toUpperCase()}%]`
  for (const [written, name = ''] of url.matchAll(EVERY_PLACEHOLDER))
    if (written.toUpperCase() !== plainOf(name) && known.includes(plainOf(name)))
      return `contains ${written}: write ${plainOf(name)}, not encoded`
  for (const [written, name = ''] of url.replaceAll(EVERY_PLACEHOLDER, '…').matchAll(BRACKETED))
    if (known.includes(plainOf(name))) return `contains ${written}: write ${plainOf(name)}`
  const [ampersand] = HTML_AMPERSAND.exec(url) ?? []
  return ampersand === undefined ? null : `contains ${ampersand}: write & there`
}
