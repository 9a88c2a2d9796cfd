import type { statusChangeMachine } from '@desk/machines/status-change/status-change.machine'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { statusChangesOf, type StatusChanges } from '../statuses/status-changes.ts'
import { useDesk } from './use-desk.ts'

/** A command id that was never given before. */
export const newCommandId = (): string => crypto.randomUUID()

/** The status changes of this desk: `change.send` takes `status.changeRequested`, `status.confirmed` with a `newCommandId()`, … */
export const useStatusChanges = (): StatusChanges => statusChangesOf(useDesk())

/**
 * The value of a selector over the status change (selectors in @desk/machines/status-change/status-change.selectors).
 */
export function useStatusChange<T>(selector: (snapshot: SnapshotFrom<typeof statusChangeMachine>) => T): T {
  return useSelector(useStatusChanges().change, selector)
}
