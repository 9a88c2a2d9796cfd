import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { repeat } from '#kernel/background/repeat'
import type { BackupSettings } from '#kernel/config/services'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { withOwner } from '#kernel/db/with-owner'
import { appliedMigrations, pendingMigrations } from '#migrations/database-version'
import { makeBackup, type BackupOptions } from './make-backup.ts'

export interface BackupPlan extends Omit<BackupOptions, 'file' | 'passphrase'> {
  readonly settings: BackupSettings
  readonly log: Logger
}

const HOUR_MS = 3_600_000
const LOOK_MS = 60_000
const NAME = /^desk-.*\.zip$/

/** The backups of a folder, newest first. */
function backupsIn(folder: string): readonly { readonly path: string; readonly atMs: number }[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return readdirSync(folder)
    .filter(name => NAME.test(name))
    .map(name => join(folder, name))
    .map(path => ({ path, atMs: statSync(path).mtimeMs }))
    .toSorted((one, other) => other.atMs - one.atMs)
}

/** When the newest backup of the folder was complete; null: there is none. */
export const newestBackupAtMs = ({ folder }: BackupSettings): number | null => backupsIn(folder)[0]?.atMs ?? null

/** Makes one in the folder of backups, and removes those beyond the number that stays. */
async function backUp(plan: BackupPlan, occasion: string): Promise<void> {
  const { settings, log, nowMs } = plan
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 })
  const startedMs = performance.now()
  const file = join(settings.folder, `desk-${new Date(nowMs()).toISOString().replaceAll(':', '-')}${occasion}.zip`)
  const made = await makeBackup({ ...plan, file, passphrase: settings.passphrase })
  for (const old of backupsIn(settings.folder).slice(settings.kept)) rmSync(old.path, { force: true })
  const tookMs = Math.round(performance.now() - startedMs)
  log.info({ file, bytes: made.bytes, tookMs }, 'The desk is backed up')
  if (made.missing.length > 0) log.warn({ documents: made.missing }, 'Documents without bytes are not in the backup')
}

/** Backs up a database that this version is about to change; an empty one, or one that is up to date, is left. */
export async function backUpBeforeMigrations(plan: BackupPlan): Promise<void> {
  const applied = await withOwner(plan.url, 'desk backup', appliedMigrations)
  const [next] = pendingMigrations(applied)
  if (applied.length > 0 && next !== undefined) await backUp(plan, `-before-${next}`)
}

export interface RunningBackups {
  /** Seconds since the newest backup of the folder was complete; null: there is none. */
  ageSeconds(): number | null
  stop(): Promise<void>
}

/** Backs up whenever the newest backup is older than the setting says; one process at a time. */
export function startBackups(database: DeskDatabase, plan: BackupPlan): RunningBackups {
  const { settings, nowMs, log } = plan
  // health never waits for the disk of the backups
  let newestAtMs: number | null = null
  const isDue = (): boolean => {
    newestAtMs = newestBackupAtMs(settings)
    return newestAtMs === null || nowMs() - newestAtMs >= settings.everyHours * HOUR_MS
  }
  const stop = repeat(
    'backup',
    LOOK_MS,
    async () => {
      if (!isDue()) return
      await database.withAdvisoryLock('backup', async () => {
        if (isDue()) await backUp(plan, '')
        isDue()
      })
    },
    log,
  )
  return {
    ageSeconds: () => (newestAtMs === null ? null : Math.max(0, Math.round((nowMs() - newestAtMs) / 1_000))),
    stop,
  }
}
