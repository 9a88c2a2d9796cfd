/**
 * Two programs may read them differently: empty and dot segments, path parameters (`;`), `#`, `\`, bytes outside ASCII,
 * and escapes of any of these or of characters that need none.
 */
const SEGMENT = String.raw`(?!\.{1,2}(?:\/|$))(?:[\w.~!$&'()*+,=:@-]|%(?!2[def]|3[\db]|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\daef]|[01])[\da-f]{2})+`
const PLAIN = new RegExp(String.raw`^\/(?:${SEGMENT}(?:\/${SEGMENT})*\/?)?$`, 'i')

/** The refusal of another spelling. */
export const NOT_PLAIN =
  'The address must be written plainly: single slashes, no dot segments, no path parameters (;), no needless escapes.'

/**
 * Whether a path of the API has one reading only, so that every guard judges the path that is then routed.
 * @param path without its query
 */
export function isPlainPath(path: string): boolean {
  return PLAIN.test(path)
}
