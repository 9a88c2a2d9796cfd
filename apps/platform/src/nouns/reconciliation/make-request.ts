import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import type { ReconciliationPreviewForm } from '@desk/schema/reconciliation/reconciliation-forms'
import type { Schema } from 'effect'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
import type { SentList } from '#ledger/sent-lists/read-list'
import { judgeLines } from './judge.store.ts'
import { setLineChoices } from './line-choices.store.ts'
import { insertLines, insertRest, insertUndone } from './lines.store.ts'
import { NOTHING_BETWEEN, type BetweenRows } from './progress.ts'
import { readPreview, requireRequest } from './read-preview.ts'
import { settleIds, type NamedLines } from './several-ids.store.ts'
import * as requests from './requests.store.ts'
import type { RequestRow } from './request-row.ts'

/** A file or text that was read, or why it could not be. */
export interface ReadList {
  readonly kind: 'file' | 'text'
  readonly filename: string | null
  readonly bytes: Buffer
  readonly sha256: Buffer
  readonly list: SentList | string
}

type Form = Pick<ReconciliationPreviewForm, 'mode' | 'version' | 'note' | 'purchase_order'>
type Answer = Outcome<ReconciliationPreview, Schema.Json>

/** A request as its author makes it, before anything is sent. */
export const requestBy = (actor: Actor, projectId: number, form: Form) => ({
  projectId,
  mode: form.mode ?? ('REJECT_LIST' as const),
  version: form.version ?? ('new' as const),
  channel: actor.apiKey === undefined ? ('screen' as const) : ('api' as const),
  note: form.note?.trim() ?? '',
  purchaseOrder: form.purchase_order?.trim() ?? '',
  userId: actor.user.uid,
  at: actor.at,
  filename: null,
  sha256: null,
  reading: null,
  bytes: null,
  undoOf: null,
  undoOfSupplier: null,
  fault: null,
})

/** Stores a list that was sent and previews it; the same bytes again are asked about first. */
export async function takeList(
  tx: Tx,
  actor: Actor,
  projectId: number,
  form: Form & { readonly again?: boolean },
  { kind, filename, bytes, sha256, list }: ReadList,
  between: BetweenRows = NOTHING_BETWEEN,
): Promise<Answer> {
  const { accountId } = actor
  if ((await requests.findProject(tx, accountId, projectId)) === undefined) return { kind: 'missing' }
  await requests.takeTurn(tx, projectId)
  const known = form.again === true ? undefined : await requests.findSameBytes(tx, accountId, projectId, sha256)
  if (known !== undefined) return knownFile(known)
  if (typeof list === 'string') return { kind: 'faulty', details: [{ path: [kind], message: list }] }
  const id = await requests.insertRequest(tx, accountId, {
    ...requestBy(actor, projectId, form),
    kind,
    filename,
    sha256,
    reading: list.reading,
    bytes,
  })
  const named = await settleIds(tx, accountId, projectId, list.lines, between)
  await insertLines(tx, accountId, id, named.lines, 'sent', between)
  return judged(tx, actor, id, { isNew: true, named }, between)
}

function knownFile(known: RequestRow): Refusal<Schema.Json> {
  const when = known.at.toISOString().slice(0, 10)
  return {
    kind: 'refused',
    reason: 'known_file',
    message: `The same list was sent on ${when} as request ${known.number}, which is ${known.state}. Send it again to take it all the same.`,
    current: {
      reconciliation_ud: known.id,
      number: known.number,
      state: known.state,
      filename: known.filename,
      at: known.at.toISOString(),
      by: known.by,
    },
  }
}

/** Keeps that a list came which could not be read. */
export async function keepFailed(
  tx: Tx,
  actor: Actor,
  projectId: number,
  form: Form,
  { kind, filename, sha256 }: ReadList,
  fault: string,
): Promise<void> {
  if ((await requests.findProject(tx, actor.accountId, projectId)) === undefined) return
  await requests.insertRequest(tx, actor.accountId, {
    ...requestBy(actor, projectId, form),
    kind,
    filename,
    sha256,
    fault,
  })
}

