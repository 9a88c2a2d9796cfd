import type { SnapshotFrom } from 'xstate'
import type { idleMachine } from './idle.machine.ts'

type Snapshot = SnapshotFrom<typeof idleMachine>

/** There was no activity for 70 minutes, and the session is being checked again (§4.7). */
export const isDue = (snapshot: Snapshot): boolean => snapshot.matches('due')
