import type { StatusChangeEvent, StatusConflict } from '../../src/status-change/status-change.events.ts'

const source = { scope: 'source', id: 7 } as const
const current: StatusConflict = {
  status: 6,
  changedBy: 'Ann Lee',
  changedAt: '2026-11-02T09:30:00.000Z',
  reason: 'hash_errors',
  version: 4,
}

export const statusChangeSamples: readonly StatusChangeEvent[] = [
  { type: 'status.changeRequested', ...source, name: 'Lucid US', from: 1, to: 2, version: 3, effects: null },
  { type: 'status.changeRequested', ...source, name: 'Lucid US', from: 1, to: 1, version: 3, effects: null },
  {
    type: 'status.changeRequested',
    ...source,
    name: 'Lucid US',
    from: 2,
    to: 5,
    version: 3,
    effects: { inflight: 0, live_surveys: 0, live_sources: 0 },
  },
  { type: 'status.effectsLearned', ...source, effects: { inflight: 12, live_surveys: 0, live_sources: 1 } },
  {
    type: 'status.effectsLearned',
    scope: 'survey',
    id: 7,
    effects: { inflight: 99, live_surveys: 1, live_sources: 9 },
  },
  { type: 'status.noteChanged', note: 'client asked' },
  { type: 'status.confirmed', commandId: 'c1' },
  { type: 'status.confirmationRejected' },
  { type: 'status.changeAccepted', commandId: 'c1', version: 4 },
  { type: 'status.changeAccepted', commandId: 'other', version: 9 },
  { type: 'status.changeRejected', commandId: 'c1', message: 'The target is reached.', reason: 'target_reached' },
  { type: 'status.changeRejected', commandId: 'other', message: 'not ours', reason: null },
  { type: 'status.changeConflicted', commandId: 'c1', current },
  { type: 'status.changeConflicted', commandId: 'c1', current: { ...current, status: 2 } },
  { type: 'status.changeConflicted', commandId: 'other', current },
  { type: 'status.changeEchoed', commandId: 'c1', ...source, version: 4 },
  { type: 'status.changeEchoed', commandId: 'other', ...source, version: 9 },
  { type: 'status.changedElsewhere', ...source, current },
  { type: 'status.changedElsewhere', scope: 'survey', id: 7, current },
  { type: 'status.changedElsewhere', ...source, current: { ...current, version: 2 } },
  { type: 'status.retryRequested' },
  { type: 'status.undoRequested' },
  { type: 'status.dismissed' },
]
