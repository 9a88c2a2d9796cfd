import pg from 'pg'

/**
 * Runs f by a connection of the database's owner, outside every scope: for what no role of the desk may do.
 * @param name of the connection, as the server shows it
 */
export async function withOwner<A>(url: string, name: string, f: (owner: pg.Client) => Promise<A>): Promise<A> {
  const owner = new pg.Client({ connectionString: url, application_name: name })
  // without it a broken connection would end the process; the query in progress tells
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await f(owner)
  } finally {
    await owner.end()
  }
}
