import type { SnapshotFrom } from 'xstate'
import type { reconciliationVersionMachine } from './reconciliation-version.machine.ts'

type Snapshot = SnapshotFrom<typeof reconciliationVersionMachine>

/** The version that the project uses, or null while that is not decided. */
export const version = (snapshot: Snapshot): 'old' | 'new' | null =>
  snapshot.matches('old') ? 'old' : snapshot.matches('new') ? 'new' : null

/** Why the summary could not be read, or null. */
export const error = (snapshot: Snapshot): string | null => snapshot.context.error
