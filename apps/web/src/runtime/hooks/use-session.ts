import type { sessionMachine } from '@desk/machines/session/session.machine'
import { user } from '@desk/machines/session/session.selectors'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
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
