import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { ReconciliationDesk } from './use-reconciliation.ts'

/** The shown part, of the parts that replace each other. */
function partOf(snapshot: Parameters<typeof stand.work>[0]): string {
  if (stand.work(snapshot) !== null) return 'work'
  if (stand.preview(snapshot) !== null) return 'preview'
  if (stand.outdated(snapshot) !== null) return 'outdated'
  if (stand.failure(snapshot) !== null) return 'failure'
  return stand.stored(snapshot) === null ? 'form' : 'stored'
}

/**
 * The pressed button goes with its part: the focus goes to the next part, unless it is elsewhere.
 * @returns the place that holds the parts: each has an element with `data-stand` that can be focused
 */
export function useFocusOfStand({ reconciliation }: ReconciliationDesk): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const part = useSelector(reconciliation, partOf)
  const seen = useRef(part)
  useEffect(() => {
    if (seen.current === part) return
    seen.current = part
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body)
      place.current?.querySelector<HTMLElement>('[data-stand]')?.focus()
  }, [part])
  return place
}
