import type { StatusGuardFacts } from '@desk/schema/statuses/facts'
import type { StatusMachineEvent } from '../../src/status/status.events.ts'

/** A source that nothing blocks: samples change one fact of it. */
export const READY_SOURCE_FACTS: StatusGuardFacts = {
  scope: 'source',
  surveyUrlRequired: true,
  surveyUrlValid: true,
  target: 100,
  targetReached: false,
  outOfFieldPassed: false,
  hasPrice: true,
  hasSupplier: true,
  quotasMeetable: true,
  parentTerminal: false,
  billableCompletes: 0,
  inflight: 0,
}

const by = 'user' as const
const facts = READY_SOURCE_FACTS

/** One event for every column of the table of domain.md §2, and one for every fact that blocks it. */
export const statusSamples: readonly StatusMachineEvent[] = [
  { type: 'LAUNCH', by, facts },
  { type: 'LAUNCH', by, facts: { ...facts, surveyUrlValid: false } },
  { type: 'LAUNCH', by, facts: { ...facts, target: 0 } },
  { type: 'LAUNCH', by, facts: { ...facts, outOfFieldPassed: true } },
  { type: 'LAUNCH', by, facts: { ...facts, hasPrice: false } },
  { type: 'LAUNCH', by, facts: { ...facts, hasSupplier: false } },
  { type: 'LAUNCH', by, facts: { ...facts, quotasMeetable: false } },
  { type: 'LAUNCH', by, facts: { ...facts, parentTerminal: true } },
  { type: 'RESUME', by, facts },
  { type: 'RESUME', by, facts: { ...facts, targetReached: true } },
  { type: 'RESUME', by, facts: { ...facts, outOfFieldPassed: true } },
  { type: 'RESUME', by, facts: { ...facts, parentTerminal: true } },
  { type: 'PAUSE', by, facts },
  { type: 'AUTO_PAUSE', by: 'system', facts },
  { type: 'AUTO_PAUSE', by, facts },
  { type: 'COMPLETE', by, facts },
  { type: 'CANCEL', by, facts },
  { type: 'CANCEL', by, facts: { ...facts, billableCompletes: 1 } },
  { type: 'CANCEL', by, facts: { ...facts, inflight: 1 } },
]
