import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createFile } from '#kernel/config/create-file'
import type { DocumentSettings } from '#kernel/config/platform-config'
import { withOwner } from '#kernel/db/with-owner'
import { appliedMigrations, newerMigrations } from '#migrations/database-version'
import { migrate } from '#migrations/migrate'
import { openBytes } from '#nouns/documents/bytes/open-bytes'
import { openArchive, type Archive } from './archive.ts'
import { BackupRefused } from './backup-refused.ts'
import { adoptServer, beginRestore, findObstacle, writeRows } from './contents.store.ts'
import { MANIFEST_NAME, readManifest, type Manifest, type Secrets } from './manifest.ts'

export interface RestoreOptions {
  readonly file: string
  readonly passphrase: string
  readonly dataDir: string
  readonly documents: DocumentSettings
  /** SECRET_KEY of the environment; undefined: the backup's goes into `dataDir`. */
  readonly secretKey: string | undefined
  /** FEED_TOKEN of the environment; undefined: the backup's goes into `dataDir`. */
  readonly feedToken: string | undefined
  /** Opens the empty database; called once the archive is known to be good. */
  readonly openUrl: () => Promise<string>
}

export interface Restored {
  /** The database that was filled. */
  readonly url: string
  readonly madeAt: string
  /** Documents that are neither in the archive nor in their store, like 7/0191…. */
  readonly missing: readonly string[]
}

/**
 * Fills an empty database and data folder from an archive, wholly or not at all (operate.md §2).
 * @throws BackupRefused for a damaged archive, a newer version, a wrong passphrase, and a database or folder in use
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const archive = await openArchive(options.file)
  try {
    const { manifest, secrets } = readManifest(await buffer(await archive.read(MANIFEST_NAME)), options.passphrase)
    const newer = newerMigrations(manifest.migrations)
    if (newer.length > 0)
      throw new BackupRefused(
        `A newer version of Sample Desk made this backup (it has ${newer.join(', ')}). Restore it by that version.`,
      )
    requireFreeFolder(options, secrets)
    for (const { part } of manifest.tables) await archive.verify(part)
    for (const { part } of manifest.documents.list) if (part) await archive.verify(part)
    const url = await options.openUrl()
    await fill(url, archive, manifest, secrets, options)
    await migrate(url)
    return { url, madeAt: manifest.made_at, missing: await missingDocuments(manifest, options.documents) }
  } finally {
    archive.close()
  }
}

/** The backup's secrets and documents never replace others. */
function requireFreeFolder({ dataDir, documents, secretKey, feedToken }: RestoreOptions, secrets: Secrets): void {
  if (secretKey !== undefined && secretKey !== secrets.secret_key)
    throw new BackupRefused('SECRET_KEY is not the one of this backup: leave it out, or set that one.')
  for (const [name, given, wanted] of [
    ['secret-key', secretKey, secrets.secret_key],
    ['feed-token', feedToken, secrets.feed_token],
  ] as const) {
    const file = join(dataDir, name)
    if (given === undefined && existsSync(file) && readFileSync(file, 'utf8').trim() !== wanted)
      throw new BackupRefused(`${file} is not the one of this backup: move it away, or set another DATA_DIR.`)
  }
  if (documents.s3 === null && existsSync(documents.folder))
    if (readdirSync(documents.folder).some(name => name !== 'incoming'))
      throw new BackupRefused(`${documents.folder} holds documents: move them away, or set another DATA_DIR.`)
}

async function fill(
  url: string,
  archive: Archive,
  manifest: Manifest,
  secrets: Secrets,
  options: RestoreOptions,
): Promise<void> {
  await withOwner(url, 'desk restore', async client => {
    const obstacle = await findObstacle(client)
    if (obstacle === 'running') throw new BackupRefused('A desk runs on this database: stop it first.')
    const applied = await appliedMigrations(client)
    if (obstacle === 'used' || applied.some(name => !manifest.migrations.includes(name)))
      throw new BackupRefused('This database is not empty: name an empty one.')
  })
  // the schema as it was, roles first; an empty desk at the worst
  await migrate(url, { upTo: manifest.migrations.at(-1) ?? '' })
  const placed: string[] = []
  try {
    await withOwner(url, 'desk restore', async client => {
      const referAgain = await beginRestore(client, manifest.ledger_months)
      for (const table of manifest.tables) await pipeline(await archive.read(table.part.name), writeRows(client, table))
      await adoptServer(client, manifest.sequences)
      await referAgain()
      placed.push(...(await placeDocuments(archive, manifest, options.documents)))
      placed.push(...placeSecrets(options, secrets))
      await client.query('commit')
      await client.query('analyze')
    })
  } catch (error) {
    for (const path of [...placed, draftOf(options.documents)]) await rm(path, { recursive: true, force: true })
    throw error
  }
}

const draftOf = ({ folder }: Pick<DocumentSettings, 'folder'>): string => `${folder}.restoring`

/** @returns the folder that it made */
async function placeDocuments(
  archive: Archive,
  { documents }: Manifest,
  { folder, s3 }: DocumentSettings,
): Promise<readonly string[]> {
  if (s3 !== null || documents.list.every(({ part }) => part === null)) return []
  const draft = draftOf({ folder })
  await rm(draft, { recursive: true, force: true })
  for (const { account, file, part } of documents.list) {
    if (part === null) continue
    const target = join(draft, String(account), file)
    mkdirSync(dirname(target), { recursive: true })
    await pipeline(await archive.read(part.name), createWriteStream(target, { flush: true }))
  }
  await rm(folder, { recursive: true, force: true }) // it holds no documents
  await rename(draft, folder)
  return [folder]
}

/** @returns the files that it made */
function placeSecrets({ dataDir, secretKey, feedToken }: RestoreOptions, secrets: Secrets): readonly string[] {
  mkdirSync(dataDir, { recursive: true })
  return [
    ['secret-key', secretKey, secrets.secret_key] as const,
    ['feed-token', feedToken, secrets.feed_token] as const,
  ].flatMap(([name, given, wanted]) => {
    const file = join(dataDir, name)
    return given === undefined && createFile(file, `${wanted}\n`, 0o600) ? [file] : []
  })
}

async function missingDocuments({ documents }: Manifest, settings: DocumentSettings): Promise<readonly string[]> {
  const { bytes } = openBytes(settings)
  const missing: string[] = []
  for (const { account, file } of documents.list) {
    const stream = await bytes.open({ accountId: account, fileId: file }).catch(() => null)
    if (stream === null) missing.push(`${account}/${file}`)
    else stream.destroy()
  }
  return missing
}
