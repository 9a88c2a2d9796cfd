import type { Program } from './program.ts'

/** What the keeper is started with, as JSON in its first argument. */
export interface KeeperTask {
  readonly postgres: Program
  /** Stops the server where there are no signals (Windows). */
  readonly stopCommand: Program
}

/** What the keeper tells. */
export type KeeperReport =
  | { readonly type: 'ready' }
  | { readonly type: 'log'; readonly line: string }
  /** The server never became ready; the keeper ends. */
  | { readonly type: 'failed'; readonly output: string }
  /** The server ended unasked; it is started again after the delay. */
  | { readonly type: 'restarting'; readonly because: string; readonly delayMs: number }
