import { join } from 'node:path'
import type { DocumentSettings } from '#kernel/config/platform-config'
import type { DocumentBytes } from './document-bytes.ts'
import { filesInS3 } from './files-in-s3.ts'
import { filesOnDisk } from './files-on-disk.ts'

/** Opens the store of the documents, with the folder where uploads arrive. */
export function openBytes({ folder, s3 }: DocumentSettings): {
  readonly bytes: DocumentBytes
  readonly incoming: string
} {
  return { bytes: s3 === null ? filesOnDisk(folder) : filesInS3(s3), incoming: join(folder, 'incoming') }
}
