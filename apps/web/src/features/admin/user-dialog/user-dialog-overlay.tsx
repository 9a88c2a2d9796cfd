import { Suspense, useEffect } from 'react'
import type { Desk } from '#runtime/desk.ts'
import { useKeepsTyping } from '#runtime/hooks/use-keeps-typing.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import type { UserDialogProps } from './user-dialog.tsx'

const UserDialog = lazyOverlay(
  () => import('./user-dialog.tsx'),
  'The user',
  ({ onClosed }: UserDialogProps) => onClosed(),
)

/** Preloads the code of the dialog and of the journal when the user is about to open it. */
export function preloadUserDialog(desk: Desk): void {
  void UserDialog.preload()
  void desk.keepsTyping()
}

/** The user dialog, loaded with its first use. */
export function UserDialogOverlay(props: UserDialogProps) {
  const keepsTyping = useKeepsTyping()
  useEffect(() => void UserDialog.preload(), [])
  if (!keepsTyping) return null
  return (
    <Suspense fallback={null}>
      <UserDialog {...props} />
    </Suspense>
  )
}
