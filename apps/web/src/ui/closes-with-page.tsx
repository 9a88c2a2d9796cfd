import { useContext, useEffect, useEffectEvent } from 'react'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'

interface ClosesWithPageProps {
  /** Left out: what opened the popover closes it. */
  readonly onClose?: () => void
}

/** Within a popover: closes it when the browser goes back or forward, so that it stands neither over another page nor over a question about leaving this one. */
export function ClosesWithPage({ onClose }: ClosesWithPageProps) {
  const state = useContext(OverlayTriggerStateContext)
  const close = useEffectEvent(() => (onClose === undefined ? state?.close() : onClose()))
  useEffect(() => {
    const leave = () => close()
    // a guard of unsaved changes keeps the step itself from others, not the change of the address
    const steps = ['popstate', 'hashchange'] as const
    for (const step of steps) window.addEventListener(step, leave)
    return () => {
      for (const step of steps) window.removeEventListener(step, leave)
    }
  }, [])
  return null
}
