import { STATUS_LABELS, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { StatusEffects } from '@desk/schema/statuses/status-view'
import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { StatusChangeEvent, StatusConflict } from './status-change.events.ts'
import { statusChangeMachine } from './status-change.machine.ts'
import * as statusChange from './status-change.selectors.ts'

function after(...events: readonly StatusChangeEvent[]) {
  let { snapshot } = start(statusChangeMachine)
  let commands: readonly CommandFrom<typeof statusChangeMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(statusChangeMachine, snapshot, event))
  return { snapshot, commands }
}

const requested = (from: StatusCode, to: StatusCode, scope: StatusScope = 'source'): StatusChangeEvent => ({
  type: 'status.changeRequested',
  scope,
  id: 7,
  name: 'Lucid US',
  from,
  to,
  version: 3,
  effects: null,
})
const confirmed: StatusChangeEvent = { type: 'status.confirmed', commandId: 'c1' }
const current: StatusConflict = {
  status: 6,
  changedBy: null,
  changedAt: '2026-11-02T09:30:00.000Z',
  reason: 'hash_errors',
  version: 4,
}
const patch = (over: { commandId?: string; to?: StatusCode; version?: number; note?: string } = {}) => ({
  type: 'patchStatus',
  params: { commandId: 'c1', scope: 'source', id: 7, to: 2, version: 3, note: '', ...over },
})

describe('the confirmation (§4.3)', () => {
  test('has title, text and button literally as specified (§4.3)', () => {
    expect(statusChange.dialog(after(requested(1, 2)).snapshot)).toEqual({
      title: 'Confirm Status Change',
      confirmLabel: 'Yes, Change Status',
      text: 'Are you sure you want to change the status of this Source from Live to Paused?',
      trafficNote: 'This will stop incoming survey traffic via the source.',
      effectNotes: null,
      objectName: 'Lucid US',
      note: '',
      isSending: false,
    })
  })
  test('names the scope and every status by its label (§4.3)', () => {
    const text = (scope: StatusScope, from: StatusCode, to: StatusCode) =>
      statusChange.dialog(after(requested(from, to, scope)).snapshot)?.text
    expect([text('project', 1, 4), text('survey', 6, 5), text('source', 3, 1)]).toEqual([
      'Are you sure you want to change the status of this Project from Live to Complete?',
      'Are you sure you want to change the status of this Survey from Auto-paused to Cancelled?',
      'Are you sure you want to change the status of this Source from Draft to Live?',
    ])
  })
  const NOTHING_STOPS = { live_surveys: 0, live_sources: 0 }
  const noteOf = (effects: StatusEffects, from: StatusCode, to: StatusCode, scope: StatusScope = 'source') =>
    statusChange.dialog(
      after(requested(from, to, scope), { type: 'status.effectsLearned', scope, id: 7, effects }).snapshot,
    )?.trafficNote
  test('leaving Live notes that traffic stops, entering Live that it is allowed, other changes neither (§4.3)', () => {
    // Object.keys loses that the keys are status codes.
    const codes = Object.keys(STATUS_LABELS).map(Number) as StatusCode[]
    const notes = codes.flatMap(from =>
      codes.filter(to => to !== from).map(to => [from, to, noteOf({ ...NOTHING_STOPS, held_by: [] }, from, to)]),
    )
    expect(notes).toEqual(
      codes.flatMap(from =>
        codes
          .filter(to => to !== from)
          .map(to => [
            from,
            to,
            from === 1
              ? 'This will stop incoming survey traffic via the source.'
              : to === 1
                ? 'This will allow incoming traffic.'
                : null,
          ]),
      ),
    )
  })
  test('entering Live below a draft survey or a paused project names them, and promises no traffic (domain.md §2)', () => {
    const survey = { scope: 'survey', statusid: 3 } as const
    const project = { scope: 'project', statusid: 2 } as const
    expect([
      noteOf({ ...NOTHING_STOPS, held_by: [survey, project] }, 3, 1),
      noteOf({ ...NOTHING_STOPS, held_by: [project] }, 2, 1, 'survey'),
      noteOf({ ...NOTHING_STOPS, held_by: [survey] }, 1, 2),
    ]).toEqual([
      'No traffic yet: the survey is a draft and the project is paused.',
      'No traffic yet: the project is paused.',
      'It takes no traffic now: the survey is a draft.',
    ])
  })
  test('entering Live promises no traffic to a survey without a live source, nor before its parents were read', () => {
    expect([
      noteOf({ ...NOTHING_STOPS, held_by: [], ready_sources: 0 }, 3, 1, 'survey'),
      noteOf({ ...NOTHING_STOPS, held_by: [], ready_sources: 2 }, 3, 1, 'survey'),
      statusChange.dialog(after(requested(3, 1)).snapshot)?.trafficNote,
    ]).toEqual(['No traffic yet: it has no live source.', 'This will allow incoming traffic.', null])
  })
  test('a launch warns of suppliers without a redirect for completes', () => {
    const learned = {
      type: 'status.effectsLearned',
      scope: 'source',
      id: 7,
      effects: { ...NOTHING_STOPS, no_complete_redirect: ['North'] },
    } as const
    const warning =
      'North: no redirect for completes, so respondents end on a page of ours and the supplier does not see the complete.'
    expect(
      [3, 1].map(
        from =>
          statusChange.dialog(after(requested(from as StatusCode, from === 1 ? 2 : 1), learned).snapshot)?.effectNotes,
      ),
    ).toEqual([[warning], []])
  })
  test('shows what stops and who is in progress, once that is known', () => {
    const effects = { inflight: 1_200, live_surveys: 1, live_sources: 5 }
    const notes = (scope: StatusScope, from: StatusCode, to: StatusCode) =>
      statusChange.dialog(
        after(requested(from, to, scope), { type: 'status.effectsLearned', scope, id: 7, effects }).snapshot,
      )?.effectNotes
    const inflight = '1,200 respondents are in progress and can still finish; they count.'
    expect([notes('project', 1, 2), notes('survey', 1, 4), notes('source', 1, 2), notes('source', 2, 1)]).toEqual([
      ['1 survey and 5 sources will stop.', inflight],
      ['5 sources will stop.', inflight],
      [inflight],
      [],
    ])
  })
  test('effects of another object are not shown', () => {
    const { snapshot } = after(requested(1, 2), {
      type: 'status.effectsLearned',
      scope: 'survey',
      id: 7,
      effects: { inflight: 9, live_surveys: 0, live_sources: 0 },
    })
    expect(snapshot.context.effects).toBe(null)
  })
  test('rejecting it cancels the change and sends nothing (§4.3, law 5)', () => {
    const { snapshot, commands } = after(requested(1, 2), { type: 'status.confirmationRejected' })
    expect([statusChange.dialog(snapshot), commands, snapshot.context.change]).toEqual([null, [], null])
  })
  test('asks nothing for the status that the object already has', () => {
    expect(statusChange.dialog(after(requested(2, 2)).snapshot)).toBe(null)
  })
})

