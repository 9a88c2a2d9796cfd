import { Conflict } from '@desk/api/errors'
import type { DisputeDecision } from '@desk/schema/disputes/dispute'
import { Clock, Effect } from 'effect'
import { Database, query } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import { HTTP_STATUS, settled } from '#kernel/edits/outcome'
import { handlersOf } from '#kernel/http/contract-handlers'
import type { Calling } from '#kernel/http/requester'
import { actOnce } from '#kernel/idempotency/act-once'
import { inTurn } from '#kernel/idempotency/in-turn'
import { pageOf } from '#kernel/lists/page'
import { Adjustments } from '#ledger/batches/adjustments.service'
import type { Adjust } from '#ledger/batches/ledger'
import { findWindow } from '../requests.store.ts'
import { RowsChanged } from '../store-request.ts'
import { decideDispute, RejectionChanged } from './decide-dispute.ts'
import { countDisputes, listDisputes } from './disputes.store.ts'
import { raiseDispute } from './raise-dispute.ts'

const STATEMENT_TIMEOUT_MS = 60_000

/** Disputes about rejected completes (settlement.md §2, docs/decisions/0067). */
export const disputeHandlers = handlersOf(
  'disputes',
  Effect.gen(function* () {
    const database = yield* Database
    const adjustments = yield* Adjustments

    /** Decides, once for an Idempotency-Key, in one transaction with the ledger. */
    const decide = Effect.fn('Disputes.decide')(function* (id: number, form: DisputeDecision, caller: Calling) {
      const { accountId, user, idempotencyKey: key } = caller
      const actor: Actor = { ...caller, at: new Date(yield* Clock.currentTimeMillis) }
      const act = async (tx: Tx, adjust: Adjust) => {
        if (key === undefined)
          return { kind: 'answer' as const, answer: await decideDispute(tx, actor, id, form, adjust) }
        const once = { accountId, userId: user.uid, at: actor.at, key, request: ['dispute.decide', id, form] }
        return actOnce(tx, once, async () => {
          const answer = await decideDispute(tx, actor, id, form, adjust)
          return { httpStatus: HTTP_STATUS[answer.kind], answer }
        })
      }
      const inOneTransaction = query(() =>
        adjustments.reconcile(accountId, act, { timeoutMs: STATEMENT_TIMEOUT_MS }).catch((error: unknown) => {
          if (error instanceof RowsChanged || error instanceof RejectionChanged) return error
          throw error
        }),
      )
      const acted = yield* key === undefined
        ? inOneTransaction
        : inTurn(JSON.stringify([accountId, user.uid, key]), inOneTransaction)
      if (acted instanceof Error)
        return yield* new Conflict({
          message: 'The respondent is not rejected any more: look at the dispute again.',
          reason: 'rows_changed',
          current: null,
        })
      if (acted.kind === 'reused')
        return yield* new Conflict({
          message: 'This Idempotency-Key was sent with another request before.',
          reason: 'idempotency_key_reused',
          current: null,
        })
      return yield* settled(acted.answer)
    })

    return {
      list: Effect.fn('Disputes.list')(function* ({ query: { state, supplier, ...page } }, { accountId }) {
        const filter = { state, supplierId: supplier }
        return yield* database.readAsAccount(accountId, async tx => ({
          total: await countDisputes(tx, accountId, filter),
          disputes: await listDisputes(tx, accountId, await findWindow(tx, accountId), filter, pageOf(page)),
        }))
      }),
      raise: ({ payload }, caller) =>
        actFor(database, caller, ['dispute.raise', payload], (tx, actor) => raiseDispute(tx, actor, payload)),
      decide: ({ params: { id }, payload }, caller) => decide(id, payload, caller),
    }
  }),
)
