import { withOwner } from '#kernel/db/with-owner'

/**
 * Has PostgreSQL count what the demo wrote: until it has done so by itself, a minute later, it takes tables for empty, and the first report reads them the long way round. Runs as the database's
 * owner, since no other role may.
 */
export async function countDemoRows(url: string): Promise<void> {
  await withOwner(url, 'desk demo', owner => owner.query('analyze'))
}
