import { useEffect, useEffectEvent } from 'react'
import { useDesk } from './use-desk.ts'

/**
 * Calls `act` when the browser goes back or forward. Overlays of a page close with it; pages close theirs by
 * themselves.
 */
export function useHistoryStep(act: () => void): void {
  const { history } = useDesk()
  const latest = useEffectEvent(act)
  useEffect(
    () =>
      history.subscribe(({ action: { type } }) => {
        if (type !== 'PUSH' && type !== 'REPLACE') latest()
      }),
    [history],
  )
}
