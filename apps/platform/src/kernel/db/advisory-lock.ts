import type { PoolClient } from 'pg'
import { toDatabaseError } from './errors.ts'

export type LockOutcome<A> = { readonly held: true; readonly value: A } | { readonly held: false }

/**
 * Tries to take the session lock of this name on the connection, runs f under it, and releases lock and connection. The lock
 * belongs to the connection: it ends with it, even if this process is killed.
 */
export async function runWithAdvisoryLock<A>(
  client: PoolClient,
  name: string,
  f: (signal: AbortSignal) => Promise<A>,
): Promise<LockOutcome<A>> {
  const lost = new AbortController()
  const onLost = (error: unknown) => lost.abort(error)
  client.once('error', onLost)
  client.once('end', onLost)
  let broken = true
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [name],
    )
    if (rows[0]?.held !== true) {
      broken = false
      return { held: false }
    }
    try {
      return { held: true, value: await f(lost.signal) }
    } finally {
      broken = await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(
        () => false,
        () => true,
      )
    }
  } catch (error) {
    throw toDatabaseError(error) ?? error
  } finally {
    client.removeListener('error', onLost)
    client.removeListener('end', onLost)
    client.release(broken)
  }
}
