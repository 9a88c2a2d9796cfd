import type { SessionEvent } from '@desk/machines/session/session.events'
import { pathname } from '@desk/machines/session/session.routes'
import { PATH_SOURCES } from '@desk/machines/tools/paths/sources'
import type { SnapshotFrom } from 'xstate'
import type { BrowserWorld } from './closed-loop.ts'

export type SessionMachine = typeof PATH_SOURCES.session.machine
export type SessionSnapshot = SnapshotFrom<SessionMachine>

const { machine, samplesAt, titleOf, placeOf } = PATH_SOURCES.session

/** Whether an event can happen to a page whose session is in this state. */
function canHappen(snapshot: SessionSnapshot, event: SessionEvent): boolean {
  const { context } = snapshot
  const { path, callNo } = context
  // It has neither top bar nor form, and makes no call by itself.
  const isBarePage = pathname(path) === '/session-expired'
  switch (event.type) {
    case 'app.started':
      // The page of a password reset is none of this version's.
      return snapshot.matches('starting') && !event.path.startsWith('/reset-password')
    case 'signIn.submitted':
      return pathname(path) === '/login' && snapshot.matches('signedOut')
    case 'session.recheckRequested':
      return !isBarePage && (!snapshot.matches('signedOut') || (context.isUnanswered && pathname(path) === '/login'))
    case 'signOut.requested':
    case 'secondFactor.enrolled':
      return !isBarePage
    case 'signIn.codeAsked':
    case 'signIn.codeRefused':
      return event.attemptId === 'a1'
    case 'session.endedInOtherTab':
      return context.hasToken && !snapshot.matches('starting')
    case 'session.confirmed': {
      // The switch decides the next step, and its own lane goes there.
      if (snapshot.matches({ signedIn: 'switching' })) return false
      // Of another account only after a switch in another tab.
      const isOther = event.user.dashboard_name === 'Beta'
      if (event.callNo !== callNo) return false
      return !isOther || snapshot.matches({ signedIn: 'rechecking' }) || snapshot.matches({ signedIn: 'takingOver' })
    }
    case 'session.ended':
      // An earlier call may still be under way.
      if (isBarePage) return snapshot.matches('checking') || snapshot.matches({ signedIn: 'rechecking' })
      return !snapshot.matches('signedOut') && !snapshot.matches('expired')
    case 'account.switched':
      // By the drawer, with nothing else under way.
      return !isBarePage && snapshot.matches({ signedIn: 'active' })
    case 'session.checkFailed':
      return event.callNo === callNo
    case 'network.regained':
      return context.isUnanswered
    default:
      return !snapshot.matches('starting')
  }
}

/** The session with the page around it: what it asks for changes the address or reloads, and both come back to it as events. */
export const sessionWorld: BrowserWorld<SessionMachine> = {
  machine,
  titleOf: titleOf ?? (({ type }) => type),
  placeOf: placeOf ?? (() => null),
  happenings: snapshot => samplesAt(snapshot).map(event => (canHappen(snapshot, event) ? event : null)),
  answerOf: (command, snapshot) => {
    if (command.type === 'reload') return { kind: 'reload' }
    if (command.type !== 'goTo') return null
    // The index of a Desk account leads on (§2.9).
    const { path } = command.params
    return {
      kind: 'event',
      event: { type: 'location.changed', path: path === '/' && snapshot.matches('signedIn') ? '/projects' : path },
    }
  },
  reloaded: ({ context: { hasToken, path } }) => ({ type: 'app.started', hasToken, path }),
}
