import type { DeskDatabase } from '#kernel/db/desk-database'
import { DatabaseUnavailable } from '#kernel/db/errors'

const READ_EVERY_MS = 1_000

/**
 * Says whether an account is suspended, from a list that is read when it is older than a second: the links of all accounts share it,
 * and each process reads its own. While the database is away the last list counts; the ledger says that it is.
 */
export function suspendedAccounts(
  database: DeskDatabase,
  nowMs: () => number = Date.now,
): (accountId: number) => Promise<boolean> | boolean {
  let suspended: ReadonlySet<number> = new Set()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const read = async (): Promise<void> => {
    const beganAtMs = nowMs()
    try {
      suspended = await database.readAsSystem(async tx => {
        const { rows } = await tx.client.query<{ accountId: number }>({
          name: 'suspended_accounts',
          text: 'select account_id as "accountId" from account where suspended_at is not null',
        })
        return new Set(rows.map(({ accountId }) => accountId))
      })
      readAtMs = beganAtMs
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    } finally {
      reading = undefined
    }
  }

  return accountId => {
    const ageMs = nowMs() - readAtMs
    if (ageMs >= 0 && ageMs < READ_EVERY_MS) return suspended.has(accountId)
    return (reading ??= read()).then(() => suspended.has(accountId))
  }
}
