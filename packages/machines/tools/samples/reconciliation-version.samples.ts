import type { ReconciliationVersionEvent } from '../../src/reconciliation-version/reconciliation-version.events.ts'

/** Sample events against a machine whose last call has the given number. */
export const reconciliationVersionSamples = (lastCallNo: number): readonly ReconciliationVersionEvent[] => [
  { type: 'reconciliationVersion.chosenFor', projectId: 5, createdOn: '2024-09-30' },
  { type: 'reconciliationVersion.chosenFor', projectId: 6, createdOn: '2024-10-01' },
  { type: 'reconciliationVersion.chosenFor', projectId: 7, createdOn: '2026-11-02' },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo, rud: '' },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo, rud: '12' },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo - 1, rud: '' },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo - 1, rud: '12' },
  {
    type: 'reconciliationVersion.summaryFailed',
    callNo: lastCallNo,
    message: 'Encountered an error. Please try again later.',
  },
  { type: 'reconciliationVersion.summaryFailed', callNo: lastCallNo - 1, message: 'Too late.' },
  { type: 'reconciliationVersion.retryRequested' },
]
