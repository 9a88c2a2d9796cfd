/** A token older than this is replaced on its next use. */
export const RENEW_TOKEN_AFTER_MS = 10 * 60 * 1000
const TOUCH_AFTER_MS = 60 * 1000

/** When a session and its token were last used and renewed. */
export interface TokenAges {
  readonly issuedAt: Date
  readonly lastUsedAt: Date
}

/** The further duty of a call with this token: renew the token (§7.4), record the session's use, or nothing. */
export function needsOf({ issuedAt, lastUsedAt }: TokenAges, at: Date): 'renewal' | 'touch' | 'nothing' {
  if (at.getTime() - issuedAt.getTime() > RENEW_TOKEN_AFTER_MS) return 'renewal'
  return at.getTime() - lastUsedAt.getTime() > TOUCH_AFTER_MS ? 'touch' : 'nothing'
}
