import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import yazl from 'yazl'
import { BackupRefused } from './backup-refused.ts'

/** One file of an archive, as its manifest names it. */
export interface Part {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export type AddPart = (name: string, content: Readable) => Promise<Part>

const OWNER_ONLY = 0o600
/** Everything is compressed but slightly: the processor is the respondents'. */
const COMPRESSION = { compress: true, compressionLevel: 1 } as const

/** Passes bytes on; `part` is known once they have ended. */
function hashing(name: string): { readonly through: Transform; readonly part: () => Part } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, part: () => ({ name, bytes, sha256: hash.digest('hex') }) }
}

/**
 * Writes a zip, whole or not at all: until it is complete it lies beside its place, as `<file>.part`.
 * @param fill adds the parts, one after the other
 */
export async function writeArchive(file: string, fill: (add: AddPart) => Promise<void>): Promise<void> {
  const draft = `${file}.part`
  const zip = new yazl.ZipFile()
  // the library's stream is Node's own, though its type names less of it
  const output = zip.outputStream as Readable
  zip.once('error', (error: Error) => output.destroy(error))
  const written = pipeline(output, createWriteStream(draft, { mode: OWNER_ONLY, flush: true }))
  const failed = written.then(() => new Promise<never>(() => {}))
  failed.catch(() => {}) // each part, and the end, tells
  try {
    await fill(async (name, content) => {
      const { through, part } = hashing(name)
      const isRead = once(through, 'end')
      zip.addReadStream(through, name, COMPRESSION)
      await Promise.race([failed, Promise.all([pipeline(content, through), isRead])])
      return part()
    })
    zip.end()
    await written
    await rename(draft, file)
  } catch (error) {
    output.destroy()
    await written.catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

/** An archive that is whole by its directory. */
export interface Archive {
  read(name: string): Promise<Readable>
  /** @throws BackupRefused when the part is missing or is not as the manifest says */
  verify(part: Part): Promise<void>
  close(): void
}

/** @throws BackupRefused when the file is no archive, or was cut off */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) => {
      if (error) reject(new BackupRefused(`${file} is no whole backup: ${error.message}`))
      else resolve(opened)
    })
  })
  const entries = await listEntries(zip, file)
  const read = async (name: string): Promise<Readable> => {
    const entry = entries.get(name)
    if (entry === undefined) throw new BackupRefused(`${file} lacks ${name}`)
    return new Promise((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
  }
  return {
    read,
    async verify(wanted) {
      const { through, part } = hashing(wanted.name)
      through.resume()
      const fault = await pipeline(await read(wanted.name), through).catch((error: Error) => error)
      if (fault instanceof Error || part().sha256 !== wanted.sha256)
        throw new BackupRefused(`${file} is damaged: ${wanted.name} is not as it was written`)
    },
    close: () => zip.close(),
  }
}

function listEntries(zip: ZipFile, file: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (error: Error) => reject(new BackupRefused(`${file} is no whole backup: ${error.message}`)))
    zip.readEntry()
  })
}
