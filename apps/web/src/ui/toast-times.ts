/** A toast closes by itself after this time (§9.1). */
export const TOAST_AUTO_CLOSE_MS = 5000

/** The short configuration, at the top right (§9.1). */
export const SHORT_TOAST_AUTO_CLOSE_MS = 2000
