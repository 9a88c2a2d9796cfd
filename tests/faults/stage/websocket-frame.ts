const WHOLE_TEXT = 0x81
const MASKED = 0x80

/** A websocket frame as a client writes it, masked with zeros, which changes nothing. `first` is its first byte: the end bit, three reserved ones, the opcode. */
export function websocketFrame(
  payload: Buffer,
  { first = WHOLE_TEXT, isMasked = true }: { readonly first?: number; readonly isMasked?: boolean } = {},
): Buffer {
  const mask = isMasked ? MASKED : 0
  const { length } = payload
  const head =
    length < 126
      ? [first, mask | length]
      : length <= 0xffff
        ? [first, mask | 126, length >> 8, length & 0xff]
        : [first, mask | 127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Buffer.from(head), isMasked ? Buffer.alloc(4) : Buffer.alloc(0), payload])
}