/** Previews the ticked lines, an undo, or an existing request again. */
export async function takeForm(
  tx: Tx,
  actor: Actor,
  form: ReconciliationPreviewForm,
  between: BetweenRows = NOTHING_BETWEEN,
): Promise<Answer> {
  if (form.rduds !== undefined) return takeChoice(tx, actor, form, form.rduds, between)
  if (form.undo_of !== undefined) return takeUndo(tx, actor, form, form.undo_of, between)
  return previewAgain(tx, actor, form, between)
}

async function takeChoice(
  tx: Tx,
  actor: Actor,
  form: ReconciliationPreviewForm,
  rduds: readonly string[],
  between: BetweenRows,
): Promise<Answer> {
  const { accountId } = actor
  if ((await requests.findProject(tx, accountId, form.pm_proj_ud)) === undefined) return { kind: 'missing' }
  const id = await requests.insertRequest(tx, accountId, { ...requestBy(actor, form.pm_proj_ud, form), kind: 'choice' })
  const lines = rduds.map((rawText, at) => ({
    line: at + 1,
    rawText,
    reasonCode: form.reason_code ?? null,
    isBadReason: false,
    comment: '',
  }))
  await insertLines(tx, accountId, id, lines, 'choice', between)
  return judged(tx, actor, id, { isNew: true }, between)
}

async function takeUndo(
  tx: Tx,
  actor: Actor,
  form: ReconciliationPreviewForm,
  undoOf: number,
  between: BetweenRows,
): Promise<Answer> {
  const { accountId } = actor
  const undone = await requests.lockRequest(tx, accountId, undoOf)
  if (undone === undefined || undone.projectId !== form.pm_proj_ud) return { kind: 'missing' }
  if (undone.state !== 'stored' || undone.kind === 'undo' || undone.kind === 'dispute')
    return wrongState(
      undone.kind === 'undo'
        ? 'An undo is not undone: store the list again.'
        : undone.kind === 'dispute'
          ? 'A decision about a dispute is not taken back.'
          : `The request is ${undone.state}: only a stored one is undone.`,
      undone.state,
    )
  const id = await requests.insertRequest(tx, accountId, {
    ...requestBy(actor, form.pm_proj_ud, { ...form, mode: undone.mode, version: undone.version }),
    kind: 'undo',
    undoOf,
    undoOfSupplier: form.undo_of_supplier ?? null,
  })
  await insertUndone(tx, accountId, id, undoOf, form.undo_of_supplier ?? null)
  return judged(tx, actor, id, {}, between)
}

async function previewAgain(
  tx: Tx,
  actor: Actor,
  form: ReconciliationPreviewForm,
  between: BetweenRows,
): Promise<Answer> {
  const { accountId } = actor
  const id = form.reconciliation_ud ?? 0
  const request = await requests.lockRequest(tx, accountId, id)
  if (request === undefined || request.projectId !== form.pm_proj_ud) return { kind: 'missing' }
  if (request.state !== 'previewed')
    return wrongState(`The request is ${request.state}: it is not previewed again.`, request.state)
  if (form.abandon === true) {
    await requests.setState(tx, accountId, id, 'abandoned')
    return { kind: 'done', answer: await readPreview(tx, actor, id) }
  }
  await requests.setUnticked(tx, accountId, id, form.unticked_reasons, form.unticked_suppliers)
  await setLineChoices(tx, accountId, id, form.unticked_lines, form.confirmed_lines)
  return judged(tx, actor, id, {}, between)
}

const wrongState = (message: string, state: string): Refusal<Schema.Json> => ({
  kind: 'refused',
  reason: 'wrong_state',
  message,
  current: { state },
})

/** Judges a request by the present ledger. @param isNew its rest and its suggestions are still to be found */
async function judged(
  tx: Tx,
  actor: Actor,
  id: number,
  { isNew = false, named }: { readonly isNew?: boolean; readonly named?: NamedLines },
  between: BetweenRows,
): Promise<Answer> {
  const { accountId, at } = actor
  const request = await requireRequest(tx, accountId, id)
  const window = await requests.findWindow(tx, accountId)
  if (isNew && request.mode === 'ACCEPT_LIST') await insertRest(tx, accountId, id, request.projectId, window, at)
  const suggests = isNew && request.kind !== 'choice'
  await judgeLines(tx, accountId, request, window, at, between, { suggests, named })
  return { kind: 'done', answer: await readPreview(tx, actor, id, between.giveWay) }
}
