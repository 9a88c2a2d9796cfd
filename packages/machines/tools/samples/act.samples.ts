import type { ActEvent, ActQuestion } from '../../src/act/act.events.ts'

const QUESTION: ActQuestion = {
  title: 'Delete webhook',
  lines: ['“Partner” gets no more messages.'],
  confirmLabel: 'Delete',
  tone: 'danger',
}

const PREVIEWED: ActQuestion = {
  title: 'Change the price of 3 sources',
  lines: ['North panel: $2.00 → $3.00'],
  confirmLabel: 'Change 3 sources',
  tone: 'neutral',
}

const RESULT: ActQuestion = { ...PREVIEWED, lines: ['2 changed', '1 failed'], confirmLabel: 'Close' }

/** Sample events against an act whose last call has the given number. */
export const actSamples = (attemptNo: number): readonly ActEvent[] => [
  { type: 'act.requested', call: 'webhooks.remove', rows: 1, needsPreview: false, question: QUESTION },
  { type: 'act.requested', call: 'sources.bulk', rows: 3, needsPreview: true, question: null },
  { type: 'act.previewed', attemptNo, digest: 'd1', rows: 3, question: PREVIEWED },
  { type: 'act.previewed', attemptNo, digest: 'd2', rows: 0, question: null },
  { type: 'act.previewed', attemptNo: attemptNo - 1, digest: 'd0', rows: 9, question: null },
  { type: 'act.confirmed', key: 'k1', digest: null },
  { type: 'act.confirmed', key: 'k2', digest: 'd1' },
  { type: 'act.confirmed', key: 'k3', digest: 'd2' },
  { type: 'act.progressed', attemptNo, done: 1, failed: 1 },
  { type: 'act.progressed', attemptNo: attemptNo - 1, done: 9, failed: 9 },
  { type: 'act.answered', attemptNo, done: 3, failed: 0, canUndo: true, question: null },
  { type: 'act.answered', attemptNo, done: 2, failed: 1, canUndo: false, question: RESULT },
  { type: 'act.answered', attemptNo: attemptNo - 1, done: 9, failed: 9, canUndo: true, question: null },
  { type: 'act.refused', attemptNo, message: 'It is in use.', requestId: 'r1' },
  { type: 'act.refused', attemptNo: attemptNo - 1, message: 'Too late.' },
  { type: 'act.unanswered', attemptNo, message: 'The server did not answer.' },
  { type: 'act.unanswered', attemptNo: attemptNo - 1, message: 'Too late.' },
  { type: 'act.outdated', attemptNo, message: 'Another user changed it.', requestId: 'r2' },
  { type: 'act.outdated', attemptNo: attemptNo - 1, message: 'Too late.' },
  { type: 'act.withdrawn', attemptNo },
  { type: 'act.withdrawn', attemptNo: attemptNo - 1 },
  { type: 'act.retryRequested', key: 'k4' },
  { type: 'act.undoRequested', key: 'k5' },
  { type: 'act.dismissed' },
]
