/** Sooner than the gateway takes the platform for failed (30 s), and than balancers end a connection (60 s). */
const BEAT_MS = 10_000
/** So much of a file waits for a silence. */
const HELD_BYTES = 200

export interface Beats {
  readonly everyMs?: number
  /** Bytes that may come any number of times before the first byte of a file that has no head. */
  readonly blank?: Uint8Array | undefined
}

/**
 * The bytes of a file that is being made. While none come, some that were held back go one at a time, so that nothing between platform and browser takes a long search for a broken connection.
 */
export async function* neverSilent(
  bytes: AsyncIterable<Uint8Array>,
  { everyMs = BEAT_MS, blank }: Beats = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const parts = bytes[Symbol.asyncIterator]()
  let held: Uint8Array = Buffer.alloc(0)
  let isBegun = false
  try {
    for (let asked = parts.next(); ;) {
      const part = await orSilence(asked, everyMs)
      if (part === null) {
        if (held.length > 0) yield held.subarray(0, 1)
        else if (!isBegun && blank !== undefined) yield blank
        held = held.subarray(1)
        continue
      }
      if (part.done === true) {
        if (held.length > 0) yield held
        return
      }
      if (part.value.length > 0) {
        isBegun = true
        const all = Buffer.concat([held, part.value])
        const given = Math.max(1, all.length - HELD_BYTES)
        held = Buffer.from(all.subarray(given))
        yield all.subarray(0, given)
      }
      asked = parts.next()
    }
  } finally {
    await parts.return?.()
  }
}

/** @returns null: it takes longer */
async function orSilence<Part>(part: Promise<Part>, afterMs: number): Promise<Part | null> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([part, new Promise<null>(resolve => (timer = setTimeout(resolve, afterMs, null)))])
  } finally {
    clearTimeout(timer)
  }
}
