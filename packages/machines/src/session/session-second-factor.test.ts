import { describe, expect, test } from 'vitest'
import { SAMPLE_USER } from '../../tools/samples/session.samples.ts'
import type { SessionEvent } from './session.events.ts'
import * as session from './session.selectors.ts'

import { after, started, confirmed, goTo, forgetAccount, checkSession } from '../../tools/samples/session.steps.ts'

describe('a password that is not updated (§2.8)', () => {
  const outdated = [started('/login'), confirmed(1, { ...SAMPLE_USER, is_password_updated: false })] as const
  test('leads to the change-password route with action=change_password (§2.8)', () => {
    const { snapshot, commands } = after(...outdated)
    expect([session.mustChangePassword(snapshot), session.user(snapshot), commands]).toEqual([
      true,
      null,
      [forgetAccount, goTo('/change-password?action=change_password')],
    ])
  })
  test('and back to it from any other page (§2.8)', () => {
    expect(after(...outdated, { type: 'location.changed', path: '/projects' }).commands).toEqual([
      goTo('/change-password?action=change_password'),
    ])
    expect(
      after(...outdated, { type: 'location.changed', path: '/change-password?action=change_password' }).commands,
    ).toEqual([])
  })
  test('until it is changed: then on to /projects (§2.8, §2.10)', () => {
    const changed = [
      ...outdated,
      { type: 'location.changed', path: '/change-password?action=change_password' },
      { type: 'password.changed' },
    ] as const
    expect([after(...changed).commands, after(...changed, confirmed(2)).commands]).toEqual([
      [checkSession(2)],
      [goTo('/projects')],
    ])
  })
})

describe('an account that demands a second factor of every user', () => {
  const required = { ...SAMPLE_USER, second_factor: 'required' } as const
  const asked = [started('/projects/5/survey'), confirmed(1, required)] as const
  const there: SessionEvent = { type: 'location.changed', path: '/second-factor' }
  test('sends a user without one to its set-up, and back to it from any other page', () => {
    const { snapshot, commands } = after(...asked)
    expect([session.mustEnrol(snapshot), session.user(snapshot), commands]).toEqual([
      true,
      null,
      [forgetAccount, goTo('/second-factor')],
    ])
    expect([
      after(...asked, there).commands,
      after(...asked, there, { type: 'location.changed', path: '/projects' }).commands,
    ]).toEqual([[], [goTo('/second-factor')]])
  })
  test('also from the next check on when the account begins to demand one', () => {
    const { snapshot } = after(
      started('/projects'),
      confirmed(1),
      { type: 'session.recheckRequested' },
      confirmed(2, required),
    )
    expect(session.mustEnrol(snapshot)).toBe(true)
  })
  test('until it is set up: then on to /projects (§2.10)', () => {
    const enrolled = [...asked, there, { type: 'secondFactor.enrolled' }] as const
    expect([
      after(...enrolled).commands,
      after(...enrolled, confirmed(2, { ...SAMPLE_USER, second_factor: 'on' })).commands,
    ]).toEqual([[checkSession(2)], [goTo('/projects')]])
  })
  test('a password that is not updated comes first (§2.8)', () => {
    expect(
      session.mustChangePassword(
        after(started('/'), confirmed(1, { ...required, is_password_updated: false })).snapshot,
      ),
    ).toBe(true)
  })
})

describe('the second factor at the sign-in', () => {
  const submitted: SessionEvent = { type: 'signIn.submitted', attemptId: 'a1', remember: true }
  const asking = [started('/login', false), submitted, { type: 'signIn.codeAsked', attemptId: 'a1' }] as const
  const sending = [...asking, { type: 'signIn.codeSubmitted', attemptId: 'a1' }] as const
  const shown = (...events: readonly SessionEvent[]) => {
    const { snapshot, commands } = after(...events)
    const question = session.asksForCode(snapshot)
      ? { problem: session.codeError(snapshot), isSending: session.isSendingCode(snapshot) }
      : null
    return { question, error: session.signInError(snapshot)?.message ?? null, commands }
  }
  test('asks for the code, sends it by attempt id, and goes on with the token', () => {
    expect([
      shown(...asking),
      shown(...sending),
      after(...sending, { type: 'signIn.succeeded', attemptId: 'a1' }).commands,
    ]).toEqual([
      { question: { problem: null, isSending: false }, error: null, commands: [] },
      {
        question: { problem: null, isSending: true },
        error: null,
        commands: [{ type: 'giveCode', params: { attemptId: 'a1' } }],
      },
      [
        { type: 'storeToken', params: { ref: 'a1', remember: true } },
        { type: 'storeLoginDetails', params: { switchFlag: false, loginParentDshUd: null } },
        checkSession(1),
      ],
    ])
  })
  test('shows a wrong code until the next one is sent; an expired sign-in leads back to the form', () => {
    const wrong: SessionEvent = { type: 'signIn.codeRefused', attemptId: 'a1', message: 'The code is not right.' }
    expect([
      shown(...sending, wrong).question,
      shown(...sending, wrong, { type: 'signIn.codeSubmitted', attemptId: 'a1' }).question,
      shown(...sending, { type: 'signIn.refused', attemptId: 'a1', message: 'Too late.', retryAfterMs: null }),
    ]).toEqual([
      { problem: 'The code is not right.', isSending: false },
      { problem: null, isSending: true },
      { question: null, error: 'Too late.', commands: [] },
    ])
  })
  test('confirms giving up, and a late success of the code signs no user in', () => {
    const givenUp = [...sending, { type: 'signIn.codeGivenUp' }] as const
    expect([
      shown(...asking, { type: 'signIn.codeGivenUp' }),
      after(...givenUp, { type: 'signIn.succeeded', attemptId: 'a1' }).commands,
    ]).toEqual([{ question: null, error: 'No code was given. Sign in again to try once more.', commands: [] }, []])
  })
})
