import type { Caller } from '@desk/api/authorization'
import { Conflict } from '@desk/api/errors'
import { Effect, type Schema } from 'effect'
import { query, type Database } from '../db/database.ts'
import { UniqueViolation } from '../db/errors.ts'
import type { Tx } from '../db/tx.ts'
import { actOnce, type Once } from '../idempotency/act-once.ts'
import { inTurn } from '../idempotency/in-turn.ts'
import { HTTP_STATUS, settled, type Outcome } from './outcome.ts'

/** A request that changes something, and the key under which it acts once. */
export interface Asked {
  /** The Idempotency-Key, if one came. */
  readonly key: string | undefined
  /** What is asked for, in a fixed order: the same key with anything else is refused. */
  readonly request: readonly (string | number | null)[]
  readonly at: Date
}

/**
 * Acts for a caller in one transaction under the caller's account. With a key, however often and in parallel it is sent, it acts
 * once and answers the same. What the present state refuses is kept as well, with what the act had to save before it; faults and what
 * is missing leave nothing, not even the key: they are mended and sent again. Of two who store the same name at once the later one is
 * judged again, by what the first has stored.
 */
export const actFor = Effect.fn(function* <Answer, Current extends Schema.Json>(
  database: Database['Service'],
  caller: Caller,
  { key, request, at }: Asked,
  act: (tx: Tx) => Promise<Outcome<Answer, Current>>,
) {
  const { accountId, user } = caller
  const once = (tx: Tx): Promise<Once<Outcome<Answer, Current>>> =>
    key === undefined
      ? act(tx).then(answer => ({ kind: 'answer', answer }))
      : actOnce(tx, { accountId, userId: user.uid, at, key, request }, async () => {
          const answer = await act(tx)
          return { httpStatus: HTTP_STATUS[answer.kind], answer }
        })
  const acted = database.asAccount(
    accountId,
    tx =>
      Effect.gen(function* () {
        const asked = yield* query(() => once(tx))
        if (asked.kind === 'reused')
          return yield* new Conflict({
            message: 'This Idempotency-Key was sent with another request before.',
            reason: 'idempotency_key_reused',
            current: null,
          })
        // a failure undoes all of it, the key too
        return asked.answer.kind === 'refused'
          ? asked.answer
          : { kind: 'done' as const, answer: yield* settled(asked.answer) }
      }),
    { idempotent: true },
  )
  const judgedAgain = Effect.retry(acted, { times: 1, while: error => error instanceof UniqueViolation })
  const kept = yield* key === undefined ? judgedAgain : inTurn(JSON.stringify([accountId, user.uid, key]), judgedAgain)
  return yield* settled(kept)
})
