import type { SnapshotFrom } from 'xstate'
import type { ActQuestion } from './act.events.ts'
import type { actMachine } from './act.machine.ts'

type Snapshot = SnapshotFrom<typeof actMachine>

/** Where the act is: 'resting', 'confirming', 'sending', … */
export const stage = (snapshot: Snapshot): Snapshot['value'] => snapshot.value

/** A call of the act is under way. */
export const isBusy = (snapshot: Snapshot): boolean => snapshot.matches('sending') || snapshot.matches('previewing')

/** The open dialog, with its question or its result; null while none is. */
export function dialog(snapshot: Snapshot): (ActQuestion & { readonly message: string | null }) | null {
  const { question, message } = snapshot.context
  return question === null ? null : { ...question, message }
}
