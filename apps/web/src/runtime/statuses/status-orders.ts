import type { StatusChangeEvent } from '@desk/machines/status-change/status-change.events'
import { statusChangeMachine, type AskedChange } from '@desk/machines/status-change/status-change.machine'
import type { ApiClient } from '../api/api-client.ts'
import { run, type EventRecorder } from '../runner.ts'
import { statusChangeHandlers } from './status-change-handlers.ts'

/** As many are remembered, for the push connection that shows each again. */
const MAX_REMEMBERED = 1_000

/** Who hears of a change of this tab when it is pushed, by its command id. */
export type StatusOrders = Map<string, (event: StatusChangeEvent) => void>

/** A status change that was confirmed already, with others. */
export type StatusOrder = AskedChange & { readonly note: string }

export interface StatusOrderPorts {
  readonly api: ApiClient
  readonly recorder: EventRecorder & { readonly instanceOf: (machine: string) => string }
  readonly orders: StatusOrders
}

/**
 * Makes status changes without a dialog of their own, each by a machine of its own, so that the journal has every one of them.
 * @returns what makes one under a command id, which makes it once however often it is asked for, and says whether it is
 * this user's: another one may have made the very change first
 * @throws what the call failed with, unless the change was seen to be made all the same
 */
export function statusOrderer({
  api,
  recorder,
  orders,
}: StatusOrderPorts): (order: StatusOrder, commandId: string) => Promise<boolean> {
  return ({ note, ...change }, commandId) =>
    new Promise((resolve, reject) => {
      let failure: unknown = null
      const machine = run(recorder.instanceOf('status-change'), statusChangeMachine, {
        recorder,
        handlers: statusChangeHandlers(api, why => (failure = why)),
        onStep: (_before, _event, after) => {
          if (after.matches('idle') || after.matches('confirming') || after.matches('sending')) return
          // In conflict without a failure: another user made the very change first.
          if (after.matches('accepted') || failure === null) resolve(after.matches('accepted'))
          else reject(failure)
        },
      })
      orders.set(commandId, machine.send)
      const [oldest] = orders.keys()
      if (orders.size > MAX_REMEMBERED && oldest !== undefined) orders.delete(oldest)
      machine.send({ type: 'status.changeRequested', ...change, effects: null })
      if (note !== '') machine.send({ type: 'status.noteChanged', note })
      machine.send({ type: 'status.confirmed', commandId })
    })
}
