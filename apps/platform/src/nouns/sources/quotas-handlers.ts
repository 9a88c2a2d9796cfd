import type { Caller } from '@desk/api/authorization'
import {
  isNested,
  type FlatQualsQuotas,
  type QualsQuotas,
  type QualsQuotasInput,
} from '@desk/schema/sources/quals-quotas'
import { Effect } from 'effect'
import { demand } from '#identity/accounts/access'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
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

    /** Qualifications and nested quotas of a source (api:T3). */
    const read = Effect.fn('SourceQuotas.read')(function* (caller: Caller, sourceId: number) {
      const found = yield* database.readAsAccount(caller.accountId, tx => findQuotas(tx, caller.accountId, sourceId))
      return quotasInView(yield* orNotFound(found), caller.view)
    })

    return {
      /** The same, flat (api:T1). */
      readFlat: ({ query: { stmid: sourceId } }, caller) => Effect.map(read(caller, sourceId), flattened),
      /** Replaces them by flat quotas (api:T2). */
      replaceFlat: ({ payload: input }, caller) =>
        actFor(database, caller, ['flat quotas', input], async (tx, actor): Promise<Outcome<FlatQualsQuotas>> => {
          const outcome = await inView(tx, actor, nested(input))
          if (outcome.kind === 'done') return { kind: 'done', answer: flattened(outcome.answer) }
          if (outcome.kind === 'faulty') return { kind: 'faulty', details: outcome.details.map(flatDetail) }
          return outcome.kind === 'refused' ? { ...outcome, current: flattened(outcome.current) } : outcome
        }),
      read: ({ query }, caller) => read(caller, query.stmid),
      /** Replaces them (api:T4). */
      replace: Effect.fn('SourceQuotas.replace')(function* ({ payload: input }, caller) {
        if (isNested(input.quota_groups)) yield* demand(caller, 'nest quotas')
        return yield* actFor(database, caller, ['quotas', input], (tx, actor) => inView(tx, actor, input))
      }),
    }
  }),
)

async function inView(tx: Tx, actor: Actor, input: QualsQuotasInput): Promise<Outcome<QualsQuotas>> {
  const outcome = await replaceQuotas(tx, actor, input)
  if (outcome.kind === 'done') return { kind: 'done', answer: quotasInView(outcome.answer, actor.view) }
  return outcome.kind === 'refused' ? { ...outcome, current: quotasInView(outcome.current, actor.view) } : outcome
}
