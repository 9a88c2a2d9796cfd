import { useEffect, useEffectEvent } from 'react'
import { useDesk } from './use-desk.ts'
import type { Opened } from '../recent.ts'
import { useUser } from './use-session.ts'

/**
 * Remembers what the page shows, so that the palette offers it again.
 * @param opened null while it is not known yet, and where there is nothing to come back to
 */
export function useOpened(opened: Opened | null): void {
  const desk = useDesk()
  const user = useUser()
  const note = useEffectEvent(() => {
    if (user !== null && opened !== null) desk.recent.note({ uid: user.uid, pm_dsh_ud: user.pm_dsh_ud }, opened)
  })
  useEffect(() => note(), [opened?.scope, opened?.id, opened?.name])
}
