import { existsSync } from 'node:fs'
import { documentSettings, type Config } from '#kernel/config/config'
import { feedToken, secretKey } from '#kernel/config/secret-file'
import type { Log } from '#kernel/db/log'
import { joinDatabase, openDatabaseUrl, type OpenDatabase } from '#kernel/db/open-database'
import { DeskDatabase } from '#kernel/db/desk-database'
import { restoreUntil } from '#backup/base-backups'
import { BackupRefused } from '#backup/backup-refused'
import { makeBackup } from '#backup/make-backup'
import { restoreBackup } from '#backup/restore-backup'
import { migrate } from '#migrations/migrate'
import { eraseByLog } from './erase-again.ts'

const ERASING_CONNECTIONS = 2
const MEGABYTE = 1024 * 1024
const NO_PASSPHRASE =
  'Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE: it encrypts the secrets of the backup, and a restore needs it.'

interface Asked {
  readonly file: string
  readonly passphrase: string
}

function asked(name: string, args: readonly string[], config: Config): Asked | null {
  const [file, ...others] = args
  if (file === undefined || others.length > 0) console.error(`${name} takes one argument: the file.`)
  else if (config.backupPassphrase === undefined) console.error(NO_PASSPHRASE)
  else return { file, passphrase: config.backupPassphrase }
  return null
}

async function orRefused(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    console.error(error.message)
    return 1
  }
}

const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`

function nameMissing(missing: readonly string[]): void {
  if (missing.length === 0) return
  console.error(`${missing.length} documents have no bytes in their store (account/file):`)
  for (const document of missing) console.error(`  ${document}`)
}

/** `backup <file>`: exit 0 when the archive is complete; 1 when it was refused; 2 for a wrong argument or no passphrase. */
export async function backupCommand(args: readonly string[], config: Config, log: Log): Promise<number> {
  const wanted = asked('backup', args, config)
  if (wanted === null) return 2
  return orRefused(async () => {
    const startedMs = performance.now()
    const opened = await joinDatabase(config, log)
    try {
      const made = await makeBackup({
        ...wanted,
        url: opened.url,
        documents: documentSettings(config),
        secrets: { secret_key: secretKey(config), feed_token: feedToken(config) },
        nowMs: Date.now,
      })
      console.log(
        `${wanted.file}: ${made.tables} tables, ${(made.bytes / MEGABYTE).toFixed(1)} MB, in ${seconds(startedMs)}.`,
      )
      nameMissing(made.missing)
      return 0
    } finally {
      await opened.stop()
    }
  })
}

/** @returns whether nothing of the log was unreadable */
async function eraseRestored(url: string, file: string, log: Log): Promise<boolean> {
  if (!existsSync(file)) {
    console.log(`There is no erasure log ${file}. People who were erased after the backup are in it again.`)
    console.log('Erase them by the log of the desk that erased them: desk erase-again <log>')
    return true
  }
  const database = new DeskDatabase({ url, log, maxConnections: ERASING_CONNECTIONS })
  return eraseByLog(database, file).finally(() => database.close())
}

/** `restore --until <time>`: exit 0 when the database of DATA_DIR is as of that moment; 1 when it was refused; 2 for wrong arguments. */
async function restorePoint(text: string | undefined, config: Config, log: Log): Promise<number> {
  const untilMs = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  const archive = config.walArchiveDir
  if (Number.isNaN(untilMs) || archive === undefined) {
    console.error('restore --until takes a time with its zone, like 2026-11-28T14:30:00Z, and needs WAL_ARCHIVE_DIR.')
    return 2
  }
  return orRefused(async () => {
    const startedMs = performance.now()
    const restored = await restoreUntil(archive, new Date(untilMs), config.dataDir, log)
    try {
      await migrate(restored.url)
      console.log(`The database is as of ${new Date(untilMs).toISOString()}, in ${seconds(startedMs)}.`)
      const areErased = await eraseRestored(restored.url, config.erasureLog, log)
      console.log(
        'Copy secret-key, feed-token and documents into this DATA_DIR. Check it: verify-ledger, verify-audit.',
      )
      return areErased ? 0 : 1
    } finally {
      await restored.stop()
    }
  })
}

/** `restore <file>`: exit 0 when everything is restored, and erased again by the log; 1 when it was refused, or documents or lines of the log cannot be read; 2 for a wrong argument or no passphrase. */
export async function restoreCommand(args: readonly string[], config: Config, log: Log): Promise<number> {
  if (args[0] === '--until') return restorePoint(args[1], config, log)
  const wanted = asked('restore', args, config)
  if (wanted === null) return 2
  return orRefused(async () => {
    const startedMs = performance.now()
    let opened: OpenDatabase | null = null
    try {
      const { url, madeAt, missing } = await restoreBackup({
        ...wanted,
        dataDir: config.dataDir,
        documents: documentSettings(config),
        secretKey: config.secretKey,
        feedToken: config.feedToken,
        openUrl: async () => (opened = await openDatabaseUrl(config, log)).url,
      })
      console.log(`Restored as of ${madeAt}, in ${seconds(startedMs)}. Changes after that moment are not in it.`)
      const areErased = await eraseRestored(url, config.erasureLog, log)
      console.log('Check it: verify-ledger, verify-audit.')
      nameMissing(missing)
      return missing.length === 0 && areErased ? 0 : 1
    } finally {
      // the closure above assigns it, which the compiler does not see
      await (opened as OpenDatabase | null)?.stop()
    }
  })
}
