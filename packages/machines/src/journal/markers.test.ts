import type { JournalEvent } from '@desk/schema/journal/entry'
import { fieldsOf } from '@desk/schema/journal/secret'
import { describe, expect, test } from 'vitest'
import { MACHINES } from '../registry.ts'
import { start } from '../runtime/step.ts'
import { errorTextOf, markerOf, markersOf, routeOf } from './markers.ts'
import { receiveState } from './receive-state.ts'

describe('markers', () => {
  test.each([
    [{ type: 'signIn.refused', message: 'Wrong' }, 'error', 'Wrong', null],
    [
      { type: 'user.saveFailed', callNo: 1, why: 'The connection was lost.' },
      'error',
      'The connection was lost.',
      null,
    ],
    [{ type: 'load.failed', message: '' }, 'error', 'load.failed', null],
    [{ type: 'status.changeConflicted' }, 'error', 'status.changeConflicted', null],
    [{ type: 'session.ended' }, 'error', 'session.ended', null],
    [{ type: 'status.confirmationRejected' }, null, null, null],
    [{ type: 'status.confirmed' }, 'status', null, null],
    [{ type: 'socket.disconnected' }, 'disconnect', null, null],
    [{ type: 'location.changed', path: '/projects/5/survey?state=live' }, 'navigation', null, '/projects/5/survey'],
    [{ type: 'sidebar.toggleRequested', path: '/no' }, null, null, null],
  ] as const)('%j', (event, marker, text, route) => {
    expect([markerOf(event), errorTextOf(event), routeOf(event)]).toEqual([marker, text, route])
  })
})

test('an event of the page is marked once, however many machines the app machine sent it to', () => {
  const heard: readonly (readonly [string, JournalEvent])[] = [
    ['app', { type: 'page.loaded', path: '/projects' }],
    ['session', { type: 'app.started', path: '/projects' }],
    ['app', { type: 'location.changed', path: '/suppliers' }],
    ['session', { type: 'location.changed', path: '/suppliers' }],
    ['app', { type: 'network.lost' }],
    ['feed', { type: 'network.lost' }],
    ['feed', { type: 'socket.disconnected' }],
    ['session', { type: 'network.lost' }],
    // a build that had no app machine yet, or another place
    ['session', { type: 'location.changed', path: '/projects/5' }],
    ['form/1', { type: 'form.refused', message: 'No' }],
  ]
  expect(markersOf(heard.map(([machine, event]) => ({ machine, event })))).toEqual([
    null,
    'navigation',
    'navigation',
    null,
    'disconnect',
    null,
    'disconnect',
    null,
    'navigation',
    'error',
  ])
})

test('an error is marked once, where it came in: a failed save of a user, the end of a session; a sign-out is no error', () => {
  const heard: readonly (readonly [string, JournalEvent])[] = [
    ['user-dialog/1', { type: 'user.saveFailed', why: 'No answer.' }],
    ['app', { type: 'userForm.answered', isSaved: false, message: 'Something went wrong.' }],
    ['form/1', { type: 'form.refused', message: 'Something went wrong.' }],
    // only the form gets the server's refusal
    ['user-dialog/1', { type: 'user.saveAnswered', status: 1, message: 'Taken.' }],
    ['app', { type: 'userForm.answered', isSaved: false, message: 'Taken.' }],
    ['form/1', { type: 'form.refused', message: 'Taken.' }],
    ['form/2', { type: 'form.refused', message: 'No' }],
    ['session', { type: 'signOut.requested' }],
    ['account-switch', { type: 'session.ended' }],
    ['app', { type: 'call.unauthorized' }],
    ['session', { type: 'session.ended' }],
    ['account-switch', { type: 'session.ended' }],
    ['user-dialog/1', { type: 'session.ended' }],
  ]
  const markers = markersOf(heard.map(([machine, event]) => ({ machine, event })))
  expect(
    heard.filter((_, index) => markers[index] === 'error').map(([machine, { type }]) => `${machine} ${type}`),
  ).toEqual(['user-dialog/1 user.saveFailed', 'form/1 form.refused', 'form/2 form.refused', 'session session.ended'])
})

describe('states that a journal began with', () => {
  const { version } = MACHINES.sidebar
  const state = { value: 'open', context: { isNarrow: false } }
  test('are taken as they are when the present machine made them', () => {
    const { value, context } = start(MACHINES.session.machine).snapshot
    expect([
      receiveState('sidebar', version, state),
      receiveState('session', MACHINES.session.version, { value, context }),
    ]).toEqual([state, { value, context }])
  })
  test('are refused from another version or an unknown machine, with unknown names, or with a value that is no state', () => {
    const refused = [
      receiveState('sidebar', 'old', state),
      receiveState('sidebar', undefined, state),
      receiveState('nobody', version, state),
      receiveState('sidebar', version, { ...state, context: { isNarrow: false, password: 'x' } }),
      receiveState('sidebar', version, { ...state, context: { isNarrow: { deep: [{ password: 'x' }] } } }),
      receiveState('sidebar', version, { ...state, context: null }),
      receiveState('sidebar', version, { ...state, context: [] }),
      receiveState('sidebar', version, { ...state, value: 'nowhere' }),
      receiveState('sidebar', version, { ...state, context: { isNarrow: 'x'.repeat(30_000) } }),
    ]
    expect(refused).toEqual(refused.map(() => null))
  })
})

test('no event brings money or figures into a journal, so that no role’s view has to be masked there (domain.md §4)', () => {
  // every view that may change a status shows ids, statuses and the number of respondents and children affected
  const MONEY =
    /cents|price|cpi|expense|revenue|margin|^(entrants|eqTerms|terms|oQs|sqTerms|abandons|completes|conversion|loi|ir)$/i
  const found = Object.entries(MACHINES)
    .filter(([name]) => !['respondent', 'status'].includes(name)) // run by the platform alone: nothing of them is journalled
    .flatMap(([name, { events }]) =>
      fieldsOf(events)
        .filter(({ path }) => MONEY.test(path.split('.').at(-1) ?? ''))
        .map(({ path }) => `${name}: ${path}`),
    )
  expect(found).toEqual([])
})
