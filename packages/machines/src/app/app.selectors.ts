import type { SnapshotFrom } from 'xstate'
import type { appMachine } from './app.machine.ts'

type Snapshot = SnapshotFrom<typeof appMachine>

/** The machines of a session are open: the push connection, the idle watch, the dialogs. */
export const isOpen = (snapshot: Snapshot): boolean => snapshot.matches({ running: 'signedIn' })
