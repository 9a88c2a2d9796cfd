import { lazy, Suspense } from 'react'
import type { UserDialogProps } from './user-dialog.tsx'

const UserDialog = lazy(() => import('./user-dialog.tsx'))

/** Gets the dialog's code ready while somebody is about to open it. */
export function preloadUserDialog(): void {
  // What fails here is asked for again, and told, when it is needed.
  import('./user-dialog.tsx').catch(() => undefined)
}

/** The user dialog, loaded with its first use. */
export function UserDialogOverlay(props: UserDialogProps) {
  return (
    <Suspense fallback={null}>
      <UserDialog {...props} />
    </Suspense>
  )
}
