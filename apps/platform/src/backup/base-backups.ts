import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { repeat } from '#kernel/background/repeat'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { startEmbedded, type EmbeddedServer } from '#kernel/db/embedded'
import { clusterDir, passwordFile } from '#kernel/db/embedded/cluster'
import { walFolder } from '#kernel/db/embedded/wal-archive'
import type { Log } from '#kernel/db/log'
import { withOwner } from '#kernel/db/with-owner'
import { BackupRefused } from './backup-refused.ts'

const HOUR_MS = 3_600_000
const LOOK_MS = 60_000
const NAME = /^base-(.+)$/
/** Of a server that runs, and of its log, which the archive has. */
const NOT_COPIED: ReadonlySet<string> = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'pg_stat_tmp'])
const FIRST_PART = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/
/** A part of the log is named by its timeline and, behind that, its place. */
const placeOf = (part: string): string => part.slice(8, 24)

interface BaseBackup {
  readonly folder: string
  readonly atMs: number
}

/** The base backups of an archive, newest first. */
function basesIn(archive: string): readonly BaseBackup[] {
  mkdirSync(archive, { recursive: true })
  return readdirSync(archive)
    .flatMap(name => {
      const atMs = Date.parse((NAME.exec(name)?.[1] ?? '').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
      return Number.isNaN(atMs) ? [] : [{ folder: join(archive, name), atMs }]
    })
    .toSorted((one, other) => other.atMs - one.atMs)
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
}

/** Copies files that a server goes on changing; the log repairs them. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (NOT_COPIED.has(entry.name)) {
      if (entry.name === 'pg_wal') await mkdir(target, { mode: 0o700 })
    } else if (entry.isDirectory()) await copyFolder(source, target)
    else
      await copyDurably(source, target).catch((error: NodeJS.ErrnoException) => {
        // it was dropped in between, and the log says so
        if (error.code !== 'ENOENT') throw error
      })
  }
}

interface BaseOptions {
  readonly url: string
  readonly dataDir: string
  readonly archive: string
  readonly nowMs: () => number
}

/** Copies the files of the embedded database while it writes. @returns the folder of the copy */
export async function makeBaseBackup({ url, dataDir, archive, nowMs }: BaseOptions): Promise<string> {
  const draft = join(archive, 'draft')
  rmSync(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await withOwner(url, 'desk base backup', async owner => {
    await owner.query(`select pg_backup_start('desk', true)`)
    await copyFolder(clusterDir(dataDir), clusterDir(draft))
    // waits until the archive has the parts of the log that the copy needs
    const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
    await writeFile(join(clusterDir(draft), 'backup_label'), rows[0]?.labelfile ?? '', { flush: true })
  })
  await copyDurably(passwordFile(dataDir), passwordFile(draft))
  const folder = join(archive, `base-${new Date(nowMs()).toISOString().replaceAll(':', '-')}`)
  renameSync(draft, folder)
  return folder
}

/** Removes the copies beyond the number that stays, and the parts of the log that only they needed. */
export function pruneArchive(archive: string, kept: number): void {
  const bases = basesIn(archive)
  for (const { folder } of bases.slice(kept)) rmSync(folder, { recursive: true, force: true })
  const oldest = bases.slice(0, kept).at(-1)
  if (oldest === undefined) return
  const label = readFileSync(join(clusterDir(oldest.folder), 'backup_label'), 'utf8')
  const first = FIRST_PART.exec(label)?.[1]
  if (first === undefined) return
  for (const part of readdirSync(walFolder(archive)))
    if (/^[0-9A-F]{24}/.test(part) && placeOf(part) < placeOf(first)) rmSync(join(walFolder(archive), part))
}

interface BasePlan extends BaseOptions {
  readonly everyHours: number
  readonly kept: number
  readonly log: Logger
}

/** Makes a base backup whenever the newest one is older than the setting says. @returns stops it */
export function startBaseBackups(database: DeskDatabase, plan: BasePlan): () => Promise<void> {
  const { archive, everyHours, kept, log, nowMs } = plan
  return repeat(
    'base backup',
    LOOK_MS,
    async () => {
      const [newest] = basesIn(archive)
      if (newest !== undefined && nowMs() - newest.atMs < everyHours * HOUR_MS) return
      await database.withAdvisoryLock('base backup', async () => {
        const startedMs = performance.now()
        const folder = await makeBaseBackup(plan)
        pruneArchive(archive, kept)
        log.info({ folder, tookMs: Math.round(performance.now() - startedMs) }, 'The database files are copied')
      })
    },
    log,
  )
}

/**
 * Brings an empty DATA_DIR to a moment: the newest copy before it, and the log up to it.
 * @returns the server, which runs; the caller stops it
 * @throws BackupRefused when DATA_DIR has a database, or the archive does not reach the moment
 */
export async function restoreUntil(archive: string, until: Date, dataDir: string, log: Log): Promise<EmbeddedServer> {
  const base = basesIn(archive).find(({ atMs }) => atMs <= until.getTime())
  if (base === undefined) throw new BackupRefused(`${archive} has no copy of the files from before that moment.`)
  if (existsSync(clusterDir(dataDir))) throw new BackupRefused(`${dataDir} has a database: name an empty folder.`)
  await mkdir(dataDir, { recursive: true })
  await copyFolder(clusterDir(base.folder), clusterDir(dataDir))
  await copyDurably(passwordFile(base.folder), passwordFile(dataDir))
  await writeFile(join(clusterDir(dataDir), 'recovery.signal'), '')
  try {
    return await startEmbedded({ dataDir, log, recovery: { archive, until } })
  } catch (error) {
    rmSync(clusterDir(dataDir), { recursive: true, force: true })
    rmSync(passwordFile(dataDir), { force: true })
    if (error instanceof Error && error.message.includes('recovery ended before configured recovery target'))
      throw new BackupRefused('The archive ends before that moment: name an earlier one.')
    throw error
  }
}
