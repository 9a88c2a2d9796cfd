import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DISCARD_CHANGES, type ConfirmTexts } from '#ui/confirm-texts.ts'

interface Guarded {
  readonly hasUnsaved: boolean
  /** The loss, in words. */
  readonly lost: string
  /** Left out: changes are discarded. */
  readonly texts?: ConfirmTexts
  /** A name in the query: another value of it is another place, too. */
  readonly part?: string
}

/** Asks before the user leaves unsaved changes, for another page or another part of the same one. */
export function useUnsavedGuard({ hasUnsaved, lost, texts = DISCARD_CHANGES, part }: Guarded): React.ReactNode {
  const desk = useDesk()
  const [typedAddress, setTypedAddress] = useState<string | null>(null)
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: ({ current, next }) => {
      const partOf = (search: object): unknown => Object.entries(search).find(([name]) => name === part)?.[1]
      return hasUnsaved && (current.pathname !== next.pathname || partOf(current.search) !== partOf(next.search))
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
    <ConfirmDialog isOpen={isAsking} {...texts} onConfirm={leave} onCancel={stay}>
      <p>{lost}</p>
    </ConfirmDialog>
  )
}
