import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

/**
 * Waits for a condition; gives how long it took in ms.
 * @throws Error with the last observed value when the condition does not hold in time
 */
export async function until(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
  seen: () => unknown = () => 'nothing more is known',
  lookEveryMs = LOOK_EVERY_MS,
): Promise<number> {
  const startedAtMs = performance.now()
  for (;;) {
    if (await holds()) return Math.round(performance.now() - startedAtMs)
    if (performance.now() - startedAtMs > withinMs)
      throw new Error(`Not within ${withinMs} ms: ${what}. Seen last: ${JSON.stringify(seen())}`)
    await sleep(lookEveryMs)
  }
}
