import { keepServing, type LooseKind } from './keep-serving.ts'

/** The process's own hooks: its log name, its error count and its shutdown. */
export interface EndingProcess {
  on(event: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown
  on(event: LooseKind, listener: (error: unknown) => void): unknown
  exit(code: number): unknown
}

export interface Serving {
  /** Its name in the log. */
  readonly name: string
  readonly log: { error(what: { readonly err: unknown; readonly kind: LooseKind }, sentence: string): void }
  /** Counts one more uncaught error. */
  readonly count: () => void
  /** Shuts its servers down cleanly. */
  readonly stop: () => Promise<void>
  readonly nowMs: () => number
}

/** The longest that a clean shutdown may take; then the process exits anyway. */
export const SHUTDOWN_MS = 9_000

/**
 * Lets a process serve until a signal ends it or its parent is gone: it never outlives the parent. An uncaught error is logged
 * whole and counted, and serving goes on; a storm of them shuts the process down cleanly with code 1 (docs/decisions/0019).
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
      log.error({ err: error, kind }, `An uncaught error; the ${name} keeps serving`)
    },
    end: () => void end(1),
    nowMs,
  })
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) process.on(kind, error => loose(kind, error))
}
