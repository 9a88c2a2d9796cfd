import type { ClientBase } from 'pg'
import { DatabaseUnavailable } from './errors.ts'
import { timed } from './timed.ts'

/** Whether the next transaction may write; the wait for the answer is bounded, since a server that hangs gives none. */
const READ_ONLY = timed('show transaction_read_only', 2_000)

/**
 * Refuses a server that only reads: a standby takes connections, and even advisory locks, but is no database of ours.
 * @throws DatabaseUnavailable
 */
export async function requireWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(READ_ONLY)
  if (rows[0]?.transaction_read_only !== 'on') return
  throw new DatabaseUnavailable({
    reason: 'this server only reads: it is a standby, or was made read-only',
    mayHaveCommitted: false,
    isAway: true,
    cause: null,
  })
}
