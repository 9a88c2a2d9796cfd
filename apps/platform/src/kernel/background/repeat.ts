import type { Log } from '../db/log.ts'

/** Runs a pass at intervals, never two at once; a failed one is logged, and the next one retries. */
export function repeat(name: string, intervalMs: number, pass: () => Promise<unknown>, log: Log): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = (): void => {
    running = pass()
      .then(
        () => {},
        (error: unknown) => log.warn({ err: error }, `The ${name} failed; it is tried again`),
      )
      .then(() => {
        if (!stopped) timer = setTimeout(run, intervalMs)
      })
  }
  run()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
