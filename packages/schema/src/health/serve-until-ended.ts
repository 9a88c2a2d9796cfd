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
  /** Turns readiness off; requests are still answered. */
  readonly drain: () => void
  /** How long balancers have to see that before the listener closes. */
  readonly drainNoticeMs: number
  /** Shuts its servers down cleanly. */
  readonly stop: () => Promise<void>
  readonly nowMs: () => number
}

/** The longest that a clean shutdown may take after the notice; then the process exits anyway. */
export const SHUTDOWN_MS = 9_000

/**
 * Lets a process serve until a signal ends it or its parent is gone: it never outlives the parent. A signal turns readiness off
 * first, and the listener closes after the notice (operate.md §2). An uncaught error is logged whole and counted, and serving goes
 * on; a storm of them shuts the process down cleanly with code 1 (docs/decisions/0019).
 */
export function serveUntilEnded(
  process: EndingProcess,
  { name, log, count, drain, drainNoticeMs, stop, nowMs }: Serving,
): void {
  let isEnding = false
  const end = async (code: number, noticeMs: number): Promise<void> => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), noticeMs + SHUTDOWN_MS).unref()
    drain()
    if (noticeMs > 0) await new Promise(resolve => setTimeout(resolve, noticeMs))
    await stop()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0, drainNoticeMs))
  process.on('disconnect', () => void end(0, 0))

  const loose = keepServing({
    tell(kind, error) {
      count()
      log.error({ err: error, kind }, `An uncaught error; the ${name} keeps serving`)
    },
    end: () => void end(1, 0),
    nowMs,
  })
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) process.on(kind, error => loose(kind, error))
}
