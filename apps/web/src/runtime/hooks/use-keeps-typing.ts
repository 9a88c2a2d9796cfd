import { useEffect, useState } from 'react'
import { useDesk } from './use-desk.ts'

/** Whether a form may open: input must not be lost if the page closes before the journal's code has loaded. */
export function useKeepsTyping(): boolean {
  const desk = useDesk()
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    let isGone = false
    void desk.keepsTyping().then(() => {
      if (!isGone) setIsKept(true)
    })
    return () => {
      isGone = true
    }
  }, [desk])
  return isKept
}
