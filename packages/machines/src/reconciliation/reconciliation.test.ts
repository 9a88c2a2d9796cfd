import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { PreviewFacts, ReconciliationEvent } from './reconciliation.events.ts'
import { reconciliationMachine } from './reconciliation.machine.ts'
import * as reconciliation from './reconciliation.selectors.ts'

function after(...events: readonly ReconciliationEvent[]) {
  let { snapshot } = start(reconciliationMachine)
  let commands: readonly CommandFrom<typeof reconciliationMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(reconciliationMachine, snapshot, event))
  return { snapshot, commands }
}

const OPENED: ReconciliationEvent = { type: 'reconciliation.opened', projectId: 5 }
const SUBMITTED: ReconciliationEvent = {
  type: 'reconciliation.submitted',
  way: 'file',
  contentRef: 'c1',
  name: 'october.csv',
}
const FACTS: PreviewFacts = { digest: 'd1', changes: 2, numberToType: null }
const previewed = (callNo: number, preview: PreviewFacts = FACTS): ReconciliationEvent => ({
  type: 'reconciliation.previewed',
  callNo,
  preview,
})
// opening counts as call 1, the upload is 2, the preview 3
const UPLOADED: ReconciliationEvent = { type: 'reconciliation.uploaded', callNo: 2, reconciliationId: 30 }
const PREVIEWED = [OPENED, SUBMITTED, UPLOADED, previewed(3)] as const
const STORE: ReconciliationEvent = { type: 'reconciliation.storeRequested', commandId: 's1', isAllOrNothing: false }
const store = (callNo: number) => ({
  type: 'store',
  params: {
    callNo,
    commandId: 's1',
    reconciliationId: 30,
    digest: 'd1',
    isAllOrNothing: false,
    projectNumber: '',
  },
})

describe('a reconciliation', () => {
  test('uploads, previews, and stores what the preview showed, with its digest', () => {
    expect([
      after(OPENED, SUBMITTED).commands,
      after(OPENED, SUBMITTED, UPLOADED).commands.map(({ type }) => type),
      after(...PREVIEWED, STORE).commands,
      reconciliation.stored(
        after(...PREVIEWED, STORE, { type: 'reconciliation.stored', callNo: 4, changes: 2 }).snapshot,
      ),
    ]).toEqual([
      [
        {
          type: 'upload',
          params: { callNo: 2, projectId: 5, way: 'file', contentRef: 'c1', isKnownFile: false },
        },
      ],
      ['preview'],
      [store(4)],
      { reconciliationId: 30, changes: 2, name: 'october.csv' },
    ])
  })
  test('stores once for one press, and again under the same id after a failure', () => {
    const failed: ReconciliationEvent = { type: 'reconciliation.failed', callNo: 4, message: 'Oh', reason: null }
    expect([
      after(...PREVIEWED, STORE, STORE).commands,
      after(...PREVIEWED, STORE, failed, { type: 'reconciliation.retryRequested' }).commands,
    ]).toEqual([[], [store(5)]])
  })
  test('stores nothing that differs from the preview: changed ticks are previewed first', () => {
    const unticked: ReconciliationEvent = { type: 'reconciliation.rowsTicked', lines: [1], isTicked: false }
    const changed = after(...PREVIEWED, unticked)
    expect([
      reconciliation.preview(changed.snapshot)?.isChanged,
      after(...PREVIEWED, unticked, STORE).commands,
      after(...PREVIEWED, unticked, { type: 'reconciliation.previewRequested' }).commands,
    ]).toEqual([
      true,
      [],
      [
        {
          type: 'preview',
          params: {
            callNo: 4,
            projectId: 5,
            reconciliationId: 30,
            choice: { untickedLines: [1], untickedReasons: [], untickedSuppliers: [], confirmedLines: [] },
          },
        },
      ],
    ])
  })
  test('stores nothing before the number is typed that a guard asks for, nor where storing changes nothing', () => {
    const guarded = [OPENED, SUBMITTED, UPLOADED, previewed(3, { ...FACTS, numberToType: 'P-100' })] as const
    const typed = (number: string): ReconciliationEvent => ({ type: 'reconciliation.numberTyped', number })
    expect([
      after(...guarded, STORE).commands,
      after(...guarded, typed('P-10'), STORE).commands,
      after(...guarded, typed(' P-100 '), STORE).commands.map(({ type }) => type),
      after(OPENED, SUBMITTED, UPLOADED, previewed(3, { ...FACTS, changes: 0 }), STORE).commands,
    ]).toEqual([[], [], ['store'], []])
  })
  test('says how many rows changed since the preview, and previews again', () => {
    const outdated = [...PREVIEWED, STORE, { type: 'reconciliation.previewOutdated', callNo: 4, rows: 3 }] as const
    expect([
      reconciliation.outdated(after(...outdated).snapshot),
      after(...outdated, { type: 'reconciliation.previewRequested' }).commands.map(({ type }) => type),
    ]).toEqual([{ reconciliationId: 30, rows: 3 }, ['preview']])
  })
  test('can be cancelled before it stores, and not while it does', () => {
    const cancel: ReconciliationEvent = { type: 'reconciliation.cancelRequested' }
    expect([
      after(OPENED, SUBMITTED, cancel).commands.map(({ type }) => type),
      after(OPENED, SUBMITTED, UPLOADED, cancel).commands.map(({ type }) => type),
      after(...PREVIEWED, STORE, cancel).commands,
    ]).toEqual([['cancel', 'forgetContent'], ['cancel', 'abandon', 'forgetContent'], []])
  })
  test('takes a file again that the server has had before only when asked to', () => {
    const known: ReconciliationEvent = {
      type: 'reconciliation.failed',
      callNo: 2,
      message: 'Uploaded before',
      reason: 'known_file',
    }
    expect(
      after(OPENED, SUBMITTED, known, { type: 'reconciliation.retryRequested' }).commands.map(({ params }) => params),
    ).toEqual([{ callNo: 3, projectId: 5, way: 'file', contentRef: 'c1', isKnownFile: true }])
  })
  test('asks before it is left with something that is not stored, and not before or after', () => {
    const asks = (...events: readonly ReconciliationEvent[]) =>
      reconciliation.asksBeforeLeaving(after(...events).snapshot)
    expect([
      asks(OPENED),
      asks(OPENED, SUBMITTED),
      asks(...PREVIEWED),
      asks(...PREVIEWED, STORE, { type: 'reconciliation.stored', callNo: 4, changes: 2 }),
    ]).toEqual([false, true, true, false])
  })
  test('drops the late answer of a call that was cancelled', () => {
    const { snapshot } = after(OPENED, SUBMITTED, { type: 'reconciliation.cancelRequested' }, UPLOADED)
    expect(reconciliation.canSubmit(snapshot)).toBe(true)
  })
})
