import { auditedAccounts, verifyAudit } from '#kernel/audit/verify-audit'
import type { DeskDatabase } from '#kernel/db/desk-database'

const FAULTS = {
  missing: 'is missing',
  changed: 'was changed',
  cut_off: 'and what follows were cut off',
  not_chained: 'was added past the chain',
} as const

/** `verify-audit`: exit 0 when the audit log of every account is whole; 1 when one is not, with its first broken entry; 2 for a wrong argument. */
export async function verifyAuditCommand(database: DeskDatabase, args: readonly string[]): Promise<number> {
  const [wrong] = args
  if (wrong !== undefined) {
    console.error(`verify-audit does not know ${wrong}; it takes no argument.`)
    return 2
  }
  const accounts = await database.readAsSystem(auditedAccounts)
  let broken = 0
  for (const { accountId, name } of accounts) {
    const verdict = await database.readAsSystem(tx => verifyAudit(tx, accountId))
    const of = `account ${accountId} (${name})`
    if (verdict.first_broken === null) {
      console.log(`${of}: ${verdict.entries} entries, whole, ${verdict.hash ?? 'none'}`)
      continue
    }
    broken += 1
    console.error(`${of}: entry ${verdict.first_broken.seq} ${FAULTS[verdict.first_broken.fault]}`)
  }
  if (accounts.length === 0) console.log('There is no entry in any audit log.')
  return broken === 0 ? 0 : 1
}
