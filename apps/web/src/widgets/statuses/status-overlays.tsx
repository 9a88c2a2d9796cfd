import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useStatusChange, withdrawStatusQuestion } from '../../runtime/hooks/use-status-change.ts'
import { closeStatusHistory, statusHistoryStore } from './status-history-state.ts'

const loadDialogs = () => import('./status-change-dialogs.tsx')
const loadHistory = () => import('./status-history.tsx')
const StatusChangeDialogs = lazy(loadDialogs)
const StatusHistory = lazy(loadHistory)

/** Gets the dialogs ready while a menu is still open, so that they stand at once when it is used. */
export function preloadStatusOverlays(): void {
  // What fails here is asked for again, and told, when it is needed.
  Promise.all([loadDialogs(), loadHistory()]).catch(() => undefined)
}

/**
 * What lies over a screen for status changes: the dialogs of §4.3 and the history. Loaded with the first change; stands
 * once on a screen.
 * @param onChanged reads again what the screen shows besides its tables
 */
export function StatusOverlays({ onChanged }: { onChanged: () => void }) {
  const isUnderWay = useStatusChange((snapshot) => !snapshot.matches('idle'))
  const subject = useSyncExternalStore(statusHistoryStore.subscribe, statusHistoryStore.current)
  const [wasUnderWay, setWasUnderWay] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isUnderWay && !wasUnderWay) setWasUnderWay(true)
  if (subject !== null && !wasOpen) setWasOpen(true)
  useEffect(
    () => () => {
      // Nobody sees the question, or the history, any more.
      withdrawStatusQuestion()
      closeStatusHistory()
    },
    [],
  )
  return (
    <Suspense fallback={null}>
      {wasUnderWay ? <StatusChangeDialogs onChanged={onChanged} /> : null}
      {wasOpen ? <StatusHistory subject={subject} /> : null}
    </Suspense>
  )
}
