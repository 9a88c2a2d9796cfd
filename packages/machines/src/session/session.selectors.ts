import type { CurrentUser } from '@desk/schema/users/current-user'
import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from './session.machine.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** The signed-in user; null while no user is signed in (law 4). */
export const user = (snapshot: Snapshot): CurrentUser | null =>
  snapshot.matches('signedIn') ? snapshot.context.user : null

export const isSignedIn = (snapshot: Snapshot): boolean => snapshot.matches('signedIn')

/** The spinner of the session start shows (§4.6). */
export const isStarting = (snapshot: Snapshot): boolean => snapshot.matches('starting') || snapshot.matches('checking')

/** The session check is under way (`userSessionIsRequesting`, §3.34). */
export const isRequesting = (snapshot: Snapshot): boolean =>
  snapshot.matches('checking') ||
  snapshot.matches({ signedIn: 'rechecking' }) ||
  snapshot.matches({ signedIn: 'takingOver' }) ||
  snapshot.matches({ signedIn: 'switching' })

/** The stored token could not be checked, since no answer came: the user can retry, and a returning network does. */
export const isUnanswered = (snapshot: Snapshot): boolean => snapshot.context.isUnanswered

export const isSigningIn = (snapshot: Snapshot): boolean => snapshot.matches({ signedOut: 'signingIn' })

/** The password was correct, and the code of the second factor is needed. */
export const asksForCode = (snapshot: Snapshot): boolean =>
  snapshot.matches({ signedOut: 'askingCode' }) || isSendingCode(snapshot)

export const isSendingCode = (snapshot: Snapshot): boolean => snapshot.matches({ signedOut: 'sendingCode' })

/** The message about the last code, if it was refused. */
export const codeError = (snapshot: Snapshot): string | null => snapshot.context.codeError

/** The answer to the last sign-in attempt, with the time to wait in ms after too many attempts. */
export const signInError = (snapshot: Snapshot) => snapshot.context.signInError

export const isExpired = (snapshot: Snapshot): boolean => snapshot.matches('expired')

export const mustChangePassword = (snapshot: Snapshot): boolean => snapshot.matches('mustChangePassword')

/** A second factor has to be set up before anything else. */
export const mustEnrol = (snapshot: Snapshot): boolean => snapshot.matches('mustEnrol')

/** The token is being checked for another account or user, or belongs to one (§4.9): the page is about to reload. */
export const isSwitching = (snapshot: Snapshot): boolean =>
  snapshot.matches({ signedIn: 'switching' }) || snapshot.matches({ signedIn: 'leaving' })

/** DEFENDER when the account's type is DEFENDER, otherwise DESK (§4.12). */
export const accountViewType = (snapshot: Snapshot): 'DESK' | 'DEFENDER' =>
  user(snapshot)?.account_type === 'DEFENDER' ? 'DEFENDER' : 'DESK'
