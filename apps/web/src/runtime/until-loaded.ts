/** What every page needs in the end is asked for until it comes, at first after this. */
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
