import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { failureMessage } from '#runtime/api/api-error.ts'
import { showToast, type ToastRequest } from '#ui/toasts.ts'

/** A save that can be set back. */
export interface SaveUndo {
  readonly name: string
  /** Stores the version before the save again, shows it, and returns the object's new state; a repeat under the same key acts once. */
  readonly setBack: (idempotencyKey: string) => Promise<{ readonly name: string; readonly statusid: StatusCode }>
}

/** The Undo of the toast after a save: it says how the object is then. */
export const undoAction = (undo: SaveUndo): NonNullable<ToastRequest['action']> => ({
  label: 'Undo',
  onPress: () => void performUndo(undo),
})

async function performUndo({ name, setBack }: SaveUndo): Promise<void> {
  try {
    const stored = await setBack(crypto.randomUUID())
    void showToast({
      type: 'success',
      message: `${stored.name} is as it was before`,
      ...(stored.statusid === STATUS_CODES.autoPaused
        ? { description: 'It stays auto-paused: resume it to let respondents in.' }
        : {}),
    })
  } catch (failure) {
    void showToast({ type: 'error', message: `${name} could not be undone`, description: failureMessage(failure) })
  }
}
