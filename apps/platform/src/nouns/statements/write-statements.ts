import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { BEFORE_START, lineText, sealText, startText } from '@desk/schema/statements/statement-line'
import type { Tx } from '#kernel/db/tx'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import type { Month } from './months.ts'
import { eachMovement, type Movement } from './movements.store.ts'
import { chained, signText } from './node-crypto.ts'
import type { SigningKey } from './statement-keys.ts'
import { insertLines, insertStatement, type NewLine } from './statements.store.ts'
import { LineSums } from './sums.ts'

/** What a statement says beside its lines. */
interface Closing {
  readonly accountId: number
  readonly accountName: string
  readonly month: Month
  readonly window: AccountWindow
  readonly at: Date
}

/** One statement as its lines come. */
class StatementDraft {
  readonly supplierId: number
  readonly supplierName: string
  readonly #closing: Closing
  readonly #start: Buffer
  readonly #sums = new LineSums()
  #head: Buffer
  #lines = 0

  constructor(closing: Closing, { supplierId, supplierName }: Movement) {
    this.supplierId = supplierId
    this.supplierName = supplierName
    this.#closing = closing
    const named = { account: closing.accountId, month: closing.month, supplier: supplierId === 0 ? null : supplierId }
    this.#start = chained(Buffer.from(BEFORE_START, 'hex'), startText(named))
    this.#head = this.#start
  }

  /** Gives a line its number and its hash. */
  chain({ line, position, projectName }: Movement): NewLine {
    this.#lines += 1
    const numbered = { ...line, line: this.#lines }
    const content = lineText(numbered)
    this.#head = chained(this.#head, content)
    this.#sums.add(numbered, projectName)
    return { line: this.#lines, position, content, hash: this.#head }
  }

  /** Signs and stores it. */
  async store(tx: Tx, { privateKey, publicKey }: SigningKey): Promise<void> {
    const { accountId, accountName, month, window, at } = this.#closing
    const { sums, parts } = this.#sums
    const seal = sealText({
      ...sums,
      account: accountId,
      account_name: accountName,
      closed_at: at.toISOString(),
      currency: ACCOUNT_CURRENCY,
      head: this.#head.toString('hex'),
      month,
      supplier: this.supplierId === 0 ? null : this.supplierId,
      supplier_name: this.supplierName,
      version: 1,
      zone: window.zone,
    })
    await insertStatement(tx, accountId, {
      ...sums,
      month,
      supplierId: this.supplierId,
      supplierName: this.supplierName,
      start: this.#start,
      head: this.#head,
      seal,
      signature: signText(privateKey, seal),
      publicKey,
      parts,
    })
  }
}

/**
 * Writes the statements of the first open month, one for each supplier with a line. What the ledger commits while this runs is the next month's.
 * @param keyOf gives the account's key, once there is something to sign
 */
export async function writeStatements(tx: Tx, closing: Closing, keyOf: () => Promise<SigningKey>): Promise<void> {
  const { accountId, month, window } = closing
  let draft: StatementDraft | undefined
  let key: SigningKey | undefined
  for await (const page of eachMovement(tx, accountId, window, month)) {
    key ??= await keyOf()
    let lines: NewLine[] = []
    for (const movement of page) {
      if (draft === undefined || draft.supplierId !== movement.supplierId) {
        if (draft !== undefined) {
          await insertLines(tx, accountId, month, draft.supplierId, lines)
          await draft.store(tx, key)
        }
        lines = []
        draft = new StatementDraft(closing, movement)
      }
      lines.push(draft.chain(movement))
    }
    if (draft !== undefined) await insertLines(tx, accountId, month, draft.supplierId, lines)
  }
  if (draft !== undefined && key !== undefined) await draft.store(tx, key)
}
