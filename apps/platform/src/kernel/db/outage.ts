import { DatabaseUnavailable } from './errors.ts'
import type { Log } from './log.ts'

/** Says once that the database is away and once that it is back, however many callers find out. */
export class Outage {
  readonly #log: Log
  #beganMs: number | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Takes note of an error, whatever it is. */
  saw(error: unknown): void {
    if (this.#beganMs !== undefined || !isAway(error)) return
    this.#beganMs = performance.now()
    this.#log.warn({ because: error.reason }, 'The database does not answer')
  }

  /** Takes note of an answer. */
  answered(): void {
    if (this.#beganMs === undefined) return
    this.#log.info({ awayMs: Math.round(performance.now() - this.#beganMs) }, 'The database answers again')
    this.#beganMs = undefined
  }
}

function isAway(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable && error.isAway === true
}

/** Logs why background work failed; the log already says once, for all such work, that the database is away. */
export function logFailure(log: Log, error: unknown, message: string, fields: object = {}): void {
  if (isAway(error)) log.debug({ ...fields, because: error.reason }, message)
  else if (error instanceof DatabaseUnavailable) log.warn({ ...fields, because: error.reason }, message)
  else log.warn({ ...fields, err: error }, message)
}
