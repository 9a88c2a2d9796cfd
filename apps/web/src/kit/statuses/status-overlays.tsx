import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useStatusChange, useStatusChanges } from '#runtime/hooks/use-status-change.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { closeStatusHistory, statusHistoryStore, type HistorySubject } from './status-history-state.ts'

const StatusChangeDialogs = lazyOverlay<{ readonly onChanged: () => void; readonly onMissing: () => void }>(
  () => import('./status-change-dialogs.tsx'),
  'The question',
  ({ onMissing }) => onMissing(),
)
const StatusHistory = lazyOverlay<{ readonly subject: HistorySubject | null; readonly onMissing: () => void }>(
  () => import('./status-history.tsx'),
  'The status history',
  ({ onMissing }) => onMissing(),
)

/** Preloads the dialogs while a menu is open, so that they open at once. */
export function preloadStatusOverlays(): void {
  void StatusChangeDialogs.preload()
  void StatusHistory.preload()
}

/**
 * The overlays of a screen for status changes: the dialogs of §4.3 and the history. Loaded with the first change; once
 * on a screen.
 * @param onChanged reads the rest of the screen again, outside its tables
 */
export function StatusOverlays({ onChanged }: { onChanged: () => void }) {
  const { withdrawQuestion } = useStatusChanges()
  const isUnderWay = useStatusChange(snapshot => !snapshot.matches('idle'))
  const subject = useSyncExternalStore(statusHistoryStore.subscribe, statusHistoryStore.current)
  const [wasUnderWay, setWasUnderWay] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isUnderWay && !wasUnderWay) setWasUnderWay(true)
  if (subject !== null && !wasOpen) setWasOpen(true)
  useEffect(
    () => () => {
      // The question, or the history, is off screen.
      withdrawQuestion()
      closeStatusHistory()
    },
    [withdrawQuestion],
  )
  const withoutQuestion = () => {
    if (withdrawQuestion()) setWasUnderWay(false)
  }
  const withoutHistory = () => {
    closeStatusHistory()
    setWasOpen(false)
  }
  return (
    <Suspense fallback={null}>
      {wasUnderWay ? <StatusChangeDialogs onChanged={onChanged} onMissing={withoutQuestion} /> : null}
      {wasOpen ? <StatusHistory subject={subject} onMissing={withoutHistory} /> : null}
    </Suspense>
  )
}
