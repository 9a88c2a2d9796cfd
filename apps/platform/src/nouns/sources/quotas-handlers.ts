import type { Caller } from '@desk/api/authorization'
import type { FlatQualsQuotas, QualsQuotas, QualsQuotasInput } from '@desk/schema/sources/quals-quotas'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import type { Outcome } from '#kernel/edits/outcome'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { findQuotas } from '#statuses/find-quotas.store'
import { flatDetail, nested, quotasInView, replaceQuotas } from './save-quotas.ts'
import { flattened } from './source-quotas.store.ts'

/** Qualifications and quotas of sources. */
export const sourceQuotaHandlers = handlersOf(
  'sourceQuotas',
  Effect.gen(function* () {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    /** Qualifications and nested quotas of a source (api:T3). */
    const read = Effect.fn('SourceQuotas.read')(function* (caller: Caller, sourceId: number) {
      const found = yield* database.readAsAccount(caller.accountId, tx => findQuotas(tx, caller.accountId, sourceId))
      return quotasInView(yield* orNotFound(found), caller.view)
    })

    return {
      /** The same, flat (api:T1). */
      readFlat: ({ query: { stmid: sourceId } }, caller) => Effect.map(read(caller, sourceId), flattened),
      /** Replaces them by flat quotas (api:T2). */
      replaceFlat: Effect.fn('SourceQuotas.replaceFlat')(function* ({ payload: input }, caller) {
        const at = yield* now
        return yield* actFor(
          database,
          caller,
          { key: caller.idempotencyKey, request: ['flat quotas', JSON.stringify(input)], at },
          async (tx): Promise<Outcome<FlatQualsQuotas>> => {
            const outcome = await inView(tx, caller, nested(input), at)
            if (outcome.kind === 'done') return { kind: 'done', answer: flattened(outcome.answer) }
            if (outcome.kind === 'faulty') return { kind: 'faulty', details: outcome.details.map(flatDetail) }
            return outcome.kind === 'refused' ? { ...outcome, current: flattened(outcome.current) } : outcome
          },
        )
      }),
      read: ({ query }, caller) => read(caller, query.stmid),
      /** Replaces them (api:T4). */
      replace: Effect.fn('SourceQuotas.replace')(function* ({ payload: input }, caller) {
        const at = yield* now
        return yield* actFor(
          database,
          caller,
          { key: caller.idempotencyKey, request: ['quotas', JSON.stringify(input)], at },
          tx => inView(tx, caller, input, at),
        )
      }),
    }
  }),
)

async function inView(tx: Tx, caller: Caller, input: QualsQuotasInput, at: Date): Promise<Outcome<QualsQuotas>> {
  const outcome = await replaceQuotas(tx, caller, input, at)
  if (outcome.kind === 'done') return { kind: 'done', answer: quotasInView(outcome.answer, caller.view) }
  return outcome.kind === 'refused' ? { ...outcome, current: quotasInView(outcome.current, caller.view) } : outcome
}
