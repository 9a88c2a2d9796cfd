'use no memo'

import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useStatusChange, useStatusChanges } from '#runtime/hooks/use-status-change.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { readHistory } from './history-search.ts'
import { launchSubject, type OverlaySubject } from './overlay-subjects.ts'
import type { StatusHistoryProps } from './status-history.tsx'

const StatusChangeDialogs = lazyOverlay<{ readonly onChanged: () => void; readonly onMissing: () => void }>(
  () => import('./status-change-dialogs.tsx'),
  'The question',
  ({ onMissing }) => onMissing(),
)
const StatusHistory = lazyOverlay<StatusHistoryProps & { readonly onMissing: () => void }>(
  () => import('./status-history.tsx'),
  'The status history',
  ({ onMissing }) => onMissing(),
)
const Launch = lazyOverlay<{
  readonly subject: OverlaySubject
  readonly onClose: () => void
  readonly onChanged: () => void
}>(
  () => import('#kit/launch/launch-dialog.tsx'),
  'The launch',
  ({ onClose }) => onClose(),
)
const closeLaunch = () => launchSubject.show(null)

/** Preloads the dialogs while a menu is open, so that they open at once. */
export function preloadStatusOverlays(): void {
  void StatusChangeDialogs.preload()
  void StatusHistory.preload()
}

const listeners = new Set<() => void>()
let screens = 0

/** Counts the screens that draw the overlays. */
function count(by: 1 | -1): void {
  screens += by
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const hasNoScreen = (): boolean => screens === 0
const nothingElse = () => undefined

/**
 * The overlays of a screen for status changes: the dialogs of §4.3, the launch and the history. Loaded with the first change; once
 * on a screen.
 * @param onChanged reads the rest of the screen again, outside its tables
 */
export function StatusOverlays({ onChanged }: { onChanged: () => void }) {
  useEffect(() => {
    count(1)
    return () => count(-1)
  }, [])
  return <Overlays onChanged={onChanged} />
}

/** The same over a screen that draws none, for changes that the palette requests (day.md §4). */
export function SpareStatusOverlays() {
  const isNeeded = useSyncExternalStore(subscribe, hasNoScreen)
  return isNeeded ? <Overlays onChanged={nothingElse} /> : null
}

function Overlays({ onChanged }: { onChanged: () => void }) {
  const { withdrawQuestion } = useStatusChanges()
  const isUnderWay = useStatusChange(snapshot => !snapshot.matches('idle'))
  const [search, change] = useUrlSearch()
  const subject = readHistory(search)
  const launched = useSyncExternalStore(launchSubject.subscribe, launchSubject.current)
  const [wasUnderWay, setWasUnderWay] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isUnderWay && !wasUnderWay) setWasUnderWay(true)
  if (subject !== undefined && !wasOpen) setWasOpen(true)
  useEffect(
    () => () => {
      // The question or the launch is off screen.
      withdrawQuestion()
      closeLaunch()
    },
    [withdrawQuestion],
  )
  const withoutQuestion = () => {
    if (withdrawQuestion()) setWasUnderWay(false)
  }
  const closeHistory = () => change({ history: undefined })
  const withoutHistory = () => {
    closeHistory()
    setWasOpen(false)
  }
  return (
    <Suspense fallback={null}>
      {wasUnderWay ? <StatusChangeDialogs onChanged={onChanged} onMissing={withoutQuestion} /> : null}
      {wasOpen ? <StatusHistory subject={subject} onClose={closeHistory} onMissing={withoutHistory} /> : null}
      {launched === null ? null : (
        <Launch
          key={`${launched.scope} ${launched.id}`}
          subject={launched}
          onClose={closeLaunch}
          onChanged={onChanged}
        />
      )}
    </Suspense>
  )
}
