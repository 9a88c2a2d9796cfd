import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { ActEvent, ActQuestion } from './act.events.ts'
import { actMachine } from './act.machine.ts'
import * as selectors from './act.selectors.ts'

function after(...events: readonly ActEvent[]) {
  let { snapshot } = start(actMachine)
  let commands: readonly CommandFrom<typeof actMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(actMachine, snapshot, event))
  return { stage: selectors.stage(snapshot), dialog: selectors.dialog(snapshot), commands }
}

const QUESTION: ActQuestion = {
  title: 'Delete it?',
  lines: ['It is gone for good.'],
  confirmLabel: 'Delete',
  tone: 'danger',
}
const requested: ActEvent = {
  type: 'act.requested',
  call: 'webhooks.remove',
  rows: 1,
  needsPreview: false,
  question: QUESTION,
}
const confirmed: ActEvent = { type: 'act.confirmed', key: 'k1', digest: null }
const sent = (attemptNo: number, key: string, isUndo = false, digest: string | null = null) => ({
  type: 'send',
  params: { attemptNo, key, digest, isUndo },
})

describe('an act', () => {
  test('sends nothing before it is confirmed, and its dialog shows the refusal', () => {
    expect(after(requested)).toEqual({ stage: 'confirming', dialog: { ...QUESTION, message: null }, commands: [] })
    expect(after(requested, confirmed).commands).toEqual([sent(1, 'k1')])
    const refused = after(requested, confirmed, { type: 'act.refused', attemptNo: 1, message: 'It is in use.' })
    expect(refused.dialog).toEqual({ ...QUESTION, message: 'It is in use.' })
  })

  test('repeats an unanswered call under its key, and a refused one under a new key', () => {
    const again: ActEvent = { type: 'act.retryRequested', key: 'k2' }
    const unanswered: ActEvent = { type: 'act.unanswered', attemptNo: 1, message: 'No answer.' }
    const refused: ActEvent = { type: 'act.refused', attemptNo: 1, message: 'Not now.' }
    expect(after(requested, confirmed, unanswered, again).commands).toEqual([sent(2, 'k1')])
    expect(after(requested, confirmed, refused, again).commands).toEqual([sent(2, 'k2')])
  })

  test('cannot be dismissed while it is sent, and a late answer of an earlier call does not count', () => {
    expect(after(requested, confirmed, { type: 'act.dismissed' }).stage).toBe('sending')
    const late: ActEvent = { type: 'act.answered', attemptNo: 0, done: 1, failed: 0, canUndo: false, question: null }
    expect(after(requested, confirmed, late).stage).toBe('sending')
  })

  test('stores only the preview that the user saw, and nothing where it changes no row', () => {
    const previews: ActEvent = { ...requested, needsPreview: true }
    const previewed = (rows: number): ActEvent => ({
      type: 'act.previewed',
      attemptNo: 1,
      digest: 'd1',
      rows,
      question: null,
    })
    const confirm = (digest: string): ActEvent => ({ type: 'act.confirmed', key: 'k1', digest })
    expect(after(previews, previewed(2), confirm('d0')).stage).toBe('confirming')
    expect(after(previews, previewed(0), confirm('d1')).stage).toBe('confirming')
    expect(after(previews, previewed(2), confirm('d1')).commands).toEqual([sent(2, 'k1', false, 'd1')])
  })

  test('previews again while its question is open, and only the newest preview is confirmed', () => {
    const previews: ActEvent = { ...requested, needsPreview: true }
    const previewed = (digest: string): ActEvent => ({
      type: 'act.previewed',
      attemptNo: 1,
      digest,
      rows: 2,
      question: { ...QUESTION, lines: [`As ${digest}.`] },
    })
    const confirm = (digest: string): ActEvent => ({ type: 'act.confirmed', key: 'k1', digest })
    const twice = [previews, previewed('d1'), previewed('d2')]
    expect(after(...twice).dialog?.lines).toEqual(['As d2.'])
    expect(after(...twice, confirm('d1')).stage).toBe('confirming')
    expect(after(...twice, confirm('d2')).commands).toEqual([sent(2, 'k1', false, 'd2')])
  })

  test('shows its result where it has one, and else closes: its undo opens no question', () => {
    const result: ActQuestion = { ...QUESTION, lines: ['1 changed'] }
    const answered = (question: ActQuestion | null): ActEvent => ({
      type: 'act.answered',
      attemptNo: 1,
      done: 1,
      failed: 0,
      canUndo: true,
      question,
    })
    expect(after(requested, confirmed, answered(result)).dialog).toEqual({ ...result, message: null })
    const undo: ActEvent = { type: 'act.undoRequested', key: 'k2' }
    const undoing = [requested, confirmed, answered(null), undo]
    expect(after(...undoing).dialog).toBeNull()
    expect(after(...undoing, { type: 'act.withdrawn', attemptNo: 2 }).stage).toBe('resting')
  })

  test('is undone once, under a key of its own', () => {
    const done: ActEvent = { type: 'act.answered', attemptNo: 1, done: 1, failed: 0, canUndo: true, question: null }
    const undo: ActEvent = { type: 'act.undoRequested', key: 'k2' }
    expect(after(requested, confirmed, done, undo).commands).toEqual([sent(2, 'k2', true)])
    const undone: ActEvent = { type: 'act.answered', attemptNo: 2, done: 1, failed: 0, canUndo: true, question: null }
    expect(after(requested, confirmed, done, undo, undone, undo).commands).toEqual([])
  })
})
