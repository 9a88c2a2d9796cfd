import type { VersionPollEvent } from '../../src/version-poll/version-poll.events.ts'

/** Sample events against a machine whose last read, and the timer after it, have the given number. */
export const versionPollSamples = (lastReadNo: number): readonly VersionPollEvent[] => [
  { type: 'version.pollRequested', isLocalDevelopment: false, buildDate: '2026-11-01T08:00:00.000Z' },
  { type: 'version.pollRequested', isLocalDevelopment: false, buildDate: null },
  { type: 'version.pollRequested', isLocalDevelopment: true, buildDate: null },
  { type: 'version.read', readNo: lastReadNo, buildDate: '2026-11-01T08:00:00.000Z' },
  { type: 'version.read', readNo: lastReadNo, buildDate: '2026-11-02T08:00:00.000Z' },
  { type: 'version.read', readNo: lastReadNo - 1, buildDate: '2026-11-02T08:00:00.000Z' },
  { type: 'version.readFailed', readNo: lastReadNo, message: 'Failed to fetch' },
  { type: 'version.readFailed', readNo: lastReadNo - 1, message: 'Too late.' },
  { type: 'timer.elapsed', timerNo: lastReadNo },
  { type: 'timer.elapsed', timerNo: lastReadNo - 1 },
  { type: 'version.reloadRequested' },
]
