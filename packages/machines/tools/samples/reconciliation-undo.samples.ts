import type { ReconciliationUndoEvent } from '../../src/reconciliation-undo/reconciliation-undo.events.ts'

/** Sample events against a machine whose last call has the given number. */
export const reconciliationUndoSamples = (lastCallNo: number): readonly ReconciliationUndoEvent[] => [
  { type: 'reconciliationUndo.requested', projectId: 5, reconciliationId: 30, supplierId: null },
  { type: 'reconciliationUndo.requested', projectId: 5, reconciliationId: 31, supplierId: 4 },
  {
    type: 'reconciliationUndo.previewed',
    callNo: lastCallNo,
    undoId: 32,
    digest: 'u1',
    changes: 2,
    numberToType: null,
  },
  {
    type: 'reconciliationUndo.previewed',
    callNo: lastCallNo,
    undoId: 33,
    digest: 'u2',
    changes: 0,
    numberToType: null,
  },
  {
    type: 'reconciliationUndo.previewed',
    callNo: lastCallNo,
    undoId: 34,
    digest: 'u3',
    changes: 3,
    numberToType: 'P-1',
  },
  {
    type: 'reconciliationUndo.previewed',
    callNo: lastCallNo - 1,
    undoId: 9,
    digest: 'u0',
    changes: 9,
    numberToType: null,
  },
  { type: 'reconciliationUndo.confirmed', commandId: 's1', typedNumber: '' },
  { type: 'reconciliationUndo.confirmed', commandId: 's2', typedNumber: ' P-1 ' },
  { type: 'reconciliationUndo.stored', callNo: lastCallNo, changes: 2 },
  { type: 'reconciliationUndo.stored', callNo: lastCallNo - 1, changes: 9 },
  { type: 'reconciliationUndo.previewOutdated', callNo: lastCallNo, rows: 1 },
  { type: 'reconciliationUndo.previewOutdated', callNo: lastCallNo - 1, rows: 9 },
  {
    type: 'reconciliationUndo.failed',
    callNo: lastCallNo,
    message: 'Encountered an error. Please try again later.',
  },
  { type: 'reconciliationUndo.failed', callNo: lastCallNo - 1, message: 'Too late.' },
  { type: 'reconciliationUndo.retryRequested' },
  { type: 'reconciliationUndo.dismissed' },
]
