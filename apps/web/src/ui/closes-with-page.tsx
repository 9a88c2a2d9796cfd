import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'

interface ClosesWithPageProps {
  /** Left out: what opened the popover closes it. */
  readonly onClose?: () => void
}

/**
 * Within a popover: closes it when the browser goes back or forward. It then covers neither another page nor a
 * question about leaving this one.
 */
export function ClosesWithPage({ onClose }: ClosesWithPageProps) {
  const state = useContext(OverlayTriggerStateContext)
  const place = useRef<HTMLSpanElement>(null)
  const close = useEffectEvent(() => {
    // the list of a closed select is drawn too, apart from the page, where what opened it is the dialog around it
    if (place.current?.isConnected !== true) return
    if (onClose === undefined) state?.close()
    else onClose()
  })
  useEffect(() => {
    const leave = () => close()
    // a guard of unsaved changes keeps the step itself from others, not the change of the address
    const steps = ['popstate', 'hashchange'] as const
    for (const step of steps) window.addEventListener(step, leave)
    return () => {
      for (const step of steps) window.removeEventListener(step, leave)
    }
  }, [])
  return <span ref={place} hidden />
}
