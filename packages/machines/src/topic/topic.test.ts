import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { TopicEvent } from './topic.events.ts'
import { topicMachine } from './topic.machine.ts'
import { MAX_RETRY_DELAY_MS, RETRY_DELAY_MS } from './topic.setup.ts'

function after(...events: readonly TopicEvent[]) {
  let { snapshot } = start(topicMachine)
  let commands: readonly CommandFrom<typeof topicMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(topicMachine, snapshot, event))
  return { value: snapshot.value, context: snapshot.context, asked: commands.map(({ type }) => type), snapshot }
}

const ask: TopicEvent = { type: 'topic.askRequested' }
const rest: TopicEvent = { type: 'topic.restRequested' }
const accepted = (position: number, epoch = 'e1', isFrozen = false): TopicEvent => ({
  type: 'topic.watchAccepted',
  epoch,
  position,
  isFrozen,
})
const refused = (status: number): TopicEvent => ({ type: 'topic.watchRefused', status, lastHeardMs: 1_000 })
const read = (readNo: number, isFrozen = false): TopicEvent => ({ type: 'topic.snapshotReceived', readNo, isFrozen })
const notRead = (readNo: number): TopicEvent => ({ type: 'topic.snapshotFailed', readNo, lastHeardMs: 1_000 })
const frame = (to: number, isFrozen = false, epoch = 'e1'): TopicEvent => ({
  type: 'topic.frameReceived',
  epoch,
  from: to - 1,
  to,
  isFrozen,
})
const followed = [ask, accepted(5), read(1)] as const

describe('a topic (law 7)', () => {
  test('asks, reads a snapshot and follows; frames that come meanwhile are held and applied after it', () => {
    expect(
      [[], [ask], [ask, accepted(5)], [ask, accepted(5), frame(6)], [ask, accepted(5), frame(6), read(1)]].map(
        events => {
          const { value, asked } = after(...events)
          return [value, asked]
        },
      ),
    ).toEqual([
      ['resting', []],
      ['asking', ['subscribe']],
      ['reading', ['requestSnapshot']],
      ['reading', ['holdFrame']],
      ['following', ['applySnapshot', 'applyHeld']],
    ])
  })
  test('applies the next frame, and neither a repeat nor an older one', () => {
    expect([
      after(...followed, frame(6)).asked,
      after(...followed, frame(5)).asked,
      after(...followed, frame(6), frame(6)).asked,
    ]).toEqual([['applyFrame'], [], []])
  })
  test('reads a new snapshot after a gap or in another epoch, but changes no shown figure while updates are frozen', () => {
    expect(
      [
        [...followed, frame(8)],
        [...followed, frame(6, false, 'e2')],
        [...followed, frame(6, true)],
        [...followed, frame(6, true), frame(8, true)],
        [...followed, frame(6, true), frame(8, true), { type: 'topic.unfreezeRequested' } as const],
      ].map(events => {
        const { value, asked, context } = after(...events)
        return [value, asked, context.waiting]
      }),
    ).toEqual([
      ['reading', ['requestSnapshot'], 0],
      ['reading', ['requestSnapshot'], 0],
      ['following', ['holdFrame'], 1],
      ['behind', ['dropHeld'], 2],
      ['reading', ['requestSnapshot'], 0],
    ])
  })
  test('goes on without a snapshot where nothing was missed', () => {
    expect([
      after(...followed, rest, ask, accepted(5)).value,
      after(...followed, rest, ask, accepted(6)).value,
      after(...followed, rest, ask, accepted(5, 'e2')).value,
      after(ask, accepted(5), rest, ask, accepted(5)).value,
    ]).toEqual(['following', 'reading', 'reading', 'reading'])
  })
  test('retries temporary failures with growing delays, and never a final refusal', () => {
    const again = [1, 2, 3, 4, 5, 6].map(
      failures =>
        after(...Array.from({ length: failures }, () => [ask, refused(503)] as const).flat()).context.againFromMs,
    )
    expect(again.map(ms => (ms ?? 0) - 1_000)).toEqual([
      0,
      RETRY_DELAY_MS,
      2 * RETRY_DELAY_MS,
      4 * RETRY_DELAY_MS,
      8 * RETRY_DELAY_MS,
      MAX_RETRY_DELAY_MS,
    ])
    expect([
      after(ask, refused(404)).value,
      after(ask, refused(404), { type: 'topic.retryRequested', isFrozen: false }).asked,
      after(ask, accepted(5), notRead(1)).value,
      after(ask, accepted(5), notRead(1), { type: 'topic.retryRequested', isFrozen: false }).asked,
    ]).toEqual(['refused', [], 'behind', ['requestSnapshot']])
  })
  test('gives up its watch and its held frames', () => {
    expect([
      after(...followed, { type: 'topic.leaveRequested' }).asked,
      after(...followed, { type: 'topic.closeRequested' }).asked,
      after(...followed, frame(6, true), { type: 'topic.closeRequested' }).asked,
    ]).toEqual([['unsubscribe'], [], ['dropHeld']])
  })
  test('shows by its tags whether it waits for the server or is followed', () => {
    const tagged = (...events: readonly TopicEvent[]) => [...after(...events).snapshot.tags]
    expect([tagged(), tagged(ask), tagged(ask, accepted(5)), tagged(...followed), tagged(ask, refused(404))]).toEqual([
      [],
      ['waitsForServer'],
      ['waitsForServer'],
      ['isFollowed'],
      ['isFollowed'],
    ])
  })
})
