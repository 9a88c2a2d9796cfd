import { Effect } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { Readable } from 'node:stream'
import { STREAMED_HEADER } from '../http/contract-adapter.ts'
import { attachment } from '../files/file-names.ts'
import type { StreamedFile } from './file-column.ts'

/** Gives a file to be saved, while it is made: its length is not known before its end. */
export const giveFile = Effect.fn('Downloads.giveFile')(function* ({ name, mediaType, bytes, stop }: StreamedFile) {
  const { method } = yield* HttpServerRequest.HttpServerRequest
  const headers = {
    'content-type': mediaType,
    'content-disposition': attachment(name),
    'x-content-type-options': 'nosniff',
  }
  if (method === 'HEAD') {
    // nobody reads its body
    stop()
    return HttpServerResponse.empty({ status: 200, headers })
  }
  const body = Readable.from(bytes)
  // also one of which nothing was read
  body.once('close', stop)
  return HttpServerResponse.raw(Readable.toWeb(body), { headers: { ...headers, [STREAMED_HEADER]: '1' } })
})
