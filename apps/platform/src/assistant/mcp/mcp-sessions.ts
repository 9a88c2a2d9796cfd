const IDLE_MS = 60 * 60_000
/** How many clients of an account are connected at most: one more ends the one that has rested longest. */
const OF_ACCOUNT_MAX = 50
const MAX = 2_000

/** Whose session of the Model Context Protocol it is. */
export interface SessionOwner {
  readonly accountId: number
  readonly keyId: number
}

interface McpSession extends SessionOwner {
  readonly id: string
  usedAtMs: number
}

/** The sessions of the Model Context Protocol in this process: each is of the key that opened it, and there are only so many. */
export interface McpSessions {
  /** Remembers a session. @returns those that end for it: idle ones, and those beyond the limits that have rested longest */
  readonly open: (id: string, owner: SessionOwner, nowMs: number) => readonly string[]
  /** Whether a session is of this key and has not rested for an hour; it is in use then. */
  readonly use: (id: string, owner: SessionOwner, nowMs: number) => boolean
  readonly close: (id: string) => void
}

const hasEnded = ({ usedAtMs }: McpSession, nowMs: number): boolean => nowMs - usedAtMs >= IDLE_MS

export function mcpSessions(): McpSessions {
  // the one that has rested longest comes first
  const sessions = new Map<string, McpSession>()

  const longestAtRest = (isMeant: (session: McpSession) => boolean): McpSession | undefined => {
    for (const session of sessions.values()) if (isMeant(session)) return session
    return undefined
  }
  const countOf = (accountId: number): number => {
    let count = 0
    for (const session of sessions.values()) if (session.accountId === accountId) count += 1
    return count
  }
  const close = (id: string): void => void sessions.delete(id)

  return {
    open(id, { accountId, keyId }, nowMs) {
      const ended: string[] = []
      const end = (session: McpSession | undefined): void => {
        if (session === undefined) return
        close(session.id)
        ended.push(session.id)
      }
      for (const session of sessions.values()) {
        if (!hasEnded(session, nowMs)) break
        end(session)
      }
      if (countOf(accountId) >= OF_ACCOUNT_MAX) end(longestAtRest(session => session.accountId === accountId))
      if (sessions.size >= MAX) end(longestAtRest(() => true))
      sessions.set(id, { id, accountId, keyId, usedAtMs: nowMs })
      return ended
    },
    use(id, { accountId, keyId }, nowMs) {
      const session = sessions.get(id)
      if (session === undefined || session.accountId !== accountId || session.keyId !== keyId) return false
      // it stays in the list, whose next new session names it as ended
      if (hasEnded(session, nowMs)) return false
      sessions.delete(id)
      sessions.set(id, { ...session, usedAtMs: nowMs })
      return true
    },
    close,
  }
}
