import type { CurrentUser } from '@desk/schema/users/current-user'
import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from './session.machine.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** The signed-in user; null while nobody is, whatever was before (law 4). */
export const user = (snapshot: Snapshot): CurrentUser | null => (snapshot.matches('signedIn') ? snapshot.context.user : null)

export const isSignedIn = (snapshot: Snapshot): boolean => snapshot.matches('signedIn')

/** The spinner of the session start shows (§4.6). */
export const isStarting = (snapshot: Snapshot): boolean => snapshot.matches('starting') || snapshot.matches('checking')

/** The session check is under way (`userSessionIsRequesting`, §3.34). */
export const isRequesting = (snapshot: Snapshot): boolean =>
  snapshot.matches('checking') || snapshot.matches({ signedIn: 'rechecking' }) || snapshot.matches({ signedIn: { switching: 'rechecking' } })

export const isSigningIn = (snapshot: Snapshot): boolean => snapshot.matches({ signedOut: 'signingIn' })

/** What the last attempt to sign in was answered, with how long to wait in ms when it was one too many. */
export const signInError = (snapshot: Snapshot) => snapshot.context.signInError

export const isExpired = (snapshot: Snapshot): boolean => snapshot.matches('expired')

export const mustChangePassword = (snapshot: Snapshot): boolean => snapshot.matches('mustChangePassword')

/** An account switch is in progress (`switchingAccount`, §3.34, §4.9). */
export const isSwitching = (snapshot: Snapshot): boolean => snapshot.matches({ signedIn: 'switching' })

export const switchError = (snapshot: Snapshot): string | null => snapshot.context.switchError

/** DEFENDER when the account's type is DEFENDER, otherwise DESK (§4.12). */
export const accountViewType = (snapshot: Snapshot): 'DESK' | 'DEFENDER' => (user(snapshot)?.account_type === 'DEFENDER' ? 'DEFENDER' : 'DESK')
