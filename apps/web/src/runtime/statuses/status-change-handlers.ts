import { BLOCK_REASONS, type BlockReason } from '@desk/schema/statuses/block-reasons'
import type { StatusConflict } from '@desk/machines/status-change/status-change.events'
import type { statusChangeMachine } from '@desk/machines/status-change/status-change.machine'
import { StatusView } from '@desk/schema/statuses/status-view'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { Schema } from 'effect'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError, failureMessage, requestIdOf } from '../api/api-error.ts'
import type { CommandHandlers } from '../runner.ts'

const isStatusView = Schema.is(StatusView)
const isBlockReason = (reason: string | null): reason is BlockReason =>
  reason !== null && Object.hasOwn(BLOCK_REASONS, reason)

const conflictOf = (status: StatusView): StatusConflict => ({
  status: status.statusid,
  changedBy: status.changed_by,
  changedAt: status.changed_at,
  reason: status.reason,
  version: status.version,
})

/** The state that a pushed change left, as the dialog shows it. */
export const conflictOfEvent = (event: StatusEvent): StatusConflict => ({
  status: event.to,
  changedBy: event.by,
  changedAt: event.at,
  reason: event.reason,
  version: event.version,
})

/**
 * How a status change is sent (api:P9). Its command id makes a repeat act once and is known again when it is pushed.
 * @param onFailure receives the failure of the call, before the machine does
 */
export function statusChangeHandlers(
  api: ApiClient,
  onFailure?: (failure: unknown) => void,
): CommandHandlers<typeof statusChangeMachine> {
  return {
    patchStatus: ({ commandId, scope, id, to, version, note }, send) => {
      api
        .call('statuses.change', {
          headers: { 'idempotency-key': commandId },
          payload: { scope, id, statusid: to, version, command_id: commandId, ...(note === '' ? {} : { note }) },
        })
        .then(
          ({ status, events }) => {
            // No event: another user had made the very change already, so it is theirs, and not ours to undo (domain.md
            // §2).
            if (events.length === 0) send({ type: 'status.changeConflicted', commandId, current: conflictOf(status) })
            else send({ type: 'status.changeAccepted', commandId, version: status.version })
          },
          (failure: unknown) => {
            onFailure?.(failure)
            const reason = failure instanceof ApiError && isBlockReason(failure.reason) ? failure.reason : null
            const isConflict =
              failure instanceof ApiError && failure.status === 409 && reason === null && isStatusView(failure.current)
            if (isConflict)
              send({
                type: 'status.changeConflicted',
                commandId,
                current: conflictOf(failure.current as StatusView),
                ...requestIdOf(failure),
              })
            else
              send({
                type: 'status.changeRejected',
                commandId,
                message: failureMessage(failure),
                reason,
                ...requestIdOf(failure),
              })
          },
        )
    },
  }
}
