import type { LoadEvent } from '../../src/load/load.events.ts'

/** Sample events against a machine whose last request has the given number. */
export const loadSamples = (lastRequestNo: number): readonly LoadEvent[] => [
  { type: 'load.requested', scope: 'project', id: 5 },
  { type: 'load.requested', scope: 'survey', id: 9 },
  { type: 'load.refreshRequested' },
  { type: 'load.succeeded', requestNo: lastRequestNo },
  { type: 'load.succeeded', requestNo: lastRequestNo - 1 },
  { type: 'load.failed', requestNo: lastRequestNo, message: 'Encountered an error. Please try again later.' },
  { type: 'load.failed', requestNo: lastRequestNo - 1, message: 'Too late.' },
  { type: 'load.dismissed' },
]
