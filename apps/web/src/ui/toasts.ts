export type ToastType = 'success' | 'info' | 'warning' | 'error'

export interface ToastRequest {
  readonly type: ToastType
  readonly message: string
  /** A line under it: what to do. */
  readonly description?: string
  /** For instance Undo. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** `short` closes after 2 s at the top right (§9.1). */
  readonly length?: 'normal' | 'short'
}

/**
 * Shows a toast. The toaster is loaded with the first one, so that no page pays for it before.
 * @returns when the toast stands on the page
 */
export async function showToast(request: ToastRequest): Promise<void> {
  const { present } = await import('./toaster.tsx')
  present(request)
}
