import type { CurrentUser } from '@desk/schema/users/current-user'
import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from './session.machine.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** The signed-in user; null while nobody is, whatever was before (law 4). */
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

/** The stored token could not be checked, as no answer came: it is tried again by hand, or when the network is back. */
export const isUnanswered = (snapshot: Snapshot): boolean => snapshot.context.isUnanswered

export const isSigningIn = (snapshot: Snapshot): boolean => snapshot.matches({ signedOut: 'signingIn' })

/** The password was right, and the code of the second factor is wanted. */
export const asksForCode = (snapshot: Snapshot): boolean =>
  snapshot.matches({ signedOut: 'askingCode' }) || isSendingCode(snapshot)

export const isSendingCode = (snapshot: Snapshot): boolean => snapshot.matches({ signedOut: 'sendingCode' })

/** What was wrong with the last code. */
export const codeError = (snapshot: Snapshot): string | null => snapshot.context.codeError

/** What the last attempt to sign in was answered, with how long to wait in ms when it was one too many. */
export const signInError = (snapshot: Snapshot) => snapshot.context.signInError

export const isExpired = (snapshot: Snapshot): boolean => snapshot.matches('expired')

export const mustChangePassword = (snapshot: Snapshot): boolean => snapshot.matches('mustChangePassword')

/** A second factor has to be set up before anything else. */
export const mustEnrol = (snapshot: Snapshot): boolean => snapshot.matches('mustEnrol')

/** Another account, or somebody else, is found under the token or looked for (§4.9): the page is about to begin anew. */
export const isSwitching = (snapshot: Snapshot): boolean =>
  snapshot.matches({ signedIn: 'switching' }) || snapshot.matches({ signedIn: 'leaving' })

/** DEFENDER when the account's type is DEFENDER, otherwise DESK (§4.12). */
export const accountViewType = (snapshot: Snapshot): 'DESK' | 'DEFENDER' =>
  user(snapshot)?.account_type === 'DEFENDER' ? 'DEFENDER' : 'DESK'
