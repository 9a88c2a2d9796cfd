import { Effect } from 'effect'
import { Database, query } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { demand } from '#identity/accounts/access'
import { OF_A_STUDY, verdictOn, watchedOf } from './watched.ts'
import { readWatched } from './watches.store.ts'

/** Who may watch what (the gateway asks with the viewer's own token). */
export const watchHandlers = handlersOf(
  'watches',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      may: Effect.fn('Watches.may')(function* ({ query: { topic } }, caller) {
        const watched = yield* orNotFound(watchedOf(topic))
        if (watched.scope !== 'account') yield* demand(caller, OF_A_STUDY)
        const [[found]] = yield* query(() => database.core.readAtOnce([readWatched(caller.accountId, watched)]))
        yield* orNotFound(found)
        return verdictOn(topic, caller)
      }),
    }
  }),
)
