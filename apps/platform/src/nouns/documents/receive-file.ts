import busboy from 'busboy'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { diskFault } from './bytes/document-bytes.ts'
import { HEAD_BYTES } from './file-kind.ts'

const FIELDS_MAX = 10
const FIELD_BYTES_MAX = 10_000

/** A form whose file lies complete on the disk. */
export interface ReceivedFile {
  readonly fields: Readonly<Record<string, string>>
  /** As the sender named it. */
  readonly filename: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly head: Buffer
}

export interface Receiving {
  readonly contentType: string
  /** Where the file is written. */
  readonly path: string
  readonly maxBytes: number
  /** Whether nothing more may be written to the disk. */
  readonly mustStop: () => boolean
}

/** The reader of the form does not go on, and its sender gets the reason. */
class NotTaken extends Error {}

/**
 * Reads a multipart form while it arrives and writes its one file to the disk, in constant memory.
 * @returns a sentence for the sender when it is not taken: too large, cut off, no file, more than one
 * @throws BytesAway when the disk does not take it
 */
export async function receiveFile(body: Readable, options: Receiving): Promise<ReceivedFile | string> {
  const { contentType, path, maxBytes, mustStop } = options
  let parser: busboy.Busboy
  try {
    parser = busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      preservePath: true,
      limits: { fields: FIELDS_MAX, files: 1, fieldSize: FIELD_BYTES_MAX, parts: FIELDS_MAX + 1 },
    })
  } catch {
    return 'Send the file as multipart/form-data.'
  }
  const fields: Record<string, string> = {}
  let fault: string | null = null
  let diskError: unknown = null
  let file: Promise<Omit<ReceivedFile, 'fields'> | null> | null = null
  const refuse = (sentence: string): void => {
    fault ??= sentence
    parser.destroy(new NotTaken(sentence))
  }
  parser.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) return refuse('A field of the form is too long.')
    if (Object.hasOwn(fields, name)) return refuse('The form has a field twice.')
    Object.defineProperty(fields, name, { value, enumerable: true })
  })
  parser.on('file', (name, stream, { filename }) => {
    if (name !== 'file') return refuse('The file of the form must be named file.')
    file = writeFile(stream, { path, maxBytes, mustStop, refuse }).then(
      written => ({ ...written, filename: filename ?? '' }),
      (error: unknown) => {
        if (!(error instanceof NotTaken) && fault === null && !body.destroyed) diskError = error
        parser.destroy(error instanceof Error ? error : new NotTaken())
        return null
      },
    )
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => refuse('The form has too many parts.'))
  let isCut = false
  try {
    await pipeline(body, parser)
  } catch {
    isCut = true
  }
  const written = await (file as Promise<Omit<ReceivedFile, 'fields'> | null> | null) // assigned in the listener, which the compiler cannot see
  if (fault !== null) return fault
  if (diskError !== null) throw diskFault('The upload could not be written', diskError)
  if (isCut) return 'The upload was cut off.'
  return written === null ? 'The form has no file.' : { ...written, fields }
}

interface Writing {
  readonly path: string
  readonly maxBytes: number
  readonly mustStop: () => boolean
  readonly refuse: (sentence: string) => void
}

async function writeFile(
  stream: Readable,
  { path, maxBytes, mustStop, refuse }: Writing,
): Promise<Omit<ReceivedFile, 'fields' | 'filename'>> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let [sizeBytes, headBytes] = [0, 0]
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) {
        refuse(`The file is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`)
        return done(new NotTaken())
      }
      if (mustStop()) return done(Object.assign(new Error('The disk is full'), { code: 'ENOSPC' }))
      hash.update(chunk)
      if (headBytes < HEAD_BYTES) {
        const piece = chunk.subarray(0, HEAD_BYTES - headBytes)
        head.push(Buffer.from(piece))
        headBytes += piece.length
      }
      done(null, chunk)
    },
  })
  await pipeline(stream, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { sizeBytes, sha256: hash.digest('hex'), head: Buffer.concat(head) }
}
