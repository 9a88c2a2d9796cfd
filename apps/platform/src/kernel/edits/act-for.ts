import { Conflict } from '@desk/api/errors'
import { Clock, Effect, type Schema } from 'effect'
import { query, type Database } from '../db/database.ts'
import { UniqueViolation } from '../db/errors.ts'
import type { Tx } from '../db/tx.ts'
import type { Calling } from '../http/requester.ts'
import { actOnce, type Once } from '../idempotency/act-once.ts'
import { inTurn } from '../idempotency/in-turn.ts'
import type { Actor } from './edit.ts'
import { HTTP_STATUS, settled, type Outcome } from './outcome.ts'

/** The request's content, in a fixed order: an Idempotency-Key is for this alone. */
export type Asked = readonly [what: string, ...of: unknown[]]

/**
 * Acts for a caller, now, in one transaction under the caller's account. Under an Idempotency-Key, however often and
 * in parallel it is sent, it acts once and answers the same. A refusal by the present state is stored as well, with
 * the act's earlier writes. Faults and missing objects leave nothing, not even the key: the caller mends them and
 * sends again. Of two calls that store the same name at once the later one is judged again, by the state that the
 * first stored.
 * @param role `system` for objects that belong to no account alone, such as users
 * @param timeoutMs the longest time of one statement, where that of the database is too short
 */
export const actFor = Effect.fn(function* <Answer, Current extends Schema.Json>(
  database: Database['Service'],
  caller: Calling,
  asked: Asked,
  act: (tx: Tx, actor: Actor) => Promise<Outcome<Answer, Current>>,
  role: 'account' | 'system' = 'account',
  timeoutMs?: number,
) {
  const { accountId, user, idempotencyKey: key } = caller
  const actor: Actor = { ...caller, at: new Date(yield* Clock.currentTimeMillis) }
  const once = (tx: Tx): Promise<Once<Outcome<Answer, Current>>> =>
    key === undefined
      ? act(tx, actor).then(answer => ({ kind: 'answer', answer }))
      : actOnce(tx, { accountId, userId: user.uid, at: actor.at, key, request: asked }, async () => {
          const answer = await act(tx, actor)
          return { httpStatus: HTTP_STATUS[answer.kind], answer }
        })
  const inScope = (tx: Tx) =>
    Effect.gen(function* () {
      const acted = yield* query(() => once(tx))
      if (acted.kind === 'reused')
        return yield* new Conflict({
          message: 'This Idempotency-Key was sent with another request before.',
          reason: 'idempotency_key_reused',
          current: null,
        })
      // a failure undoes all of it, the key too
      return acted.answer.kind === 'refused'
        ? acted.answer
        : { kind: 'done' as const, answer: yield* settled(acted.answer) }
    })
  const options = { idempotent: true, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  const inOneTransaction =
    role === 'system' ? database.asSystem(inScope, options) : database.asAccount(accountId, inScope, options)
  const judgedAgain = Effect.retry(inOneTransaction, { times: 1, while: error => error instanceof UniqueViolation })
  const kept = yield* key === undefined ? judgedAgain : inTurn(JSON.stringify([accountId, user.uid, key]), judgedAgain)
  return yield* settled(kept)
})
