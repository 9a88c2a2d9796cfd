import { lazy, Suspense } from 'react'
import { desk } from '../../runtime/desk.ts'
import type { UserDialogProps } from './user-dialog.tsx'

// What is typed must not be lost with a page that goes before the journal's code has come.
const load = async () => (await Promise.all([import('./user-dialog.tsx'), desk.keepsTyping()]))[0]
const UserDialog = lazy(load)

/** Gets the dialog's code ready while somebody is about to open it. */
export function preloadUserDialog(): void {
  // What fails here is asked for again, and told, when it is needed.
  load().catch(() => undefined)
}

/** The user dialog, loaded with its first use. */
export function UserDialogOverlay(props: UserDialogProps) {
  return (
    <Suspense fallback={null}>
      <UserDialog {...props} />
    </Suspense>
  )
}
