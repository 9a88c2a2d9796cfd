import type { sessionMachine } from '@desk/machines/session/session.machine'
import { user } from '@desk/machines/session/session.selectors'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { mayCall } from '../api/may-call.ts'
import type { EndpointKey } from '../api/endpoints.ts'
import { useDesk } from './use-desk.ts'

/**
 * The value of a selector over the session.
 * @example const isSigningIn = useSession(isSigningIn) // from @desk/machines/session/session.selectors
 */
export function useSession<T>(selector: (snapshot: SnapshotFrom<typeof sessionMachine>) => T): T {
  const desk = useDesk()
  return useSelector(desk.session, selector)
}

/** The signed-in user; null while there is none. */
export function useUser(): CurrentUser | null {
  return useSession(user)
}

/** Whether the server lets the signed-in user make a call: its button is shown by this. */
export function useMayCall(call: EndpointKey): boolean {
  return useSession(snapshot => {
    const present = user(snapshot)
    return present !== null && mayCall(present, call)
  })
}
