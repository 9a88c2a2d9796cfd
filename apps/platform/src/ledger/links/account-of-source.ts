import type { DeskDatabase } from '#kernel/db/desk-database'

const UNKNOWN_FOR_MS = 1_000
const MAX_REMEMBERED = 200_000

/**
 * Finds the account of a source: the public links carry only the source. A source never changes its account, so hits are cached;
 * misses are cached for a second.
 */
export function accountOfSource(
  database: DeskDatabase,
  nowMs: () => number = Date.now,
): (sourceId: number) => Promise<number | null> | number {
  const accounts = new Map<number, number>()
  const unknownUntilMs = new Map<number, number>()
  const asking = new Map<number, Promise<number | null>>()

  const ask = async (sourceId: number): Promise<number | null> => {
    try {
      const accountId = await database.readAsSystem(async tx => {
        const { rows } = await tx.client.query<{ accountId: number | null }>({
          name: 'account_of_source',
          text: 'select account_of_source($1) as "accountId"',
          values: [sourceId],
        })
        return rows[0]?.accountId ?? null
      })
      if (accountId === null) {
        if (unknownUntilMs.size >= MAX_REMEMBERED) unknownUntilMs.clear()
        unknownUntilMs.set(sourceId, nowMs() + UNKNOWN_FOR_MS)
      } else {
        if (accounts.size >= MAX_REMEMBERED) accounts.clear()
        accounts.set(sourceId, accountId)
      }
      return accountId
    } finally {
      asking.delete(sourceId)
    }
  }

  return sourceId => {
    const known = accounts.get(sourceId)
    if (known !== undefined) return known
    if ((unknownUntilMs.get(sourceId) ?? 0) > nowMs()) return Promise.resolve(null)
    let answer = asking.get(sourceId)
    if (answer === undefined) asking.set(sourceId, (answer = ask(sourceId)))
    return answer
  }
}
