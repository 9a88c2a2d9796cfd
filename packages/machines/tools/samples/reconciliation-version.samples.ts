import type { ReconciliationVersionEvent } from '../../src/reconciliation-version/reconciliation-version.events.ts'

/** Sample events against a machine whose last call has the given number. */
export const reconciliationVersionSamples = (lastCallNo: number): readonly ReconciliationVersionEvent[] => [
  { type: 'reconciliationVersion.chosenFor', projectId: 5 },
  { type: 'reconciliationVersion.chosenFor', projectId: 6 },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo, createdOn: '2024-09-30', rud: '' },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo, createdOn: '2024-10-01', rud: '' },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo, createdOn: '2024-10-01', rud: '12' },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo - 1, createdOn: '2024-10-01', rud: '' },
  { type: 'reconciliationVersion.summaryRead', callNo: lastCallNo - 1, createdOn: '2024-10-01', rud: '12' },
  {
    type: 'reconciliationVersion.summaryFailed',
    callNo: lastCallNo,
    message: 'Encountered an error. Please try again later.',
  },
  { type: 'reconciliationVersion.summaryFailed', callNo: lastCallNo - 1, message: 'Too late.' },
  { type: 'reconciliationVersion.retryRequested' },
]
