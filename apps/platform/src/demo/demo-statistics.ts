import pg from 'pg'

/**
 * Has PostgreSQL count what the demo wrote: until it has done so by itself, a minute later, it takes tables for empty, and the first report reads them the long way round. Runs as the database's
 * owner, since no other role may.
 */
export async function countDemoRows(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'desk demo' })
  await client.connect()
  try {
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
