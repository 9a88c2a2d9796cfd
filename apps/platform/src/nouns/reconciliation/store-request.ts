import type { ChangedRow, StoredReconciliation } from '@desk/schema/reconciliation/reconciliation-preview'
import { CHANGED_ROWS_SHOWN } from '@desk/schema/reconciliation/reconciliation-preview'
import type { ReconciliationStoreForm } from '@desk/schema/reconciliation/reconciliation-forms'
import type { Schema } from 'effect'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import { originOf } from '#kernel/audit/record-audit'
import { recordEdit } from '#kernel/history/history.store'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
import type { Adjust } from '#ledger/batches/ledger'
import type { AdjustmentOperation, AdjustmentOutcome } from '#ledger/facts/ledger-operations'
import { formatRdud } from '#ledger/facts/rdud'
import { settleDisputes } from './disputes/end-dispute.ts'
import { recordEvent } from '../webhooks/record-event.store.ts'
import { appliedPages, listChanged, touchedBy, type AppliedRow } from './applied.store.ts'
import { guardsOf } from './guards.ts'
import { requestOnWire, seesSupplySide } from './on-wire.ts'
import { WorkInProgress, type TellProgress } from './progress.ts'
import { requireRequest } from './read-preview.ts'
import { findProject, findWindow, lockRequest, markStored, numberToType, takeTurn } from './requests.store.ts'
import type { RequestRow } from './request-row.ts'
import { findStatementMonths } from './statement-months.store.ts'
import { effectsOnSources, findSums } from './sums.store.ts'
import { tellSuppliers } from './tell-suppliers.ts'

/** Rows are not as the preview saw them: nothing is stored. */
export class RowsChanged extends Error {
  readonly rows: number
  readonly changed: readonly ChangedRow[]
  constructor(rows: number, changed: readonly ChangedRow[]) {
    super(`${rows} rows changed since the preview`)
    this.rows = rows
    this.changed = changed
  }
}

const NO_REASON = 26

/**
 * Stores a previewed request in the open transaction (settlement.md §1): the requests of one project wait for each other here. Nothing is stored unless all of it comes to what
 * the preview showed.
 * @param overturnedId the dispute that the request overturns; what else waits about its respondents is settled
 * @throws RowsChanged, which rolls back the transaction
 */
export async function storeRequest(
  tx: Tx,
  actor: Actor,
  form: ReconciliationStoreForm,
  adjust: Adjust,
  progress: WorkInProgress = new WorkInProgress(),
  overturnedId: number | null = null,
): Promise<Outcome<StoredReconciliation, Schema.Json>> {
  const { accountId } = actor
  const asked = await lockInTurn(tx, accountId, form.reconciliation_ud)
  if (asked === undefined) return { kind: 'missing' }
  const refusal = await judgeStore(tx, actor, asked, form)
  if (refusal !== null) return refusal
  const changed = await listChanged(tx, accountId, asked, actor.at, CHANGED_ROWS_SHOWN)
  if (changed.total > 0) throw new RowsChanged(changed.total, changed.rows)
  const work = { accountId, userId: actor.user.uid, projectId: asked.projectId }
  await progress.during(work, tell => applyRows(tx, accountId, asked, actor.at, adjust, tell))
  await markStored(tx, accountId, asked, actor.user.uid, actor.at)
  const stored = await requireRequest(tx, accountId, asked.id)
  await recordInHistory(tx, actor, stored)
  await recordEvent(tx, {
    accountId,
    projectId: stored.projectId,
    kind: 'reconciliation.stored',
    data: eventData(stored),
  })
  await tellSuppliers(tx, accountId, stored)
  await settleDisputes(tx, accountId, stored.id, overturnedId, actor.at)
  const monthsOf = await findStatementMonths(tx, accountId, await findWindow(tx, accountId), [stored])
  return {
    kind: 'done',
    answer: {
      request: requestOnWire(stored, seesSupplySide(actor.user), actor.at, monthsOf.get(stored.id)),
      digest: stored.digest ?? '',
      changes: stored.changes,
    },
  }
}

/** Gives the ledger what a request applies. @throws RowsChanged when a row does not come to what the preview showed */
async function applyRows(
  tx: Tx,
  accountId: number,
  request: RequestRow,
  at: Date,
  adjust: Adjust,
  tell: TellProgress,
): Promise<void> {
  let rows: readonly AppliedRow[] = []
  let moved = 0
  let done = 0
  const shown: ChangedRow[] = []
  async function* pages(): AsyncGenerator<readonly AdjustmentOperation[]> {
    for await (rows of appliedPages(tx, accountId, request.id)) {
      tell('storing', done, request.changes)
      yield rows.map(row => operationOf(row, request, at))
      done += rows.length
    }
  }
  await adjust({
    ...(await touchedBy(tx, accountId, request.id)),
    pages: pages(),
    judged: (_operations, outcomes) => {
      for (const [place, row] of rows.entries()) {
        if (isAsShown(row, outcomes[place])) continue
        moved += 1
        if (shown.length < CHANGED_ROWS_SHOWN)
          shown.push({ line: row.line, rdud: formatRdud(accountId, row.hex), seen_code: row.fromCode, code: null })
      }
    },
  })
  if (moved > 0) throw new RowsChanged(moved, shown)
}

const isAsShown = (row: AppliedRow, outcome: AdjustmentOutcome | undefined): boolean =>
  outcome?.kind === 'adjusted' &&
  outcome.to === row.toCode &&
  (row.verdict !== 'accept' || (outcome.cpiCents === row.supplyCents && outcome.sellPriceCents === row.sellCents))

