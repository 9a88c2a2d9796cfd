import type { Caller } from '@desk/api/authorization'
import { Conflict } from '@desk/api/errors'
import type { StatusScope } from '@desk/schema/statuses/status'
import type { StatusChangeRequest, StatusOptions } from '@desk/schema/statuses/status-view'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandDesk, orNotFound } from '../accounts/access.ts'
import { Database } from '../db/database.ts'
import { actOnce, type Once } from '../idempotency/act-once.ts'
import { pageOf, type PageQuery } from '../lists/page.ts'
import { changeStatus, type Outcome } from './change-status.ts'
import { allowedOf, statusView } from './status-row.ts'
import { findEffects, findStatus, listEvents } from './statuses.store.ts'

const HTTP_STATUS: Readonly<Record<Outcome['kind'], number>> = { done: 200, refused: 409, missing: 404 }

const make = Effect.gen(function* () {
  const database = yield* Database
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** Changes a status (api:P9). With a key, however often it is sent, it acts once and answers the same. */
  const change = Effect.fn('Statuses.change')(function* (caller: Caller, request: StatusChangeRequest, idempotencyKey: string | undefined) {
    yield* demandDesk(caller)
    const asker = { accountId: caller.accountId, userId: caller.user.uid, at: yield* now }
    const once = yield* database.asAccount(
      caller.accountId,
      async (tx): Promise<Once<Outcome>> => {
        if (idempotencyKey === undefined) return { kind: 'answer', answer: await changeStatus(tx, asker, request) }
        const { scope, id, statusid, version, note, command_id } = request
        const asked = ['status', scope, id, statusid, version, note ?? null, command_id ?? null]
        return actOnce(tx, { ...asker, key: idempotencyKey, request: asked }, async () => {
          const answer = await changeStatus(tx, asker, request)
          return { httpStatus: HTTP_STATUS[answer.kind], answer }
        })
      },
      { idempotent: true },
    )
    if (once.kind === 'reused') {
      return yield* new Conflict({ message: 'This Idempotency-Key was sent with another request before.', reason: 'idempotency_key_reused', current: null })
    }
    const outcome = once.answer
    switch (outcome.kind) {
      case 'done':
        return outcome.answer
      case 'refused':
        return yield* new Conflict({ message: outcome.message, reason: outcome.reason, current: outcome.current })
      case 'missing':
        return yield* orNotFound<never>(undefined)
    }
  })

  /** What the status menu and its dialog show. People in progress are a column that the plain external view has not. */
  const options = Effect.fn('Statuses.options')(function* (caller: Caller, scope: StatusScope, id: number) {
    yield* demandDesk(caller)
    const at = yield* now
    const found = yield* database.readAsAccount(caller.accountId, async tx => {
      const row = await findStatus(tx, caller.accountId, scope, id)
      return row && { row, effects: await findEffects(tx, caller.accountId, scope, row) }
    })
    const { row, effects } = yield* orNotFound(found)
    const { inflight, ...stopping } = effects
    return {
      scope,
      id,
      name: row.name,
      status: statusView(row),
      allowed: allowedOf(scope, row, at),
      effects: caller.view === 'internal' ? { inflight, ...stopping } : stopping,
    } satisfies StatusOptions
  })

  /** Who changed the status, when and why, newest first. */
  const history = Effect.fn('Statuses.history')(function* (caller: Caller, scope: StatusScope, id: number, page: PageQuery) {
    yield* demandDesk(caller)
    const events = yield* database.readAsAccount(caller.accountId, async tx => {
      const row = await findStatus(tx, caller.accountId, scope, id)
      return row && listEvents(tx, caller.accountId, scope, row, pageOf(page))
    })
    return yield* orNotFound(events)
  })

  return { change, options, history }
})

/** Statuses of projects, surveys and sources (§4.1–4.3, domain.md §2). */
export class Statuses extends Context.Service<Statuses, Effect.Success<typeof make>>()('@desk/platform/Statuses') {
  static readonly layer = Layer.effect(Statuses, make)
}
