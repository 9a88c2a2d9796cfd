const REMEMBERED_MS = 10 * 60_000

/** Remembers for a while which sessions have ended: a permission that the platform gave just before must not open a room afterwards. */
export class EndedSessions {
  readonly #endedAtMs = new Map<string, number>()

  add(sessionId: string, nowMs: number): void {
    for (const [id, endedAtMs] of this.#endedAtMs) {
      if (nowMs - endedAtMs < REMEMBERED_MS) break // in the order in which they ended
      this.#endedAtMs.delete(id)
    }
    this.#endedAtMs.delete(sessionId)
    this.#endedAtMs.set(sessionId, nowMs)
  }

  has(sessionId: string): boolean {
    return this.#endedAtMs.has(sessionId)
  }
}
