import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { edit } from '#kernel/edits/edit'
import { handlersOf } from '#kernel/http/contract-handlers'
import * as store from './platform.store.ts'

export const platformHandlers = handlersOf(
  'platform',
  Effect.gen(function* () {
    const database = yield* Database
    return { read: () => database.readAsSystem(store.findPlatform) }
  }),
)

/** The names and links of the installation (api:M13): all of them are stored together. */
export const platformSettingsHandlers = handlersOf(
  'platformSettings',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      change: ({ payload: { version, ...settings } }, caller) =>
        Effect.catchTag(
          actFor(
            database,
            caller,
            ['platform.change', version, settings],
            (tx, actor) =>
              edit(tx, actor, {
                scope: 'platform',
                id: store.PLATFORM_ID,
                lock: () => store.lockPlatform(tx),
                judge: stored => ({ before: stored.settings, after: settings }),
                version: stored => ({ seen: version, stored: stored.version }),
                write: after => store.updatePlatform(tx, after),
                changed: stored => ({ before: stored.settings ?? {}, after: settings }),
                read: () => store.findPlatform(tx),
              }),
            'system',
          ),
          'NotFound',
          Effect.die,
        ),
    }
  }),
)
