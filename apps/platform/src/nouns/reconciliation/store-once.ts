import { Conflict } from '@desk/api/errors'
import type { ReconciliationStoreForm } from '@desk/schema/reconciliation/reconciliation-forms'
import type { ChangedSince } from '@desk/schema/reconciliation/reconciliation-preview'
import { Clock, Effect } from 'effect'
import { query, type Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import { HTTP_STATUS, settled } from '#kernel/edits/outcome'
import type { Calling } from '#kernel/http/requester'
import { actOnce } from '#kernel/idempotency/act-once'
import { inTurn } from '#kernel/idempotency/in-turn'
import type { Adjustments } from '#ledger/batches/adjustments.service'
import type { Adjust } from '#ledger/batches/ledger'
import { judgeLines } from './judge.store.ts'
import { STATEMENT_TIMEOUT_MS } from './preview-once.ts'
import type { WorkInProgress } from './progress.ts'
import { requireRequest } from './read-preview.ts'
import { findWindow, lockRequest } from './requests.store.ts'
import { RowsChanged, storeRequest } from './store-request.ts'

/** Stores a request (api:R11): once for an Idempotency-Key, in one transaction with the ledger; rows that changed since are previewed again, and refused. */
export const storeOnce = Effect.fn('Reconciliation.store')(function* (
  database: Database['Service'],
  adjustments: Adjustments['Service'],
  progress: WorkInProgress,
  caller: Calling,
  form: ReconciliationStoreForm,
) {
  const { accountId, user, idempotencyKey: key } = caller
  const actor: Actor = { ...caller, at: new Date(yield* Clock.currentTimeMillis) }
  const act = async (tx: Tx, adjust: Adjust) => {
    if (key === undefined)
      return { kind: 'answer' as const, answer: await storeRequest(tx, actor, form, adjust, progress) }
    const once = { accountId, userId: user.uid, at: actor.at, key, request: ['reconciliation.store', form] }
    return actOnce(tx, once, async () => {
      const answer = await storeRequest(tx, actor, form, adjust, progress)
      return { httpStatus: HTTP_STATUS[answer.kind], answer }
    })
  }
  const inOneTransaction = query(() =>
    adjustments.reconcile(accountId, act, { timeoutMs: STATEMENT_TIMEOUT_MS }).catch((error: unknown) => {
      if (error instanceof RowsChanged) return error
      throw error
    }),
  )
  const acted = yield* key === undefined
    ? inOneTransaction
    : inTurn(JSON.stringify([accountId, user.uid, key]), inOneTransaction)
  if (acted instanceof RowsChanged) return yield* changedSince(database, actor, form.reconciliation_ud, acted)
  if (acted.kind === 'reused')
    return yield* new Conflict({
      message: 'This Idempotency-Key was sent with another request before.',
      reason: 'idempotency_key_reused',
      current: null,
    })
  return yield* settled(acted.answer)
})

/** Previews a request again whose rows changed since, and says which they are. */
const changedSince = Effect.fn('Reconciliation.changedSince')(function* (
  database: Database['Service'],
  { accountId, at }: Actor,
  id: number,
  { rows, changed }: RowsChanged,
) {
  const digest = yield* database.asAccount(
    accountId,
    async tx => {
      const request = await lockRequest(tx, accountId, id)
      if (request?.state !== 'previewed') return request?.digest ?? ''
      await judgeLines(tx, accountId, request, await findWindow(tx, accountId), at)
      return (await requireRequest(tx, accountId, id)).digest ?? ''
    },
    { idempotent: true, timeoutMs: STATEMENT_TIMEOUT_MS },
  )
  const current: ChangedSince = { rows, changed, digest }
  return yield* new Conflict({
    message: `${rows === 1 ? '1 row' : `${rows} rows`} changed since the preview: look at it again.`,
    reason: 'rows_changed',
    current,
  })
})
