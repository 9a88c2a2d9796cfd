import type { SnapshotFrom } from 'xstate'
import type { tabsMachine } from './tabs.machine.ts'

type Snapshot = SnapshotFrom<typeof tabsMachine>

/** Other tabs of this browser are told what happens here (§1.10). */
export const isLinked = (snapshot: Snapshot): boolean => snapshot.matches('linked')

/** The theme that all tabs show; null while none was chosen in any. */
export const sharedTheme = ({ context: { theme } }: Snapshot) => (theme === 'unknown' ? null : theme)
