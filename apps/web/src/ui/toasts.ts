import { loadable } from './lazy/loadable.ts'
import { notices } from './notice.ts'

export type ToastType = 'success' | 'info' | 'warning' | 'error'

export interface ToastRequest {
  readonly type: ToastType
  readonly message: string
  /** A line under it: what to do. */
  readonly description?: string
  /** For instance Undo. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** `short` closes after 2 s at the top right (§9.1), `undo` after 30 s (day.md §3). */
  readonly length?: 'normal' | 'short' | 'undo'
}

const loadToaster = loadable(() => import('./toaster.tsx'))

/**
 * Shows a toast. The toaster is loaded with the first one, so that no page pays for it before; where that fails the
 * message is a notice.
 * @returns when the toast is on the page
 */
export async function showToast(request: ToastRequest): Promise<void> {
  try {
    const { present } = await loadToaster()
    present(request)
  } catch {
    const { message, description, action } = request
    notices.tell({
      text: description === undefined ? message : `${message} ${description}`,
      ...(action ? { action } : {}),
    })
  }
}

/** Preloads the toaster, for messages when nothing can be loaded any more. */
export async function preloadToaster(): Promise<void> {
  await loadToaster()
}
