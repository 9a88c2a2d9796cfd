import type { Caller } from '@desk/api/authorization'
import type {
  FlatQualsQuotas,
  FlatQualsQuotasInput,
  QualsQuotas,
  QualsQuotasInput,
} from '@desk/schema/sources/quals-quotas'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandDesk } from '#identity/accounts/access'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import type { Outcome } from '#kernel/edits/outcome'
import { orNotFound } from '#kernel/http/or-not-found'
import { findQuotas } from '#statuses/find-quotas.store'
import { flatDetail, nested, quotasInView, replaceQuotas } from './save-quotas.ts'
import { flattened } from './source-quotas.store.ts'

const make = Effect.gen(function* () {
  const database = yield* Database
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** Qualifications and nested quotas of a source (api:T3). */
  const read = Effect.fn('SourceQuotas.read')(function* (caller: Caller, sourceId: number) {
    yield* demandDesk(caller)
    const found = yield* database.readAsAccount(caller.accountId, tx => findQuotas(tx, caller.accountId, sourceId))
    return quotasInView(yield* orNotFound(found), caller.view)
  })

  /** The same, flat (api:T1). */
  const readFlat = (caller: Caller, sourceId: number) => Effect.map(read(caller, sourceId), flattened)

  /** Replaces them (api:T4). */
  const replace = Effect.fn('SourceQuotas.replace')(function* (
    caller: Caller,
    input: QualsQuotasInput,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['quotas', JSON.stringify(input)], at }, tx =>
      inView(tx, caller, input, at),
    )
  })

  /** Replaces them by flat quotas (api:T2). */
  const replaceFlat = Effect.fn('SourceQuotas.replaceFlat')(function* (
    caller: Caller,
    input: FlatQualsQuotasInput,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(
      database,
      caller,
      { key, request: ['flat quotas', JSON.stringify(input)], at },
      async (tx): Promise<Outcome<FlatQualsQuotas>> => {
        const outcome = await inView(tx, caller, nested(input), at)
        if (outcome.kind === 'done') return { kind: 'done', answer: flattened(outcome.answer) }
        if (outcome.kind === 'faulty') return { kind: 'faulty', details: outcome.details.map(flatDetail) }
        return outcome.kind === 'refused' ? { ...outcome, current: flattened(outcome.current) } : outcome
      },
    )
  })

  return { read, readFlat, replace, replaceFlat }
})

async function inView(tx: Tx, caller: Caller, input: QualsQuotasInput, at: Date): Promise<Outcome<QualsQuotas>> {
  const outcome = await replaceQuotas(tx, caller, input, at)
  if (outcome.kind === 'done') return { kind: 'done', answer: quotasInView(outcome.answer, caller.view) }
  return outcome.kind === 'refused' ? { ...outcome, current: quotasInView(outcome.current, caller.view) } : outcome
}

/** Qualifications and quotas of sources. */
export class SourceQuotas extends Context.Service<SourceQuotas, Effect.Success<typeof make>>()(
  '@desk/platform/SourceQuotas',
) {
  static readonly layer = Layer.effect(SourceQuotas, make)
}
