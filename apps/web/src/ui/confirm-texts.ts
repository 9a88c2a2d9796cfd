export interface ConfirmTexts {
  readonly title: string
  readonly confirmLabel: string
  readonly cancelLabel: string
}

/** The generic confirm dialog's words (§2.42). */
export const CONFIRM_DEFAULTS = { title: 'Are you sure?', confirmLabel: 'Ok', cancelLabel: 'Cancel' } as const
/** Asks before unsaved changes are lost. */
export const DISCARD_CHANGES: ConfirmTexts = {
  title: 'Discard changes?',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
}
