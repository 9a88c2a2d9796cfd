import type { Pool, PoolClient } from 'pg'
import { timed } from './timed.ts'

const CANCEL_TIMEOUT_MS = 3_000

/**
 * Cancels the statement that runs on a connection once the signal aborts, over another connection of the pool.
 * @returns ends that, once a cancellation that is under way has arrived: no later statement of the connection is hit by it
 */
export function cancelOn(signal: AbortSignal | undefined, pool: Pool, client: PoolClient): () => Promise<void> {
  if (signal === undefined) return () => Promise.resolve()
  let arriving: Promise<unknown> = Promise.resolve()
  // node-postgres has it on each connection; its types do not know
  const backend: unknown = Reflect.get(client, 'processID')
  const cancel = () => {
    // without it the statement ends by its time-out
    arriving = pool
      .query({ ...timed('select pg_cancel_backend($1)', CANCEL_TIMEOUT_MS), values: [backend] })
      .catch(() => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
  return async () => {
    signal.removeEventListener('abort', cancel)
    await arriving
  }
}
