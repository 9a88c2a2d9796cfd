import { HttpServerResponse } from 'effect/http'
import { Readable } from 'node:stream'
import yazl from 'yazl'
import { STREAMED_HEADER } from '#kernel/http/contract-adapter'
import type { DocumentBytes } from './bytes/document-bytes.ts'
import type { StoredFile } from './documents.store.ts'
import { servedType } from './file-kind.ts'
import { attachment, distinctNames } from '#kernel/files/file-names'

/** Gives one file to be saved, never to be shown within a page. */
export async function giveFile(bytes: DocumentBytes, file: StoredFile): Promise<HttpServerResponse.HttpServerResponse> {
  const stream = await bytes.open(file)
  return streamed(stream, { name: file.name, type: servedType(file.mediaType), sizeBytes: file.sizeBytes })
}

/**
 * Gives files as a zip that is made while it is sent, one file open at a time. They are stored as they are: most kinds are compressed
 * already, the length of the zip is known before, and the desk's processor is the respondents'.
 */
export async function giveZip(
  bytes: DocumentBytes,
  files: readonly StoredFile[],
  name: string,
): Promise<HttpServerResponse.HttpServerResponse> {
  const [head] = files
  // a store that is away is known before the answer begins
  const first = head === undefined ? null : await bytes.open(head)
  let present: Readable | null = first
  const zip = new yazl.ZipFile()
  // the library's stream is Node's own, though its type names less of it
  const output = zip.outputStream as Readable
  zip.on('error', error => output.destroy(error))
  output.once('close', () => present?.destroy())
  const names = distinctNames(files.map(file => file.name))
  files.forEach((file, at) => {
    const options = { size: file.sizeBytes, compress: false, mtime: file.at }
    zip.addReadStreamLazy(names[at] ?? 'file', options, given => {
      Promise.resolve(at === 0 && first !== null ? first : bytes.open(file)).then(
        stream => {
          present = stream
          stream.once('error', error => output.destroy(error))
          if (output.destroyed) stream.destroy()
          else given(null, stream)
        },
        (error: Error) => given(error, Readable.from([])),
      )
    })
  })
  const sizeBytes = await new Promise<number>(resolve =>
    zip.end({ forceZip64Format: false, comment: '' }, (size?: number) => resolve(size ?? 0)),
  )
  return streamed(output, { name, type: 'application/zip', sizeBytes })
}

function streamed(
  stream: Readable,
  { name, type, sizeBytes }: { readonly name: string; readonly type: string; readonly sizeBytes: number },
): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.raw(Readable.toWeb(stream), {
    headers: {
      'content-type': type,
      'content-length': String(sizeBytes),
      'content-disposition': attachment(name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      [STREAMED_HEADER]: '1',
    },
  })
}