describe('sending', () => {
  test('a confirmation sends the change once, with the version the user saw and the note (law 5)', () => {
    const noted: StatusChangeEvent = { type: 'status.noteChanged', note: ' client asked ' }
    expect([
      after(requested(1, 2), noted, confirmed).commands,
      after(requested(1, 2), noted, confirmed, confirmed).commands,
    ]).toEqual([[patch({ note: 'client asked' })], []])
  })
  test('the answer of another command is not ours', () => {
    const { snapshot } = after(requested(1, 2), confirmed, {
      type: 'status.changeAccepted',
      commandId: 'c0',
      version: 9,
    })
    expect([statusChange.isBusy(snapshot), statusChange.accepted(snapshot)]).toEqual([true, null])
  })
  test('accepted: the new version is kept, an undo is offered where the table leads back', () => {
    const accepted: StatusChangeEvent = { type: 'status.changeAccepted', commandId: 'c1', version: 4 }
    const told = { scope: 'source', id: 7, name: 'Lucid US', version: 4, echoed: false }
    expect([
      statusChange.accepted(after(requested(1, 2), confirmed, accepted).snapshot),
      statusChange.accepted(after(requested(2, 5), confirmed, accepted).snapshot),
    ]).toEqual([
      { ...told, from: 1, to: 2, canUndo: true },
      { ...told, from: 2, to: 5, canUndo: false },
    ])
  })
  test('an undo asks for the reverse change and sends it with the new version', () => {
    const undo = [
      requested(1, 2),
      confirmed,
      { type: 'status.changeAccepted', commandId: 'c1', version: 4 },
      { type: 'status.undoRequested' },
    ] as const
    expect(statusChange.dialog(after(...undo).snapshot)?.text).toBe(
      'Are you sure you want to change the status of this Source from Paused to Live?',
    )
    expect(after(...undo, { type: 'status.confirmed', commandId: 'c2' }).commands).toEqual([
      patch({ commandId: 'c2', to: 1, version: 4 }),
    ])
  })
  test('the change that comes back over the feed is recognised by its command id', () => {
    const echoed: StatusChangeEvent = {
      type: 'status.changeEchoed',
      commandId: 'c1',
      scope: 'source',
      id: 7,
      version: 4,
    }
    const rejected: StatusChangeEvent = {
      type: 'status.changeRejected',
      commandId: 'c1',
      message: 'Failed to fetch',
      reason: null,
    }
    const accepted: StatusChangeEvent = { type: 'status.changeAccepted', commandId: 'c1', version: 4 }
    const ways = [[echoed], [accepted, echoed], [echoed, accepted], [rejected, echoed]]
    expect(ways.map(way => statusChange.accepted(after(requested(1, 2), confirmed, ...way).snapshot))).toEqual(
      ways.map(() => ({
        scope: 'source',
        id: 7,
        name: 'Lucid US',
        from: 1,
        to: 2,
        version: 4,
        echoed: true,
        canUndo: true,
      })),
    )
    expect(statusChange.accepted(after(requested(1, 2), confirmed, { ...echoed, commandId: 'c0' }).snapshot)).toBe(null)
  })
  test('a refusal shows its reason; trying again asks again', () => {
    const refused = [
      requested(2, 1),
      confirmed,
      { type: 'status.changeRejected', commandId: 'c1', message: 'The target is reached.', reason: 'target_reached' },
    ] as const
    expect(statusChange.refusal(after(...refused).snapshot)).toEqual({
      message: 'The target is reached.',
      reason: 'target_reached',
    })
    const again = after(...refused, { type: 'status.retryRequested' })
    expect([statusChange.dialog(again.snapshot)?.isSending, again.commands]).toEqual([false, []])
  })
})

