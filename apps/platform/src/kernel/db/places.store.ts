import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrMakeSecret } from '../config/secret-file.ts'
import type { DeskDatabase } from './desk-database.ts'
import { withOwner } from './with-owner.ts'

/** Another platform of this database stores documents or mails elsewhere; the message says what to do. */
export class OtherPlace extends Error {
  override readonly name = 'OtherPlace'
}

interface FilesOf {
  readonly dataDir: string
  readonly documentsS3: object | null
  readonly smtpUrl: string | undefined
}

/** Names the place of documents and mails: 'shared' with S3 and SMTP, else the id in DATA_DIR/folder-id. */
export function placeOf({ dataDir, documentsS3, smtpUrl }: FilesOf): string {
  if (documentsS3 !== null && smtpUrl !== undefined) return 'shared'
  return readOrMakeSecret(join(dataDir, 'folder-id'), () => randomBytes(8).toString('hex'))
}

/**
 * Shows this platform's place by its listening connection, and refuses to run beside a platform that was there first and has
 * another one: it would find no document of this one, and this one none of its.
 * @throws OtherPlace
 */
export async function requireOnePlace(database: DeskDatabase, url: string, place: string): Promise<void> {
  // each shows itself before it looks, so that of two that start at once the later one sees the earlier
  await database.listen('desk_place', () => {})
  const others = await withOwner(url, 'desk place', async owner => {
    const { rowCount } = await owner.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name like 'desk listener _%' and application_name <> $1
         and (backend_start, pid) < (
           select backend_start, pid from pg_stat_activity
           where datname = current_database() and application_name = $1
           order by backend_start, pid limit 1)`,
      [`desk listener ${place}`],
    )
    return rowCount ?? 0
  })
  if (others > 0)
    throw new OtherPlace(
      'Another platform runs on this database, and its documents and mails are elsewhere. Set DOCUMENTS_S3_URL and SMTP_URL on every platform, or give all of them one DATA_DIR.',
    )
}
