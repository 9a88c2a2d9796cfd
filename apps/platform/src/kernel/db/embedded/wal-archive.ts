import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresFailed } from './embedded-errors.ts'

/** A moment that a database is brought to, from an archive of its log. */
export interface Recovery {
  readonly archive: string
  readonly until: Date
}

/** How often a part of the log is archived at least: what a lost machine may lose. */
const ARCHIVE_WITHIN_S = 60

/** The folder of the archive that holds the parts of the log. */
export function walFolder(archive: string): string {
  return join(archive, 'wal')
}

/** For the shell within a PostgreSQL command, where % begins a placeholder. */
function quoted(folder: string): string {
  if (folder.includes("'"))
    throw new EmbeddedPostgresFailed({
      problem: `WAL_ARCHIVE_DIR ${folder} has a quote in its name`,
      cure: 'Choose another folder',
    })
  return folder.replaceAll('%', '%%')
}

/** Makes the folder of the log's parts, which the server's own user writes. */
export function prepareArchive(archive: string, owner: { uid: number; gid: number } | undefined): void {
  const folder = walFolder(archive)
  mkdirSync(folder, { recursive: true })
  if (owner) chownSync(folder, owner.uid, owner.gid)
}

/** The server's settings that archive its log: a part is copied, brought to the disk and then named, and never replaced. */
export function archiveSettings(archive: string): Record<string, string> {
  const file = `'${quoted(walFolder(archive))}/%f'`
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: `${ARCHIVE_WITHIN_S}s`,
    archive_command: `if test -e ${file}; then cmp -s '%p' ${file}; else cp '%p' ${file}.new && sync ${file}.new && mv -n ${file}.new ${file}; fi`,
  }
}

/** The settings of a server that reads an archive up to a moment, and then takes writes. */
export function recoverySettings({ archive, until }: Recovery): Record<string, string> {
  return {
    restore_command: `cp '${quoted(walFolder(archive))}/%f' '%p'`,
    recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
  }
}
