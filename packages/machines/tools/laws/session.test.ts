import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeedEvent } from '../../src/feed/feed.events.ts'
import { feedMachine } from '../../src/feed/feed.machine.ts'
import { canonicalJson } from '../../src/journal/fingerprint.ts'
import { SAMPLED, sampledOf } from '../samples/sampled.ts'
import { start, step } from '../../src/runtime/step.ts'
import type { SessionEvent } from '../../src/session/session.events.ts'
import { SAMPLE_USER } from '../samples/session.samples.ts'
import { sessionMachine } from '../../src/session/session.machine.ts'
import { user } from '../../src/session/session.selectors.ts'
import { choices, holds, walk } from './walks.ts'

const WITH_TOKEN: readonly string[] = ['checkSession', 'endServerSession']

test('law 3: without a stored token no command but login, reset and public reads is ever asked for', () => {
  holds('law 3', choices(80), by => {
    // The storage as the runner keeps it, for all tabs.
    let stored = false
    for (const { event, before, commands } of walk(SAMPLED.session, by)) {
      const told = event as SessionEvent // The walk's events are the session's own samples.
      if (told.type === 'app.started' && before.matches('starting')) stored = told.hasToken
      if (told.type === 'session.endedInOtherTab') stored = false
      if (told.type === 'session.startedInOtherTab') stored = true
      for (const { type } of commands) {
        expect([type, !WITH_TOKEN.includes(type) || stored]).toEqual([type, true])
        if (type === 'storeToken') stored = true
        if (type === 'clearSession') stored = false
      }
    }
  })
})

/** A user whose every text is unique. */
const MARK = 'of-the-ended-account'
const ENDED_USER = {
  ...SAMPLE_USER,
  uid: 901,
  pm_dsh_ud: 902,
  firstname: MARK,
  lastname: MARK,
  username: `${MARK}@x.example`,
  dashboard_name: MARK,
}

describe('law 4: after session.ended nothing of the ended account is visible to the next one', () => {
  test('law 4: whatever answers of the ended session are still in flight', () => {
    const after = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.noBias(fc.nat({ max: 10_000 })) },
        { weight: 1, arbitrary: fc.constant('late' as const) },
      ),
      { maxLength: 40, size: 'max' },
    )
    holds(
      'law 4',
      fc.tuple(fc.constantFrom('/projects/5/survey', '/login'), choices(10), after),
      ([path, by, later]) => {
        let { snapshot } = start(sessionMachine)
        const take = (event: SessionEvent) => ({ snapshot } = step(sessionMachine, snapshot, event))
        const answer = (callNo: number): SessionEvent => ({
          type: 'session.confirmed',
          callNo,
          user: ENDED_USER,
          switchFlag: true,
          loginParentDshUd: 903,
        })
        take({ type: 'app.started', hasToken: true, path })
        take(answer(snapshot.context.callNo))
        expect(user(snapshot)).toEqual(ENDED_USER)
        for (const choice of by) {
          const samples = SAMPLED.session.samplesAt(snapshot)
          take(samples[choice % samples.length] ?? { type: 'session.ended' })
        }
        take({ type: 'session.ended' })
        const lastCall = snapshot.context.callNo
        for (const choice of ['late' as const, ...later]) {
          if (choice === 'late') {
            for (let callNo = 0; callNo <= lastCall; callNo++) take(answer(callNo))
            take({ type: 'signIn.codeRefused', attemptId: 'a0', message: MARK })
            take({ type: 'signIn.refused', attemptId: 'a0', message: MARK, retryAfterMs: null })
          } else {
            const samples = SAMPLED.session.samplesAt(snapshot)
            take(samples[choice % samples.length] ?? { type: 'session.ended' })
          }
          expect(canonicalJson(snapshot.context)).not.toContain(MARK)
        }
      },
    )
  })

  test('law 4: a closed feed shows nothing of the topics it had, whatever still comes of them', () => {
    const T = 'survey:1'
    const opening = [
      { type: 'feed.openRequested' },
      { type: 'page.shown' },
      { type: 'socket.connected', atMs: 0 },
      { type: 'topic.watchRequested', topic: T },
    ] as const
    holds('law 4 feed', fc.tuple(choices(40), choices(20)), ([by, later]) => {
      let { snapshot } = start(feedMachine)
      const take = (event: FeedEvent) => {
        const next = step(feedMachine, snapshot, event)
        snapshot = next.snapshot
        return next.commands
      }
      const takeSample = (choice: number) => {
        const samples = SAMPLED.feed.samplesAt(snapshot)
        return take(samples[choice % samples.length] ?? { type: 'network.lost' })
      }
      // The ended account watched a topic; its reads may be under way still.
      for (const event of [...opening, { type: 'topic.subscribed', topic: T, epoch: 'e1', position: 1 } as const])
        take(event)
      by.forEach(takeSample)
      const oldReads = Math.max(
        snapshot.context.readNoFloor,
        ...Object.values(snapshot.context.topics).map(({ context }) => context.readNo),
      )
      take({ type: 'feed.closeRequested' })
      expect(snapshot.context.topics).toEqual({})
      // The next account watches a topic of the same name.
      for (const event of [...opening, { type: 'topic.subscribed', topic: T, epoch: 'e1', position: 1 } as const])
        take(event)
      for (const choice of later) {
        const commands = take({ type: 'snapshot.received', topic: T, readNo: choice % (oldReads + 1), atMs: 0 })
        expect(commands.filter(({ type }) => type === 'applySnapshot' || type === 'applyHeld')).toEqual([])
        takeSample(choice)
      }
    })
  })

  test('law 4: a switch and a dialog that the session’s end cuts off hold nothing of it, whatever still comes of them', () => {
    holds('law 4 beside', fc.tuple(choices(), choices(10)), ([by, later]) => {
      for (const { machine, samplesAt } of [sampledOf('account-switch'), sampledOf('user-dialog')]) {
        // Only the counters continue, so that a late answer cannot pass for a new one.
        const held = ({ context }: { context: object }) => ({ ...context, callNo: 0 })
        const end = step(
          machine,
          walk(sampledOf(machine.id as 'account-switch'), by).at(-1)?.snapshot ?? start(machine).snapshot,
          { type: 'session.ended' },
        ).snapshot
        expect(held(end)).toEqual(held(start(machine).snapshot))
        let snapshot = end
        for (const choice of later) {
          const answers = samplesAt(snapshot).filter(({ type }) => !type.endsWith('Requested'))
          const next = step(machine, snapshot, answers[choice % answers.length] ?? { type: 'session.ended' })
          expect([held(next.snapshot), next.commands]).toEqual([held(end), []])
          snapshot = next.snapshot
        }
      }
    })
  })
})
