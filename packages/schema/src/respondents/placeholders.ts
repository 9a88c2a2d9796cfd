const PLACEHOLDER = /(?:\[|%(?:25)*5b)%(?:25)*(\w{1,50})%(?:25)*(?:\]|%(?:25)*5d)/i
const EVERY_PLACEHOLDER = new RegExp(PLACEHOLDER, 'gi')
/** A name as other platforms write their placeholders; one that is followed by = is the name of a parameter, as in data[rid]=. */
const BRACKETED =
  /(?:%(?:25){0,4}(?:5b|7b|3c|24)|%(?:25){1,4}|[[{<$%]){1,6}\s{0,4}(\w{1,50}?)\s{0,4}(?:%(?:25){0,4}(?:5d|7d|3e|24)|%(?:25){1,4}|[\]}>$%]){1,6}(?![=[])/gi
/** All of a text is such a name. */
const BRACKETED_NAME = new RegExp(`^${BRACKETED.source}$`, 'i')
const DOUBLE_BRACES = /(?:\{|%(?:25)*7b){2}\s{0,4}[\w.-]{1,50}\s{0,4}(?:\}|%(?:25)*7d){2}/i
const HTML_AMPERSAND = /&(?:amp|#38|#x26);/i

/**
 * Finds a part of a parameter's value that was not filled in: a placeholder such as [%RID%] or {{rid}}, plain or percent-encoded any number of times,
 * or the parameter's own name as another platform writes a placeholder, such as [RID].
 * @param name the parameter's
 * @returns the first placeholder; null when the value has none
 */
export function placeholderIn(value: string, name: string): string | null {
  const [written] = PLACEHOLDER.exec(value) ?? DOUBLE_BRACES.exec(value) ?? []
  if (written !== undefined) return written
  const text = value.trim()
  return BRACKETED_NAME.exec(text)?.[1]?.toLowerCase() === name.toLowerCase() ? text : null
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
