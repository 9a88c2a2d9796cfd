import { statusChangeMachine } from '@desk/machines/status-change/status-change.machine'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { desk } from '../desk.ts'
import { run } from '../runner.ts'
import { conflictOfEvent, statusChangeHandlers } from '../statuses/status-change-handlers.ts'
import type { StatusOrders } from '../statuses/status-orders.ts'

/** The one status change that can be under way in this tab (§4.3): its dialog stands over everything else. */
const statusChange = run('status-change', statusChangeMachine, {
  handlers: statusChangeHandlers(desk.api),
  recorder: desk.recorder,
})

/** Changes of this tab that go without that dialog: who hears of each when it is pushed, by its command id. */
export const statusOrders: StatusOrders = new Map()

desk.feed.onStatus(event => {
  const { scope, id, version, command_id: commandId } = event
  const hear =
    commandId === null
      ? undefined
      : commandId === statusChange.getSnapshot().context.commandId
        ? statusChange.send
        : statusOrders.get(commandId)
  if (commandId !== null && hear !== undefined) {
    hear({ type: 'status.changeEchoed', commandId, scope, id, version })
  } else {
    statusChange.send({ type: 'status.changedElsewhere', scope, id, current: conflictOfEvent(event) })
  }
})

/** Sends an event to the status change: `status.changeRequested`, `status.confirmed` with a `newCommandId()`, … */
export const sendStatusChange = statusChange.send

/** Nobody sees the question of the dialog any more: one that is open is answered with no. */
export function withdrawStatusQuestion(): boolean {
  const isAsked = statusChange.getSnapshot().matches('confirming')
  if (isAsked) statusChange.send({ type: 'status.confirmationRejected' })
  return isAsked
}

/** A command id that was never given before. */
export const newCommandId = (): string => crypto.randomUUID()

/**
 * What a selector reads from the status change (selectors in @desk/machines/status-change/status-change.selectors).
 */
export function useStatusChange<T>(selector: (snapshot: SnapshotFrom<typeof statusChangeMachine>) => T): T {
  return useSelector(statusChange, selector)
}
