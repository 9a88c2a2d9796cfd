import type { reconciliationMachine } from '@desk/machines/reconciliation/reconciliation.machine'
import type { PreviewFacts } from '@desk/machines/reconciliation/reconciliation.events'
import { UNREADABLE } from '@desk/machines/reconciliation/reconciliation.selectors'
import type { ReconciliationReasonCode } from '@desk/schema/reconciliation/reasons'
import { ChangedSince, type ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import { Schema } from 'effect'
import type { EventFromLogic } from 'xstate'
import { isUnreadableTable } from '#kit/sent-tables/reading-part.tsx'
import { ApiError, failureMessage, requestIdOf } from '#runtime/api/api-error.ts'
import type { RequestOf } from '#runtime/api/endpoints.ts'
import type { Desk } from '#runtime/desk.ts'
import type { CommandHandlers } from '#runtime/runner.ts'
import type { SubmittedContent } from './reconciliation-content.ts'
import { followProgress, shareOf, shareOfSent } from './follow-progress.ts'
import { changedKey, previewKey, progressKey, RECONCILIATION, storedKey } from './reconciliation-keys.ts'

type Send = (event: EventFromLogic<typeof reconciliationMachine>) => void

const isChangedSince = Schema.is(ChangedSince)

export const factsOf = ({ digest, changes, number_to_type }: ReconciliationPreview): PreviewFacts => ({
  digest,
  changes,
  numberToType: number_to_type,
})

/** The reasons for which the platform asks for another preview. */
const OUTDATED = ['rows_changed', 'digest_mismatch']
/** Rows that changed since the preview; null: storing failed for another reason. */
export function changedSince(failure: unknown): { readonly rows: number; readonly current: unknown } | null {
  if (!(failure instanceof ApiError) || failure.status !== 409 || !OUTDATED.includes(failure.reason ?? '')) return null
  return { rows: isChangedSince(failure.current) ? failure.current.rows : 0, current: failure.current }
}

/** Ends a call after the stored delay (§9.14), so that a lost one does not leave the screen waiting. */
export function withDelay(desk: Desk, signal?: AbortSignal): AbortSignal {
  const late = AbortSignal.timeout(desk.stored.reconciliationTimeoutDelayMs())
  return signal === undefined ? late : AbortSignal.any([signal, late])
}

export function messageOf(failure: unknown): string {
  return failure instanceof DOMException && failure.name === 'TimeoutError'
    ? 'The server has not answered in time. It may still be at work: try again in a moment, nothing is done twice.'
    : failureMessage(failure)
}

function uploadForm(content: Extract<SubmittedContent, { way: 'file' }>, isKnownFile: boolean): FormData {
  const form = new FormData()
  form.append('mode', content.mode)
  form.append('version', content.version)
  if (content.note !== '') form.append('note', content.note)
  if (content.purchaseOrder !== '') form.append('purchase_order', content.purchaseOrder)
  // another reading of bytes that were just sent is no mistake
  if (isKnownFile || content.readAs !== undefined) form.append('again', 'true')
  for (const [name, value] of Object.entries(content.readAs ?? {})) form.append(name, String(value))
  form.append('file', content.file, content.file.name)
  return form
}

/**
 * How a reconciliation is retrieved, uploaded, previewed and stored (api:R3, R9–R11).
 * @param contents the submitted contents, by reference
 * @param retrieve reads the first page of the filters' results, and gives their number
 */
export function reconciliationHandlers(
  desk: Desk,
  contents: Map<string, SubmittedContent>,
  retrieve: (signal: AbortSignal) => Promise<number>,
): CommandHandlers<typeof reconciliationMachine> {
  const running = new Map<number, AbortController>()
  /** The upload answers with a preview already. */
  let uploaded: ReconciliationPreview | null = null
  /** Of the last preview: a store names its request alone. */
  let project = 0

  function call(callNo: number, send: Send, act: (signal: AbortSignal) => Promise<void>): void {
    const controller = new AbortController()
    running.set(callNo, controller)
    void act(withDelay(desk, controller.signal))
      .catch((failure: unknown) => {
        if (controller.signal.aborted) return
        send({
          type: 'reconciliation.failed',
          callNo,
          message: messageOf(failure),
          reason: isUnreadableTable(failure) ? UNREADABLE : failure instanceof ApiError ? failure.reason : null,
          ...requestIdOf(failure),
        })
      })
      .finally(() => running.delete(callNo))
  }

  /** A call whose progress is followed, from the first byte to the answer. */
  function followed(
    callNo: number,
    projectId: number,
    send: Send,
    act: (signal: AbortSignal, onSent: (share: number) => void) => Promise<void>,
  ): void {
    project = projectId
    desk.queryClient.removeQueries({ queryKey: progressKey(projectId) })
    call(callNo, send, async signal => {
      const ended = new AbortController()
      const onSent = (share: number): void => {
        if (!ended.signal.aborted) send({ type: 'reconciliation.progressed', callNo, share: shareOfSent(share) })
      }
      void followProgress(desk, projectId, AbortSignal.any([signal, ended.signal]), work => {
        desk.queryClient.setQueryData(progressKey(projectId), work)
        send({ type: 'reconciliation.progressed', callNo, share: shareOf(work) })
      })
      await act(signal, onSent).finally(() => ended.abort())
    })
  }

  const keep = (preview: ReconciliationPreview) =>
    desk.queryClient.setQueryData(previewKey(preview.request.reconciliation_ud), preview)
  const refreshLists = () => desk.queryClient.invalidateQueries({ queryKey: [RECONCILIATION] })

  return {
    retrieve: ({ callNo }, send) =>
      call(callNo, send, async signal =>
        send({ type: 'reconciliation.retrieved', callNo, rows: await retrieve(signal) }),
      ),
    upload: ({ callNo, projectId, contentRef, isKnownFile }, send) =>
      followed(callNo, projectId, send, async (signal, onSent) => {
        const content = contents.get(contentRef)
        if (content === undefined) throw new ApiError({ status: 0, message: 'Choose the file again.' })
        const { mode, version, note, purchaseOrder } = content
        uploaded =
          content.way === 'file'
            ? await desk.api.call('reconciliation.upload', {
                params: { project: projectId },
                headers: {},
                // a form of the fields that the contract names, which is sent as multipart
                payload: uploadForm(content, isKnownFile) as unknown as NonNullable<
                  RequestOf<'reconciliation.upload'>['payload']
                >,
                signal,
                onSent,
              })
            : await desk.api.call('reconciliation.preview', {
                headers: {},
                payload: {
                  pm_proj_ud: projectId,
                  ...(content.way === 'paste' ? { text: content.text, ...content.readAs } : { rduds: content.rduds }),
                  // the select offers only codes of the catalogue
                  ...(content.reasonCode === null
                    ? {}
                    : { reason_code: content.reasonCode as ReconciliationReasonCode }),
                  mode,
                  version,
                  ...(note === '' ? {} : { note }),
                  ...(purchaseOrder === '' ? {} : { purchase_order: purchaseOrder }),
                },
                signal,
              })
        void refreshLists()
        send({ type: 'reconciliation.uploaded', callNo, reconciliationId: uploaded.request.reconciliation_ud })
      }),
    preview: ({ callNo, projectId, reconciliationId, choice }, send) => {
      const known = uploaded?.request.reconciliation_ud === reconciliationId ? uploaded : null
      uploaded = null
      if (known !== null) {
        keep(known)
        send({ type: 'reconciliation.previewed', callNo, preview: factsOf(known) })
        return
      }
      followed(callNo, projectId, send, async signal => {
        const preview = await desk.api.call('reconciliation.preview', {
          headers: {},
          payload: {
            pm_proj_ud: projectId,
            reconciliation_ud: reconciliationId,
            // all of it each time, so that the server leaves out what the screen shows as left out
            unticked_lines: choice.untickedLines,
            unticked_reasons: choice.untickedReasons,
            unticked_suppliers: choice.untickedSuppliers,
            confirmed_lines: choice.confirmedLines,
          },
          signal,
        })
        keep(preview)
        void desk.queryClient.invalidateQueries({ queryKey: [RECONCILIATION, 'rows', reconciliationId] })
        send({ type: 'reconciliation.previewed', callNo, preview: factsOf(preview) })
      })
    },
    store: ({ callNo, commandId, reconciliationId, digest, isAllOrNothing, projectNumber }, send) =>
      followed(callNo, project, send, async signal => {
        try {
          const { changes, request } = await desk.api.call('reconciliation.store', {
            headers: { 'idempotency-key': commandId },
            payload: {
              reconciliation_ud: reconciliationId,
              digest,
              ...(projectNumber === '' ? {} : { project_number: projectNumber }),
              ...(isAllOrNothing ? { all_or_nothing: true } : {}),
            },
            signal,
          })
          desk.queryClient.setQueryData(storedKey(reconciliationId), request)
          void refreshLists()
          send({ type: 'reconciliation.stored', callNo, changes })
        } catch (failure) {
          const changed = changedSince(failure)
          if (changed === null) {
            // its answer may be lost and itself stored
            void refreshLists()
            throw failure
          }
          desk.queryClient.setQueryData(changedKey(reconciliationId), changed.current)
          send({ type: 'reconciliation.previewOutdated', callNo, rows: changed.rows })
        }
      }),
    cancel: ({ callNo }) => running.get(callNo)?.abort(),
    abandon: ({ projectId, reconciliationId }) =>
      void desk.api
        .call('reconciliation.preview', {
          headers: {},
          payload: { pm_proj_ud: projectId, reconciliation_ud: reconciliationId, abandon: true },
        })
        .then(refreshLists, refreshLists),
    forgetContent: () => contents.clear(),
    leave: ({ to }) => desk.history.push(to, undefined, { ignoreBlocker: true }),
  }
}
