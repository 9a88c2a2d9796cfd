import { keepServing, type LooseKind } from './keep-serving.ts'

/** What becomes of the process, as far as its end goes. */
export interface EndingProcess {
  on(event: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown
  on(event: LooseKind, listener: (error: unknown) => void): unknown
  exit(code: number): unknown
}

export interface Serving {
  /** As its log calls it. */
  readonly name: string
  readonly log: { error(what: { readonly err: unknown; readonly kind: LooseKind }, sentence: string): void }
  /** One more error that nobody caught. */
  readonly count: () => void
  /** Ends in order what it serves with. */
  readonly stop: () => Promise<void>
  readonly nowMs: () => number
}

/** So long an end in order may take; then the process ends as it is. */
export const SHUTDOWN_MS = 9_000

/**
 * Lets a process serve until it is told to end, or whoever spawned it is gone: it never outlives them. An error that nobody caught is
 * logged whole, counted and served on; a storm of them ends the process in order with code 1 (docs/decisions/0019).
 */
export function serveUntilEnded(process: EndingProcess, { name, log, count, stop, nowMs }: Serving): void {
  let isEnding = false
  const end = async (code: number): Promise<void> => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    await stop()
    process.exit(code)
  }
  for (const told of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(told, () => void end(0))

  const loose = keepServing({
    tell(kind, error) {
      count()
      log.error({ err: error, kind }, `An error that nobody caught; the ${name} keeps serving`)
    },
    end: () => void end(1),
    nowMs,
  })
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) process.on(kind, error => loose(kind, error))
}
