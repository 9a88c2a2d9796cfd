import { Effect } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { ReadableStream } from 'node:stream/web'
import { STREAMED_HEADER } from '../http/contract-adapter.ts'
import { attachment } from '../files/file-names.ts'
import type { StreamedFile } from './file-column.ts'
import { neverSilent } from './never-silent.ts'

/** Gives a file to be saved, while it is made: its length is not known before its end. */
export const giveFile = Effect.fn('Downloads.giveFile')(function* ({
  name,
  mediaType,
  bytes,
  blank,
  stop,
}: StreamedFile) {
  const { method } = yield* HttpServerRequest.HttpServerRequest
  const headers = {
    'content-type': mediaType,
    'content-disposition': attachment(name),
    'x-content-type-options': 'nosniff',
  }
  if (method === 'HEAD') {
    // no one reads its body
    stop()
    return HttpServerResponse.empty({ status: 200, headers })
  }
  const parts = neverSilent(bytes, { blank })
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done === true) return controller.close()
        controller.enqueue(value)
      },
      async cancel() {
        // before the next part, which may be long in coming
        stop()
        await parts.return()
      },
    },
    { highWaterMark: 0 },
  )
  return HttpServerResponse.raw(body, { headers: { ...headers, [STREAMED_HEADER]: '1' } })
})
