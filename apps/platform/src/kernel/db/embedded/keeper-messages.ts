import type { Program } from './program.ts'

/** The keeper's options, as JSON in its first argument. */
export interface KeeperTask {
  readonly postgres: Program
  /** Stops the server where there are no signals (Windows). */
  readonly stopCommand: Program
}

/** The keeper's messages. */
export type KeeperReport =
  | { readonly type: 'ready' }
  | { readonly type: 'log'; readonly line: string }
  /** The server never became ready; the keeper ends. */
  | { readonly type: 'failed'; readonly output: string }
  /** The server ended unexpectedly; it is restarted after the delay. */
  | { readonly type: 'restarting'; readonly because: string; readonly delayMs: number }
