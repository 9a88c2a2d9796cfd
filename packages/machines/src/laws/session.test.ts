import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feedMachine } from '../feed/feed.machine.ts'
import { canonicalJson } from '../journal/fingerprint.ts'
import { MACHINES } from '../registry.ts'
import { start, step } from '../runtime/step.ts'
import { SAMPLE_USER, type SessionEvent } from '../session/session.events.ts'
import { sessionMachine } from '../session/session.machine.ts'
import { user } from '../session/session.selectors.ts'
import { choices, holds, walk } from './walks.ts'

const WITH_TOKEN: readonly string[] = ['checkSession', 'switchAccount', 'endServerSession']

test('law 3: without a stored token no command but login, reset and public reads is ever asked for', () => {
  holds('law 3', choices(80), by => {
    // The storage as the runner keeps it, for all tabs.
    let stored = false
    for (const { event, before, commands } of walk(MACHINES.session, by)) {
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

/** A user whose every text can be told from anybody else's. */
const MARK = 'of-the-ended-account'
const ENDED_USER = { ...SAMPLE_USER, uid: 901, pm_dsh_ud: 902, firstname: MARK, lastname: MARK, username: `${MARK}@x.example`, dashboard_name: MARK }

describe('law 4: after session.ended nothing of the ended account is visible to the next one', () => {
  test('law 4: whatever answers of the ended session are still in flight', () => {
    const after = fc.array(fc.oneof(fc.nat({ max: 10_000 }), fc.constant('late' as const)), { maxLength: 40 })
    holds('law 4', fc.tuple(choices(10), after), ([by, later]) => {
      let { snapshot } = start(sessionMachine)
      const take = (event: SessionEvent) => ({ snapshot } = step(sessionMachine, snapshot, event))
      const answer = (callNo: number): SessionEvent => ({ type: 'session.confirmed', callNo, user: ENDED_USER, switchFlag: true, loginParentDshUd: 903 })
      take({ type: 'app.started', hasToken: true, path: '/projects/5/survey' })
      take(answer(snapshot.context.callNo))
      expect(user(snapshot)).toEqual(ENDED_USER)
      for (const choice of by) {
        const samples = MACHINES.session.samplesAt(snapshot)
        take(samples[choice % samples.length] ?? { type: 'session.ended' })
      }
      take({ type: 'session.ended' })
      const lastCall = snapshot.context.callNo
      for (const choice of ['late' as const, ...later]) {
        if (choice === 'late') {
          for (let callNo = 0; callNo <= lastCall; callNo++) take(answer(callNo))
          take({ type: 'account.switchAccepted', callNo: lastCall, tokenRef: MARK })
          take({ type: 'account.switchRefused', callNo: lastCall, message: MARK })
        } else {
          const samples = MACHINES.session.samplesAt(snapshot)
          take(samples[choice % samples.length] ?? { type: 'session.ended' })
        }
        expect(canonicalJson(snapshot.context)).not.toContain(MARK)
      }
    })
  })

  test('law 4: a closed feed shows nothing of the topics it had, whatever still comes of them', () => {
    holds('law 4 feed', fc.tuple(choices(40), choices(20)), ([by, later]) => {
      const walked = walk(MACHINES.feed, by).at(-1)?.snapshot ?? start(feedMachine).snapshot
      let { snapshot } = step(feedMachine, walked, { type: 'feed.closeRequested' })
      const oldReads = walked.context.topics['survey:1']?.readNo ?? 0
      expect(snapshot.context.topics).toEqual({})
      // The next account opens the feed and watches a topic of the same name; answers to the reads of the ended one still come.
      for (const event of [{ type: 'feed.openRequested' }, { type: 'page.shown' }, { type: 'socket.connected', atMs: 0 }, { type: 'topic.watchRequested', topic: 'survey:1' }] as const) {
        ;({ snapshot } = step(feedMachine, snapshot, event))
      }
      for (const choice of later) {
        const late = step(feedMachine, snapshot, { type: 'snapshot.received', topic: 'survey:1', readNo: choice % (oldReads + 1), atMs: 0 })
        expect(late.commands.filter(({ type }) => type === 'applySnapshot' || type === 'applyHeld')).toEqual([])
        const samples = MACHINES.feed.samplesAt(late.snapshot)
        const sample = samples[choice % samples.length]
        snapshot = sample === undefined ? late.snapshot : step(feedMachine, late.snapshot, sample).snapshot
      }
    })
  })
})
