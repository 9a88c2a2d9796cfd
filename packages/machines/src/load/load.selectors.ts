import type { SnapshotFrom } from 'xstate'
import type { loadMachine } from './load.machine.ts'

type Snapshot = SnapshotFrom<typeof loadMachine>

/** The requesting flag of §4.5. */
export const isRequesting = (snapshot: Snapshot): boolean =>
  snapshot.matches('requesting') || snapshot.matches('refreshing')

/** There is something to show: loaded, or being loaded again. */
export const hasLoaded = (snapshot: Snapshot): boolean => snapshot.matches('ready') || snapshot.matches('refreshing')

export const hasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed')

/** What went wrong with the last request, also when older figures are still there. */
export const error = (snapshot: Snapshot): string | null => snapshot.context.error
