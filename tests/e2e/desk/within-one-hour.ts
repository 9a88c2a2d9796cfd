import { test } from '@playwright/test'

const HOUR_MS = 3_600_000
const ONCE_MORE_MS = 240_000

/**
 * Runs a test that speaks of 'this hour', or of 'today': one that fails while the clock passes a full hour is run once more.
 * @param body makes all that it needs again each time
 */
export async function withinOneHour(body: () => Promise<void>): Promise<void> {
  const hour = (): number => Math.floor(Date.now() / HOUR_MS)
  const startedIn = hour()
  try {
    await body()
  } catch (failure) {
    if (hour() === startedIn) throw failure
    test.setTimeout(ONCE_MORE_MS)
    await body()
  }
}
