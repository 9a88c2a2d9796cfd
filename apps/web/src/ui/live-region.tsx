import { useSyncExternalStore } from 'react'
import { createAnnouncer } from './announcer.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

const announcer = createAnnouncer({
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
})

/** Announces to screen readers: `status` at once, everything else at most once in 30 s. */
export const announce = announcer.announce

/** The page's one polite live region. The shell mounts it once. */
export function LiveRegion() {
  const { message, seq } = useSyncExternalStore(announcer.subscribe, announcer.current)
  return (
    <div role="status" aria-live="polite" aria-atomic="true">
      {/* A new element for each message: the same words twice are two messages. */}
      <VisuallyHidden key={seq}>{message}</VisuallyHidden>
    </div>
  )
}
