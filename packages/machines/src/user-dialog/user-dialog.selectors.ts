import type { SnapshotFrom } from 'xstate'
import type { userDialogMachine } from './user-dialog.machine.ts'
import { dialogRights, type DialogRights } from './user-dialog.rights.ts'

type Snapshot = SnapshotFrom<typeof userDialogMachine>

/** The dialog, ready to be drawn. */
export interface UserDialog extends DialogRights {
  readonly title: 'New User' | 'Update User'
  readonly uid: number | null
  /** Saving or deleting is under way. */
  readonly isBusy: boolean
  readonly isDeleting: boolean
  /** The server's refusal, or that it could not be reached (§8.5, §8.6). */
  readonly error: string | null
  /** More about the error, and what to do. */
  readonly hint: string | null
  /** Only the edit form shows the password fields and the list of requirements (§2.41). */
  readonly showsPassword: boolean
}

/** The dialog of §2.41 while it is open, else null. */
export function dialog(snapshot: Snapshot): UserDialog | null {
  const { viewer, user, error, hint } = snapshot.context
  if (viewer === null) return null
  return {
    ...dialogRights(viewer, user),
    title: user === null ? 'New User' : 'Update User',
    uid: user?.uid ?? null,
    isBusy: snapshot.matches('saving') || snapshot.matches('deleting'),
    isDeleting: snapshot.matches('deleting'),
    error,
    hint,
    showsPassword: user !== null,
  }
}

/** Delete needs confirmation (§4.11): the generic confirm dialog of §2.42 shows. */
export const asksToDelete = (snapshot: Snapshot): boolean => snapshot.matches('confirmingDelete')
