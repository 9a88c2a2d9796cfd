import { HttpServerResponse } from 'effect/http'
import { Readable } from 'node:stream'
import { STREAMED_HEADER } from '#kernel/http/contract-adapter'
import { attachment } from '#nouns/documents/file-names'
import type { ReportFile } from './report-file.ts'

/** Gives a report's file to be saved, while it is made: its length is not known before its end. */
export function giveReportFile({ name, mediaType, bytes, stop }: ReportFile): HttpServerResponse.HttpServerResponse {
  const body = Readable.from(bytes)
  // also one of which nothing was read
  body.once('close', stop)
  return HttpServerResponse.raw(Readable.toWeb(body), {
    headers: {
      'content-type': mediaType,
      'content-disposition': attachment(name),
      'x-content-type-options': 'nosniff',
      [STREAMED_HEADER]: '1',
    },
  })
}
