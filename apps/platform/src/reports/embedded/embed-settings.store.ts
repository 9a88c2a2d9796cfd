import { EmbedSettings } from '@desk/schema/embedded-reports/embed-settings'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** The stored settings; 0 and nothing before the first save. */
export interface StoredEmbed {
  readonly version: number
  readonly settings: EmbedSettings
}

/** The history of the installation's settings has one id each. */
export const EMBED_HISTORY_ID = 2

const NOTHING: StoredEmbed = { version: 0, settings: cleaned({}) }

/** The settings as they are stored: each is there, and an empty text is none. */
export function cleaned(settings: EmbedSettings): EmbedSettings {
  return Object.fromEntries(
    Object.keys(EmbedSettings.fields).map(name => [
      name,
      settings[name as keyof EmbedSettings]?.trim() || null, // the keys are those of the schema
    ]),
  )
}

export async function findEmbedSettings(tx: Tx): Promise<StoredEmbed> {
  const { rows } = await sql<StoredEmbed>`select version, settings from embed_settings`.execute(tx)
  return rows[0] ?? NOTHING
}

/** The same, and no other change until the transaction ends, also while there is no row. */
export async function lockEmbedSettings(tx: Tx): Promise<StoredEmbed> {
  await sql`lock table embed_settings in share row exclusive mode`.execute(tx)
  return findEmbedSettings(tx)
}

export async function updateEmbedSettings(tx: Tx, settings: EmbedSettings): Promise<void> {
  await sql`
    insert into embed_settings (settings, version) values (${JSON.stringify(settings)}, 1)
    on conflict (embed_settings_id) do update set settings = excluded.settings, version = embed_settings.version + 1`.execute(
    tx,
  )
}

/** Whether an account has embedded reports, and its own workspace. */
export async function findAccountEmbed(
  tx: Tx,
  accountId: number,
): Promise<{ readonly isOn: boolean; readonly workspaceId: string | null }> {
  const { rows } = await sql<{ isOn: boolean; workspaceId: string | null }>`
    select embedded_reports as "isOn", bi_workspace_id as "workspaceId" from account where account_id = ${accountId}`.execute(
    tx,
  )
  return rows[0] ?? { isOn: false, workspaceId: null }
}
