import type { Caller } from '@desk/api/authorization'
import { Context, Effect, Layer } from 'effect'
import { demandDesk, orNotFound } from '../accounts/access.ts'
import { Database } from '../db/database.ts'
import { hasStudy } from '../studies/studies.store.ts'

const TOPIC_OF_ONE = /^(?:hours:)?(project|survey):(\d{1,10})$/
const GREATEST_ID = 2_147_483_647

const make = Effect.gen(function* () {
  const database = yield* Database

  /** Says whether the caller may watch a topic, and in which view. */
  const may = Effect.fn('Watches.may')(function* (caller: Caller, topic: string) {
    yield* demandDesk(caller)
    if (topic !== 'projects') {
      const [, scope, digits] = TOPIC_OF_ONE.exec(topic) ?? []
      const id = Number(digits)
      const mine =
        (scope === 'project' || scope === 'survey') && id >= 1 && id <= GREATEST_ID
          ? yield* database.readAsAccount(caller.accountId, tx => hasStudy(tx, caller.accountId, scope, id))
          : false
      yield* orNotFound(mine || undefined)
    }
    return { topic, pm_dsh_ud: caller.accountId, session_id: caller.sessionId, uid: caller.user.uid, view: caller.view }
  })

  return { may }
})

/** Who may watch what (the gateway asks with the viewer's own token). */
export class Watches extends Context.Service<Watches, Effect.Success<typeof make>>()('@desk/platform/Watches') {
  static readonly layer = Layer.effect(Watches, make)
}
