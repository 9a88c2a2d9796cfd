import type { Log } from '../db/log.ts'
import { logFailure } from '../db/outage.ts'

const FIRST_RETRY_MS = 1_000

/**
 * Runs a pass at intervals, never two at once. A failed one is logged, and tried again after a second, then twice as late each
 * time, up to the interval.
 */
export function repeat(name: string, intervalMs: number, pass: () => Promise<unknown>, log: Log): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = (retryMs: number): void => {
    const again = (delayMs: number, nextRetryMs: number): void => {
      if (!stopped) timer = setTimeout(run, Math.min(delayMs, intervalMs), nextRetryMs)
    }
    running = pass().then(
      () => again(intervalMs, FIRST_RETRY_MS),
      (error: unknown) => {
        logFailure(log, error, `The ${name} failed; it is tried again`)
        again(retryMs, retryMs * 2)
      },
    )
  }
  run(FIRST_RETRY_MS)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
