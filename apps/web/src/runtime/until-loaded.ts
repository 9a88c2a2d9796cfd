/** The first wait before a repeated request for data that every page needs; requests go on until it comes. */
const FIRST_RETRY_MS = 3_000
const MOST_RETRY_MS = 60_000

/**
 * Loads code that a page will need, and retries until it comes.
 * @param after calls `act` once, so many ms later
 */
export async function untilLoaded<T>(
  load: () => Promise<T>,
  after: (delayMs: number, act: () => void) => void,
  retryMs = FIRST_RETRY_MS,
): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise<void>(resolve => after(retryMs, resolve))
    return untilLoaded(load, after, Math.min(MOST_RETRY_MS, retryMs * 2))
  }
}
