import { Suspense } from 'react'
import { desk } from '#runtime/desk.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import type { UserDialogProps } from './user-dialog.tsx'

// What is typed must not be lost with a page that goes before the journal's code has come.
const UserDialog = lazyOverlay(
  async () => (await Promise.all([import('./user-dialog.tsx'), desk.keepsTyping()]))[0],
  'The user',
  ({ onClosed }: UserDialogProps) => onClosed(),
)

/** Gets the dialog's code ready while somebody is about to open it. */
export function preloadUserDialog(): void {
  void UserDialog.preload()
}

/** The user dialog, loaded with its first use. */
export function UserDialogOverlay(props: UserDialogProps) {
  return (
    <Suspense fallback={null}>
      <UserDialog {...props} />
    </Suspense>
  )
}