describe('a conflict', () => {
  const conflicted = [
    requested(1, 2),
    confirmed,
    { type: 'status.changeConflicted', commandId: 'c1', current },
  ] as const
  test('shows who changed it, when and why', () => {
    expect(statusChange.conflict(after(...conflicted).snapshot)).toEqual({
      ...current,
      objectName: 'Lucid US',
      wanted: 2,
      isThereAlready: false,
    })
  })
  test('can be tried again from the new state', () => {
    const again = [...conflicted, { type: 'status.retryRequested' }] as const
    expect(statusChange.dialog(after(...again).snapshot)?.text).toBe(
      'Are you sure you want to change the status of this Source from Auto-paused to Paused?',
    )
    expect(after(...again, { type: 'status.confirmed', commandId: 'c2' }).commands).toEqual([
      patch({ commandId: 'c2', version: 4 }),
    ])
  })
  test('is over when the other user set the wanted status', () => {
    const same = [
      requested(1, 2),
      confirmed,
      { type: 'status.changeConflicted', commandId: 'c1', current: { ...current, status: 2 } },
    ] as const
    expect(statusChange.conflict(after(...same).snapshot)?.isThereAlready).toBe(true)
    expect(after(...same, { type: 'status.retryRequested' }).snapshot.value).toBe('idle')
  })
  test('shows before sending when the feed brings it, unless it is older or of another object', () => {
    const news: StatusChangeEvent = { type: 'status.changedElsewhere', scope: 'source', id: 7, current }
    const values = [news, { ...news, current: { ...current, version: 3 } }, { ...news, id: 8 }].map(
      event => after(requested(1, 2), event).snapshot.value,
    )
    expect(values).toEqual(['conflicted', 'confirming', 'confirming'])
  })
  test('can be dismissed', () => {
    expect(after(...conflicted, { type: 'status.dismissed' }).snapshot.context).toEqual(
      start(statusChangeMachine).snapshot.context,
    )
  })
})
