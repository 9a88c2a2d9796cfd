import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Asks before the user leaves unsaved options, for another page or another text of the same one. */
export function useUnsavedGuard(hasUnsaved: boolean): React.ReactNode {
  const desk = useDesk()
  const [typedAddress, setTypedAddress] = useState<string | null>(null)
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: ({ current, next }) => {
      const textOf = (search: object): unknown => Object.entries(search).find(([name]) => name === 'text')?.[1]
      return hasUnsaved && (current.pathname !== next.pathname || textOf(current.search) !== textOf(next.search))
    },
  })
  useEffect(
    () =>
      desk.newAddresses.guard(path => {
        if (hasUnsaved) setTypedAddress(path)
        return !hasUnsaved
      }),
    [desk, hasUnsaved],
  )
  const isAsking = blocker.status === 'blocked' || typedAddress !== null
  const leave = () => {
    if (blocker.status === 'blocked') blocker.proceed()
    else if (typedAddress !== null) {
      setTypedAddress(null)
      // it was asked about
      desk.history.push(typedAddress, undefined, { ignoreBlocker: true })
    }
  }
  const stay = () => {
    setTypedAddress(null)
    if (blocker.status === 'blocked') blocker.reset()
  }
  return (
    <ConfirmDialog isOpen={isAsking} onConfirm={leave} onCancel={stay}>
      <p>The options are not saved, and what you changed will be lost.</p>
    </ConfirmDialog>
  )
}
