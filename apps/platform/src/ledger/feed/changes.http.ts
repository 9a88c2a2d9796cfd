import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { plainJson } from '#kernel/http/plain-json'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { ChangeFeed } from './changes.service.ts'

/** GET /v1/changes, for the gateway. */
export const ChangesHttp = HttpApiBuilder.group(
  DeskApi,
  'changes',
  Effect.fn(function* (handlers) {
    const feed = yield* ChangeFeed
    return handlers.handleAll({
      read: ({ query }) => plainJson(dyingUnavailable(feed.read(query.after, query.wait ?? 0))),
    })
  }),
).pipe(Layer.provide(ChangeFeed.layer))
