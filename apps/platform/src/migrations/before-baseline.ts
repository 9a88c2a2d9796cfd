import type pg from 'pg'

export const FIRST_EARLIER = '0001_house'
const LAST_EARLIER = '0121_alerts_of_accounts'

/** A database of a version before the baseline lacks some of that version's migrations. */
export class BeforeBaseline extends Error {
  constructor(last: string) {
    super(
      `this database ends at ${last}, which is older than the baseline. Start the last version that has the migration ${LAST_EARLIER} on it once, then start this version`,
    )
  }
}

/**
 * Names the baseline in a database that has all of the migrations before it (docs/decisions/0095): its schema is the baseline's. Other databases are left as they are.
 * @throws BeforeBaseline
 */
export async function adoptBaseline(client: pg.ClientBase, baseline: string): Promise<void> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ name: string | null }>(`select to_regclass('kysely_migration')::text as name`)
    if (rows[0]?.name != null) await renameEarlier(client, baseline)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function renameEarlier(client: pg.ClientBase, baseline: string): Promise<void> {
  await client.query('lock table kysely_migration') // processes that start together
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const applied = rows.map(({ name }) => name)
  if (!applied.includes(FIRST_EARLIER)) return
  if (!applied.includes(LAST_EARLIER)) throw new BeforeBaseline(applied.at(-1) ?? FIRST_EARLIER)
  await client.query('update kysely_migration set name = $1 where name = $2', [baseline, LAST_EARLIER])
  await client.query('delete from kysely_migration where name <= $1 and name <> $2', [LAST_EARLIER, baseline])
}
