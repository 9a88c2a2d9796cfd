/** How long a toast stays before it closes by itself, and where: the normal one and the other configuration of §9.1. */
export const TOAST_LENGTHS = {
  normal: { duration: 5000, position: 'bottom-right' },
  /** With an Undo of a change that took one key. */
  undo: { duration: 30_000, position: 'bottom-right' },
  short: { duration: 2000, position: 'top-right' },
} as const