/** The request, locked, once it is its project's turn. */
async function lockInTurn(tx: Tx, accountId: number, id: number): Promise<RequestRow | undefined> {
  const found = await lockable(tx, accountId, id)
  if (found === undefined) return undefined
  await takeTurn(tx, found)
  return lockRequest(tx, accountId, id)
}

async function lockable(tx: Tx, accountId: number, id: number): Promise<number | undefined> {
  const { rows } = await tx.client.query<{ projectId: number }>(
    'select project_id as "projectId" from reconciliation where account_id = $1 and reconciliation_id = $2',
    [accountId, id],
  )
  return rows[0]?.projectId
}

const refused = (reason: string, message: string, current: Schema.Json): Refusal<Schema.Json> => ({
  kind: 'refused',
  reason,
  message,
  current,
})

/** Why a request is not stored; null: it may be. */
async function judgeStore(
  tx: Tx,
  { accountId, user }: Actor,
  request: RequestRow,
  form: ReconciliationStoreForm,
): Promise<Refusal<Schema.Json> | null> {
  if (request.state !== 'previewed')
    return refused(
      'wrong_state',
      request.state === 'stored' || request.state === 'undone'
        ? `The request was stored already${request.storedBy === null ? '' : ` by ${request.storedBy}`}.`
        : request.state === 'abandoned'
          ? 'The request was given up: nothing of it is stored.'
          : `The request is ${request.state}: it is not stored.`,
      { state: request.state, stored_by: request.storedBy, stored_at: request.storedAt?.toISOString() ?? null },
    )
  if (request.digest !== form.digest)
    return refused('digest_mismatch', 'The request was previewed again in the meantime: check it once more.', {
      digest: request.digest,
    })
  if (request.changes === 0) return refused('nothing_to_apply', 'No row of the request changes anything.', null)
  const notApplied = request.rows + request.restRows - request.changes
  if (form.all_or_nothing === true && notApplied > 0)
    return refused('not_all_applicable', `${notApplied} rows cannot be applied, so that nothing is.`, {
      rows: notApplied,
    })
  const guards = guardsOf(
    request,
    await effectsOnSources(tx, accountId, await findSums(tx, accountId, request.id)),
    seesSupplySide(user),
  )
  if (guards.length === 0) return null
  const project = await findProject(tx, accountId, request.projectId)
  const number = project === undefined ? String(request.projectId) : numberToType(request.projectId, project)
  if (form.project_number?.trim() === number) return null
  return refused('number_needed', 'Type the number of the project to store this.', {
    number_to_type: number,
    guards: guards.map(({ kind, message }) => ({ kind, message })),
  })
}

// each field by its name: spread, it costs several times as much
function operationOf(row: AppliedRow, { id: requestId }: RequestRow, at: Date): AdjustmentOperation {
  const { hex } = row
  const atMs = at.getTime()
  const expected = { code: row.fromCode, endedAtMs: row.fromEndedAtMs }
  if (row.verdict === 'restore')
    return {
      kind: 'restore',
      atMs,
      hex,
      requestId,
      expected,
      // the states that an undo leads back to are those that were reconciled
      to: { code: row.toCode as AdjustedFrom, endedAtMs: row.restoredEndedAtMs },
    }
  return {
    kind: 'reconcile',
    atMs,
    hex,
    requestId,
    expected,
    verdict: row.verdict === 'reject' ? 'rejected' : 'accepted',
    reason: row.reasonCode ?? NO_REASON,
  }
}

/** A stored request for endpoints; money stays in the desk. */
function eventData(request: RequestRow): Schema.JsonObject {
  const { id, projectId, number, kind, mode, filename, note, rows, restRows, changes, undoOf, storedBy, storedAt } =
    request
  const counts = new Map<string, number>()
  for (const { outcome, rows: count } of [...request.outcomes, ...request.restOutcomes])
    counts.set(outcome, (counts.get(outcome) ?? 0) + count)
  return {
    reconciliation_ud: id,
    pm_proj_ud: projectId,
    number,
    kind,
    mode,
    undoes: undoOf,
    file: filename,
    note,
    rows: rows + restRows,
    changes,
    outcomes: Object.fromEntries(counts),
    by: storedBy,
    stored_at: storedAt?.toISOString() ?? null,
  }
}

type AdjustedFrom = Extract<AdjustmentOperation, { kind: 'restore' }>['to']['code']

/** The history of the project records the stored request, and so does the audit log. */
async function recordInHistory(tx: Tx, actor: Actor, request: RequestRow): Promise<void> {
  const applied = (outcome: string): number =>
    [...request.outcomes, ...request.restOutcomes]
      .filter(sum => sum.outcome === outcome)
      .reduce((sum, { rows }) => sum + rows, 0)
  const what =
    request.kind === 'undo'
      ? `undoes part or all of a request`
      : request.kind === 'dispute'
        ? 'a dispute was overturned'
        : request.mode
  await recordEdit(tx, {
    accountId: actor.accountId,
    scope: 'project',
    id: request.projectId,
    userId: actor.user.uid,
    at: actor.at,
    origin: originOf(actor),
    act: 'edited',
    before: {},
    after: {
      reconciliation: `Request ${request.number} (${what}): ${applied('applied_reject')} rejected, ${applied('applied_accept')} accepted`,
    },
  })
}
