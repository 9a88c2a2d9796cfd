import { Effect, Queue, Stream, type Cause } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { STREAMED_HEADER } from '#kernel/http/contract-adapter'

const SILENCE_MS = 5_000
const encoder = new TextEncoder()
const line = (value: unknown): Uint8Array => encoder.encode(`${JSON.stringify(value)}\n`)

/**
 * An answer in lines of JSON while it is made: its progress first, then the answer itself. When the client goes, the
 * work is interrupted; a fault ends the connection, so that no client takes it for the whole.
 * @param waiting the line of a silence
 */
export const inLines = <Progress, Answer, E>(
  work: (tell: (progress: Progress) => void) => Effect.Effect<Answer, E>,
  waiting: Progress,
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.callback<Uint8Array, E>((queue: Queue.Queue<Uint8Array, E | Cause.Done>) => {
      const tell = (progress: Progress): void => void Queue.offerUnsafe(queue, line(progress))
      tell(waiting)
      return Effect.sleep(SILENCE_MS).pipe(
        Effect.andThen(Effect.sync(() => tell(waiting))),
        Effect.forever,
        Effect.forkScoped,
        Effect.andThen(work(tell)),
        Effect.tap(answer => Effect.sync(() => void Queue.offerUnsafe(queue, line(answer)))),
        Effect.andThen(Queue.end(queue)),
      )
    }),
    { contentType: 'application/x-ndjson', headers: { [STREAMED_HEADER]: '1' } },
  )
