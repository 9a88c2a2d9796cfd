import type { PlatformSettings, StoredPlatform } from '@desk/schema/platform/platform'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** The id under which the one row has its history. */
export const PLATFORM_ID = 1

const NOTHING: StoredPlatform = { version: 0, settings: null }

export async function findPlatform(tx: Tx): Promise<StoredPlatform> {
  const { rows } = await sql<StoredPlatform>`select version, settings from platform_settings`.execute(tx)
  return rows[0] ?? NOTHING
}

/** The same, and no other change until the transaction ends, also while there is no row. */
export async function lockPlatform(tx: Tx): Promise<StoredPlatform> {
  await sql`lock table platform_settings in share row exclusive mode`.execute(tx)
  return findPlatform(tx)
}

export async function updatePlatform(tx: Tx, settings: PlatformSettings): Promise<void> {
  await sql`
    insert into platform_settings (settings, version) values (${JSON.stringify(settings)}, 1)
    on conflict (platform_id) do update set settings = excluded.settings, version = platform_settings.version + 1`.execute(
    tx,
  )
}
