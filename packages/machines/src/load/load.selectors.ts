import type { SnapshotFrom } from 'xstate'
import type { loadMachine } from './load.machine.ts'

type Snapshot = SnapshotFrom<typeof loadMachine>

/** The requesting flag of §4.5. */
export const isRequesting = (snapshot: Snapshot): boolean =>
  snapshot.matches('requesting') || snapshot.matches('refreshing')

/** There is data to show: loaded, or being reloaded. */
export const hasLoaded = (snapshot: Snapshot): boolean => snapshot.matches('ready') || snapshot.matches('refreshing')

export const hasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed')

/** The error of the last request, even if older data is still there. */
export const error = (snapshot: Snapshot): string | null => snapshot.context.error
