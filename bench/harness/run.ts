export type Cleanup = (after: () => Promise<unknown>) => void

/**
 * Runs a bench to its end. All that it started is stopped in reverse order however it ends: well, by an error, or by
 * Ctrl-C.
 */
export function runBench(main: (cleanup: Cleanup) => Promise<void>): void {
  const started: (() => Promise<unknown>)[] = []
  const stopAll = async (): Promise<void> => {
    for (let stop = started.pop(); stop; stop = started.pop())
      await stop().catch((error: unknown) => console.error(error))
  }
  const end = (code: number): void => void stopAll().then(() => process.exit(code))
  process.once('SIGINT', () => end(130))
  process.once('SIGTERM', () => end(143))
  process.once('uncaughtException', error => {
    console.error(error)
    end(1)
  })
  main(stop => started.push(stop)).then(
    () => end(0),
    (error: unknown) => {
      console.error(error)
      end(1)
    },
  )
}
