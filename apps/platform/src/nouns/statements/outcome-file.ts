import {
  OUTCOME_COLUMNS,
  outcomeCells,
  outcomeSealCells,
  outcomeSealText,
  outcomeStartText,
  outcomeText,
} from '@desk/schema/statements/outcome-file'
import { FILE_VERSION } from '@desk/schema/statements/statement-csv'
import { BEFORE_START } from '@desk/schema/statements/statement-line'
import type { DeskDatabase } from '#kernel/db/desk-database'
import {
  BEFORE_ALL,
  findNames,
  isStoredRequest,
  listOutcomes,
  type OutcomeScope,
} from '../reconciliation/outcomes.store.ts'
import type { SealingKey } from '#kernel/secrets/seal'
import { findWindow } from '../reconciliation/requests.store.ts'
import { chained, signText } from './node-crypto.ts'
import type { SignedFile, SignedRows } from './signed-files.ts'
import { signingKey, type SigningKey } from './statement-keys.ts'

const PORTION = 5_000

/** The contents of a supplier's file. */
export interface OutcomeFile {
  readonly accountId: number
  readonly supplierId: number
  readonly scope: OutcomeScope
  readonly names: { readonly accountName: string; readonly supplierName: string }
  readonly window: Awaited<ReturnType<typeof findWindow>>
  readonly signing: SigningKey
  readonly at: Date
}

/** Opens a supplier's file; undefined: the account has no such supplier or stored request. */
export function openOutcomeFile(
  database: DeskDatabase,
  { accountId, supplierId, scope, at }: Pick<OutcomeFile, 'accountId' | 'supplierId' | 'scope' | 'at'>,
  key: SealingKey,
): Promise<OutcomeFile | undefined> {
  return database.asAccount(accountId, async tx => {
    const names = await findNames(tx, accountId, supplierId)
    if (names === undefined) return undefined
    if ('requestId' in scope && !(await isStoredRequest(tx, accountId, scope.requestId))) return undefined
    const window = await findWindow(tx, accountId)
    // one that signs is made once, when an account first needs it
    const signing = await signingKey(tx, accountId, key, at)
    return { accountId, supplierId, scope, names, window, signing, at }
  })
}

/** The file, signed while it is made. */
export const outcomeFile = (database: DeskDatabase, file: OutcomeFile): SignedFile => ({
  version: FILE_VERSION,
  columns: OUTCOME_COLUMNS,
  rows: outcomeRows(database, file),
})

/** The file's rows, read in portions: a chain of its lines, and the seal that signs the last hash. */
async function* outcomeRows(
  database: DeskDatabase,
  { accountId, supplierId, scope, names, window, signing, at }: OutcomeFile,
): SignedRows {
  const named = {
    account: accountId,
    month: 'month' in scope ? scope.month : null,
    request: 'requestId' in scope ? scope.requestId : null,
    supplier: supplierId,
  }
  let previous = chained(Buffer.from(BEFORE_START, 'hex'), outcomeStartText(named))
  let lines = 0
  for (let after = BEFORE_ALL; ;) {
    const from = after
    const rows = await database.readAsAccount(accountId, tx =>
      listOutcomes(tx, accountId, supplierId, scope, window, from, PORTION),
    )
    const cells = []
    for (const { place, ...row } of rows) {
      lines += 1
      const line = { ...row, line: lines }
      const hash = chained(previous, outcomeText(line))
      cells.push(outcomeCells(line, previous.toString('hex'), hash.toString('hex')))
      previous = hash
      after = place
    }
    yield cells
    if (rows.length < PORTION) break
  }
  const seal = {
    ...named,
    account_name: names.accountName,
    head: previous.toString('hex'),
    kind: 'outcomes' as const,
    lines,
    made_at: at.toISOString(),
    supplier_name: names.supplierName,
    version: FILE_VERSION,
    zone: window.zone,
  }
  yield [
    outcomeSealCells({
      seal,
      signature: signText(signing.privateKey, outcomeSealText(seal)).toString('hex'),
      publicKey: signing.publicKey.toString('hex'),
    }),
  ]
}

/** The name of a supplier's file, without its format. */
export const outcomeFileName = ({ supplierId, scope }: Pick<OutcomeFile, 'supplierId' | 'scope'>): string =>
  `outcomes-${'month' in scope ? scope.month : `request-${scope.requestId}`}-supplier-${supplierId}`
