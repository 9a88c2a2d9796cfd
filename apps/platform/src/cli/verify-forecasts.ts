import { forecastAccounts, verifyForecasts } from '#forecasts/verify-forecasts'
import type { DeskDatabase } from '#kernel/db/desk-database'

const FAULTS = { missing: 'is missing', changed: 'was changed', cut_off: 'and all after it were cut off' } as const
const SCOPE_NAMES: Readonly<Record<number, string>> = {
  1: 'project',
  2: 'survey',
  3: 'source',
  4: 'sub-quota of source',
}

/** `verify-forecasts`: exit 0 when all forecasts are as they were sealed and all finishes as the ledger has them; 1 when one is not; 2 for a wrong argument. */
export async function verifyForecastsCommand(database: DeskDatabase, args: readonly string[]): Promise<number> {
  const [wrong] = args
  if (wrong !== undefined) {
    console.error(`verify-forecasts does not know ${wrong}; it takes no argument.`)
    return 2
  }
  const accounts = await database.readAsSystem(forecastAccounts)
  let faults = 0
  for (const { accountId, name } of accounts) {
    const { forecasts, finishes, firstBroken, wrongFinishes } = await database.readAsSystem(tx =>
      verifyForecasts(tx, accountId),
    )
    const of = `account ${accountId} (${name})`
    if (firstBroken !== null) {
      faults += 1
      console.error(`${of}: forecast ${firstBroken.seq} ${FAULTS[firstBroken.fault]}`)
    }
    for (const { scope, scopeId, quotaNo } of wrongFinishes) {
      faults += 1
      const cell = quotaNo === 0 ? '' : `, number ${quotaNo}`
      console.error(`${of}: the finish of ${SCOPE_NAMES[scope]} ${scopeId}${cell} is not that of the ledger`)
    }
    if (firstBroken === null && wrongFinishes.length === 0)
      console.log(`${of}: ${forecasts} forecasts and ${finishes} finishes, whole`)
  }
  if (accounts.length === 0) console.log('No account has a forecast.')
  return faults === 0 ? 0 : 1
}
