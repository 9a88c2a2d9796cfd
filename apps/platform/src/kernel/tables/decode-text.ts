const UTF8_MARK = [0xef, 0xbb, 0xbf]

/** The encoding of a text by its first bytes: a byte order mark, or every second byte empty, as plain letters in UTF-16 are. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (UTF8_MARK.every((sign, at) => bytes[at] === sign)) return 'utf-8'
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 200)
  const half = Math.floor(head.length / 2)
  const emptyAt = (rest: number): number => head.filter((byte, at) => at % 2 === rest && byte === 0).length
  if (half > 0 && emptyAt(1) > half * 0.8) return 'utf-16le'
  return half > 0 && emptyAt(0) > half * 0.8 ? 'utf-16be' : 'utf-8'
}

/**
 * The text of a file in UTF-8 or UTF-16, with or without a byte order mark.
 * @returns null: it is in another encoding, or in more than one
 */
export function decodeText(bytes: Buffer): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
