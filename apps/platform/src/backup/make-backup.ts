import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { DocumentSettings } from '#kernel/config/platform-config'
import { withOwner } from '#kernel/db/with-owner'
import { appliedMigrations } from '#migrations/database-version'
import { openBytes } from '#nouns/documents/bytes/open-bytes'
import { writeArchive, type AddPart, type Part } from './archive.ts'
import { BackupRefused } from './backup-refused.ts'
import {
  beginSnapshot,
  listDocuments,
  listLedgerMonths,
  listSequences,
  listTables,
  readRows,
  serverVersion,
} from './contents.store.ts'
import { MANIFEST_NAME, writeManifest, type Manifest, type Secrets } from './manifest.ts'

export interface BackupOptions {
  readonly url: string
  readonly file: string
  readonly documents: DocumentSettings
  readonly secrets: Secrets
  readonly passphrase: string
  readonly nowMs: () => number
}

export interface MadeBackup {
  readonly bytes: number
  readonly tables: number
  /** Documents whose bytes were not in their store. */
  readonly missing: readonly string[]
}

/**
 * Makes one archive of a desk that goes on writing: every table of one snapshot, its documents, and its secrets under the
 * passphrase (operate.md §2). The file appears when it is complete.
 * @throws BackupRefused when the file exists, or the database has no tables of a desk
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { url, file, nowMs } = options
  if (existsSync(file)) throw new BackupRefused(`${file} exists: name another file.`)
  return withOwner(url, 'desk backup', async client => {
    const madeAt = new Date(nowMs()).toISOString()
    await beginSnapshot(client)
    const [first, ...others] = await appliedMigrations(client)
    if (first === undefined) throw new BackupRefused('This database has no tables of a desk yet.')
    let contents: Pick<Manifest, 'tables' | 'documents'> = { tables: [], documents: { store: 'here', list: [] } }
    await writeArchive(file, async add => {
      contents = { tables: await addTables(client, add), documents: await addDocuments(client, options.documents, add) }
      const manifest: Manifest = {
        format: 1,
        made_at: madeAt,
        postgres: await serverVersion(client),
        migrations: [first, ...others],
        ledger_months: await listLedgerMonths(client),
        // no sequence is behind the snapshot
        sequences: await listSequences(client),
        ...contents,
      }
      const written = writeManifest(manifest, options.secrets, options.passphrase)
      await add(MANIFEST_NAME, Readable.from([written]))
    })
    const missing = contents.documents.store === 'here' ? contents.documents.list.filter(({ part }) => !part) : []
    return {
      bytes: (await stat(file)).size,
      tables: contents.tables.length,
      missing: missing.map(document => `${document.account}/${document.file}`),
    }
  })
}

async function addTables(client: pg.ClientBase, add: AddPart): Promise<Manifest['tables']> {
  const tables: Manifest['tables'][number][] = []
  for (const table of await listTables(client))
    tables.push({ ...table, part: await add(`database/${table.table}.copy`, readRows(client, table)) })
  return tables
}

async function addDocuments(
  client: pg.ClientBase,
  settings: DocumentSettings,
  add: AddPart,
): Promise<Manifest['documents']> {
  const { bytes } = openBytes(settings)
  const store = settings.s3 === null ? 'here' : 'elsewhere'
  const list: Manifest['documents']['list'][number][] = []
  for (const { account, file } of await listDocuments(client)) {
    const content =
      store === 'elsewhere' ? null : await bytes.open({ accountId: account, fileId: file }).catch(() => null)
    const part: Part | null = content && (await add(`documents/${account}/${file}`, content))
    list.push({ account, file, part })
  }
  return { store, list }
}
