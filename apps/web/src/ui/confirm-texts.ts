/** The generic confirm dialog's words (§2.42). */
export const CONFIRM_DEFAULTS = { title: 'Are you sure?', confirmLabel: 'Ok', cancelLabel: 'Cancel' } as const
