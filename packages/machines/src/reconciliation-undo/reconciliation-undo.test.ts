import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { ReconciliationUndoEvent } from './reconciliation-undo.events.ts'
import { reconciliationUndoMachine } from './reconciliation-undo.machine.ts'
import * as selectors from './reconciliation-undo.selectors.ts'

function after(...events: readonly ReconciliationUndoEvent[]) {
  let { snapshot } = start(reconciliationUndoMachine)
  let commands: readonly CommandFrom<typeof reconciliationUndoMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(reconciliationUndoMachine, snapshot, event))
  return { stand: selectors.undo(snapshot)?.stand ?? null, commands }
}

const REQUESTED: ReconciliationUndoEvent = {
  type: 'reconciliationUndo.requested',
  projectId: 5,
  reconciliationId: 30,
  supplierId: 4,
}
const previewed = (changes: number, numberToType: string | null = null): ReconciliationUndoEvent => ({
  type: 'reconciliationUndo.previewed',
  callNo: 1,
  undoId: 31,
  digest: 'u1',
  changes,
  numberToType,
})
const confirmed = (typedNumber = ''): ReconciliationUndoEvent => ({
  type: 'reconciliationUndo.confirmed',
  commandId: 's1',
  typedNumber,
})
const storeUndo = (callNo: number, projectNumber = '') => ({
  type: 'storeUndo',
  params: { callNo, commandId: 's1', undoId: 31, digest: 'u1', projectNumber },
})

describe('an undo', () => {
  test('has a preview of its own before it stores, of one supplier’s rows where asked', () => {
    expect([after(REQUESTED), after(REQUESTED, previewed(2), confirmed())]).toEqual([
      {
        stand: 'previewing',
        commands: [
          {
            type: 'previewUndo',
            params: { callNo: 1, projectId: 5, reconciliationId: 30, supplierId: 4, undoId: null },
          },
        ],
      },
      { stand: 'storing', commands: [storeUndo(2)] },
    ])
  })
  test('stores nothing where nothing can be undone, nor before the number is typed', () => {
    expect([
      after(REQUESTED, previewed(0), confirmed()).commands,
      after(REQUESTED, previewed(2, 'P-100'), confirmed('P-1')).commands,
      after(REQUESTED, previewed(2, 'P-100'), confirmed('P-100')).commands,
    ]).toEqual([[], [], [storeUndo(2, 'P-100')]])
  })
  test('gives its preview up when it is dismissed, and cannot be dismissed while it stores', () => {
    const dismissed: ReconciliationUndoEvent = { type: 'reconciliationUndo.dismissed' }
    expect([
      after(REQUESTED, previewed(2), dismissed),
      after(REQUESTED, previewed(2), confirmed(), dismissed).stand,
    ]).toEqual([{ stand: null, commands: [{ type: 'abandonUndo', params: { projectId: 5, undoId: 31 } }] }, 'storing'])
  })
})
