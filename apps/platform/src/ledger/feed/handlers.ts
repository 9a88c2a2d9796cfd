import { Effect } from 'effect'
import { handlersOf } from '#kernel/http/contract-handlers'
import { plainJson } from '#kernel/http/plain-json'
import { ChangeFeed } from './change-feed.ts'

/** GET /v1/changes, for the gateway. */
export const changeHandlers = handlersOf(
  'changes',
  Effect.map(ChangeFeed, feed => ({
    read: ({ query: { after, wait = 0 } }) => plainJson(feed.read(after, wait)),
  })),
)
