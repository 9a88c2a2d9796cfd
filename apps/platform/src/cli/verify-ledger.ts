import type { DeskDatabase } from '#kernel/db/desk-database'
import { repairLedger, verifyLedger, type Drift } from '#ledger/verify/verify-ledger'

const SHOWN = 50

/**
 * `verify-ledger [--repair]`: exit 0 when the figures agree with the ledger or were repaired; 1 when any differs; 2 for a wrong
 * argument.
 */
export async function verifyLedgerCommand(database: DeskDatabase, args: readonly string[]): Promise<number> {
  const wrong = args.find(argument => argument !== '--repair')
  if (wrong !== undefined) {
    console.error(`verify-ledger does not know ${wrong}; it takes --repair alone.`)
    return 2
  }
  const drifts = await verifyLedger(database)
  if (drifts.length === 0) {
    console.log('No drift: every figure is what the ledger says.')
    return 0
  }
  show(drifts)
  if (!args.includes('--repair')) {
    console.error('Run verify-ledger --repair to write what the ledger says.')
    return 1
  }
  await repairLedger(database)
  const left = await verifyLedger(database)
  if (left.length === 0) {
    console.log('Repaired: every figure is what the ledger says.')
    return 0
  }
  show(left)
  console.error('Not everything could be repaired.')
  return 1
}

function show(drifts: readonly Drift[]): void {
  console.error(`${drifts.length} figures differ from the ledger:`)
  for (const { accountId, where, what, stored, ledger } of drifts.slice(0, SHOWN)) {
    console.error(`  account ${accountId}, ${where}: ${what} is ${stored}, the ledger says ${ledger}`)
  }
  if (drifts.length > SHOWN) console.error(`  and ${drifts.length - SHOWN} more`)
}
