import { statusChangeMachine } from '@desk/machines/status-change/status-change.machine'
import type { Desk } from '../desk.ts'
import { run, type Runner } from '../runner.ts'
import { conflictOfEvent, statusChangeHandlers } from './status-change-handlers.ts'
import type { StatusOrders } from './status-orders.ts'

/** The status changes of one desk. */
export interface StatusChanges {
  /** The one that can be under way (§4.3): its dialog is over everything else. */
  readonly change: Runner<typeof statusChangeMachine>
  /** The changes without that dialog: the waiting caller of each, by its command id, until it is pushed. */
  readonly orders: StatusOrders
  /**
   * The change that was announced last: a screen that is opened later does not announce it again, and an old Undo does
   * not undo a newer change.
   */
  readonly lastNotified: () => string | null
  readonly setNotified: (commandId: string) => void
  /** The question of the dialog is off screen: an open one is answered with no. */
  readonly withdrawQuestion: () => boolean
}

function openStatusChanges({ api, recorder, feed }: Desk): StatusChanges {
  const change = run('status-change', statusChangeMachine, { handlers: statusChangeHandlers(api), recorder })
  const orders: StatusOrders = new Map()
  let notifiedCommandId: string | null = null
  feed.onStatus(event => {
    const { scope, id, version, command_id: commandId } = event
    const hear =
      commandId === null
        ? undefined
        : commandId === change.getSnapshot().context.commandId
          ? change.send
          : orders.get(commandId)
    if (commandId !== null && hear !== undefined) {
      hear({ type: 'status.changeEchoed', commandId, scope, id, version })
    } else {
      change.send({ type: 'status.changedElsewhere', scope, id, current: conflictOfEvent(event) })
    }
  })
  return {
    change,
    orders,
    lastNotified: () => notifiedCommandId,
    setNotified: commandId => void (notifiedCommandId = commandId),
    withdrawQuestion: () => {
      const isAsked = change.getSnapshot().matches('confirming')
      if (isAsked) change.send({ type: 'status.confirmationRejected' })
      return isAsked
    },
  }
}

/** By desk: they come with the first screen that shows a status, and are no part of the first load. */
const opened = new WeakMap<Desk, StatusChanges>()

/** Gives the status changes of a desk, the same ones each time. */
export function statusChangesOf(desk: Desk): StatusChanges {
  const known = opened.get(desk)
  if (known !== undefined) return known
  const changes = openStatusChanges(desk)
  opened.set(desk, changes)
  return changes
}
