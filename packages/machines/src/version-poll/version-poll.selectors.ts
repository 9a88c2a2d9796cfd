import type { SnapshotFrom } from 'xstate'
import type { versionPollMachine } from './version-poll.machine.ts'

type Snapshot = SnapshotFrom<typeof versionPollMachine>

/** The texts of the banner (§2.46). */
const BANNER = {
  text: 'We’ve updated the app! Please reload to use the latest version.',
  buttonLabel: 'Reload',
} as const

/** The banner of §2.46 once a newer build was found, else null. */
export const banner = (snapshot: Snapshot): typeof BANNER | null => (snapshot.matches('changed') ? BANNER : null)
