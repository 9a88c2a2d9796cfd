import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { ReconciliationVersionEvent } from './reconciliation-version.events.ts'
import { reconciliationVersionMachine } from './reconciliation-version.machine.ts'
import * as choice from './reconciliation-version.selectors.ts'

function after(...events: readonly ReconciliationVersionEvent[]) {
  let { snapshot } = start(reconciliationVersionMachine)
  let commands: readonly CommandFrom<typeof reconciliationVersionMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(reconciliationVersionMachine, snapshot, event))
  return { version: choice.version(snapshot), error: choice.error(snapshot), commands }
}

const chosenFor = (projectId = 5): ReconciliationVersionEvent => ({
  type: 'reconciliationVersion.chosenFor',
  projectId,
})
const read = (createdOn: string, rud: string, callNo = 1): ReconciliationVersionEvent => ({
  type: 'reconciliationVersion.summaryRead',
  callNo,
  createdOn,
  rud,
})
const UNDECIDED = { version: null, error: null }
const readSummary = (callNo: number, projectId = 5) => ({ type: 'readSummary', params: { callNo, projectId } })

describe('the reconciliation of a project (§4.13)', () => {
  test('is the old one when the project was created before 2024-10-01, whatever rud says (§4.13)', () => {
    expect([
      after(chosenFor(), read('2024-09-30', '')).version,
      after(chosenFor(), read('2024-09-30', '12')).version,
    ]).toEqual(['old', 'old'])
  })
  test('is the old one when rud is non-empty, else the new one, from that day on (§4.13, §3.35)', () => {
    expect([
      after(chosenFor(), read('2024-10-01', '12')).version,
      after(chosenFor(), read('2024-10-01', '')).version,
    ]).toEqual(['old', 'new'])
  })
  test('is not decided before the summary is read', () => {
    expect(after(chosenFor())).toEqual({ ...UNDECIDED, commands: [readSummary(1)] })
  })
  test('is not decided by a summary that did not load, which can be asked for again', () => {
    const failed: readonly ReconciliationVersionEvent[] = [
      chosenFor(),
      { type: 'reconciliationVersion.summaryFailed', callNo: 1, message: 'Oh' },
    ]
    const retried = [...failed, { type: 'reconciliationVersion.retryRequested' } as const]
    expect([after(...failed), after(...retried), after(...retried, read('2026-01-02', '', 2)).version]).toEqual([
      { version: null, error: 'Oh', commands: [] },
      { ...UNDECIDED, commands: [readSummary(2)] },
      'new',
    ])
  })
  test('is not that of the project before, whose answer comes late', () => {
    const changed = [chosenFor(), chosenFor(6)]
    expect([
      after(...changed),
      after(...changed, read('2026-01-02', '12', 1)).version,
      after(...changed, read('2026-01-02', '', 2)).version,
    ]).toEqual([{ ...UNDECIDED, commands: [readSummary(2, 6)] }, null, 'new'])
  })
  test('is asked for once for the same project', () => {
    expect(after(chosenFor(), chosenFor())).toEqual({ ...UNDECIDED, commands: [] })
  })
})
