import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskFault, type DocumentBytes, type FileRef } from './document-bytes.ts'

/** Documents as files in a folder, one folder an account. A file appears there complete, by a rename on the same disk. */
export function filesOnDisk(folder: string): DocumentBytes {
  const pathOf = ({ accountId, fileId }: FileRef): string => join(folder, String(accountId), fileId)
  return {
    async put(file, path) {
      try {
        const target = pathOf(file)
        await mkdir(dirname(target), { recursive: true })
        await flush(path)
        await rename(path, target)
        await flush(dirname(target))
      } catch (error) {
        throw diskFault('The file could not be stored', error)
      }
    },
    async open(file) {
      try {
        const handle = await open(pathOf(file), 'r')
        return handle.createReadStream()
      } catch (error) {
        throw diskFault('The file could not be opened', error)
      }
    },
    async remove(file) {
      try {
        await rm(pathOf(file), { force: true })
      } catch (error) {
        throw diskFault('The file could not be removed', error)
      }
    },
    link: async () => null,
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
