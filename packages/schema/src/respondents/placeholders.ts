const PLACEHOLDER = /(?:\[|%(?:25)*5b)%(?:25)*(\w{1,50})%(?:25)*(?:\]|%(?:25)*5d)/i
const EVERY_PLACEHOLDER = new RegExp(PLACEHOLDER, 'gi')
const HTML_AMPERSAND = /&(?:amp|#38|#x26);/i

/** The first placeholder of a text, such as [%RID%], plain or percent-encoded any number of times; null when it has none. */
export function placeholderIn(text: string): string | null {
  return PLACEHOLDER.exec(text)?.[0] ?? null
}

/**
 * Says why a typed address would not carry the ids of respondents: a placeholder is percent-encoded, so that the desk does not fill
 * it in, or the address was copied from HTML, so that the receiver reads a parameter called "amp;id".
 * @param known the placeholders that are filled in, as `[%RID%]`
 * @returns the predicate of a sentence about the address; null when it has no such fault
 */
export function encodedAddressFault(url: string, known: readonly string[]): string | null {
  for (const [written, name = ''] of url.matchAll(EVERY_PLACEHOLDER)) {
    const plain = `[%${name.toUpperCase()}%]`
    if (written.toUpperCase() !== plain && known.includes(plain))
      return `contains ${written}: write ${plain}, not encoded`
  }
  const [ampersand] = HTML_AMPERSAND.exec(url) ?? []
  return ampersand === undefined ? null : `contains ${ampersand}: write & there`
}
