import { Stream } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { STREAMED_HEADER } from '#kernel/http/contract-adapter'

/** A CSV file that is passed on while it is made. */
export const csvStream = (name: string, portions: AsyncIterable<Uint8Array>) =>
  HttpServerResponse.stream(
    Stream.fromAsyncIterable(portions, error => error),
    {
      contentType: 'text/csv; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="${name}"`, [STREAMED_HEADER]: '1' },
    },
  )
