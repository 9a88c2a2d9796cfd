import type { SnapshotFrom } from 'xstate'
import type { accountSwitchMachine } from './account-switch.machine.ts'

type Snapshot = SnapshotFrom<typeof accountSwitchMachine>

/** A switch is in progress (`switchingAccount`, §3.34, §4.9). */
export const isSwitching = (snapshot: Snapshot): boolean => !snapshot.matches('idle') && !snapshot.matches('failed')

/** The server may have ended the old token already, and the new one has not arrived: a 401 then says nothing about the session. */
export const awaitsToken = (snapshot: Snapshot): boolean =>
  snapshot.matches('requesting') || snapshot.matches('leaving')

/** The account that is being switched to, for the drawer's selector; null while none is. */
export const switchingTo = (snapshot: Snapshot): number | null => (isSwitching(snapshot) ? snapshot.context.to : null)

/** The message of the last refused switch, or null. */
export const switchError = (snapshot: Snapshot): string | null => snapshot.context.error
