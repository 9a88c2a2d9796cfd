import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import {
  sellLineText,
  sellSealText,
  sellStartText,
  type SellLine,
  type SellScope,
} from '@desk/schema/statements/sell-line'
import {
  BEFORE_START,
  lineText,
  sealText,
  startText,
  type LineKind,
  type StatementLine,
} from '@desk/schema/statements/statement-line'
import type { Tx } from '#kernel/db/tx'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import type { Month } from './months.ts'
import { eachMovement, type Movement } from './movements.store.ts'
import { chained, signText } from './node-crypto.ts'
import type { StatementScope } from './scopes.ts'
import { eachSellMovement } from './sell-movements.store.ts'
import type { SigningKey } from './statement-keys.ts'
import { insertLines, insertStatement, type NewLine } from './statements.store.ts'
import { LineSums, type Sums } from './sums.ts'

/** What a statement says beside its lines. */
export interface Closing {
  readonly accountId: number
  readonly accountName: string
  readonly month: Month
  readonly window: AccountWindow
  readonly at: Date
}

/** What a seal says beside whose statement it is. */
interface Facts extends Sums {
  readonly account: number
  readonly account_name: string
  readonly closed_at: string
  readonly currency: string
  readonly head: string
  readonly month: Month
  readonly version: 1
  readonly zone: string
}

/** The canonical JSON of the statements of a scope. @param id null: those without */
interface Texts<Line> {
  readonly start: (account: number, month: Month, id: number | null) => string
  readonly line: (line: Line) => string
  readonly seal: (facts: Facts, id: number | null, name: string) => string
}

const SUPPLY: Texts<StatementLine> = {
  start: (account, month, supplier) => startText({ account, month, supplier }),
  line: lineText,
  seal: (facts, supplier, name) => sealText({ ...facts, supplier, supplier_name: name }),
}
const sell = (kind: SellScope): Texts<SellLine> => ({
  start: (account, month, id) => sellStartText({ account, id, kind, month }),
  line: sellLineText,
  seal: (facts, id, name) => sellSealText({ ...facts, id, kind, name }),
})

/** What every line has. */
interface AnyLine {
  readonly line: number
  readonly kind: LineKind
  readonly origin: Month
  readonly amount_cents: number
}

/** One statement as its lines come. */
class StatementDraft<Line extends AnyLine, Named> {
  readonly scopeId: number
  readonly #name: string
  readonly #closing: Closing
  readonly #texts: Texts<Line>
  readonly #start: Buffer
  readonly #sums = new LineSums<Named>()
  #head: Buffer
  #lines = 0

  constructor(closing: Closing, texts: Texts<Line>, { scopeId, scopeName }: Movement<Line, Named>) {
    this.scopeId = scopeId
    this.#name = scopeName
    this.#closing = closing
    this.#texts = texts
    this.#start = chained(Buffer.from(BEFORE_START, 'hex'), texts.start(closing.accountId, closing.month, this.#id))
    this.#head = this.#start
  }

  get #id(): number | null {
    return this.scopeId === 0 ? null : this.scopeId
  }

  /** Gives a line its number and its hash. */
  chain({ line, position, named }: Movement<Line, Named>): NewLine {
    this.#lines += 1
    const numbered = { ...line, line: this.#lines } as Line // a line is what it has but its number, and its number
    const content = this.#texts.line(numbered)
    this.#head = chained(this.#head, content)
    this.#sums.add(numbered, named)
    return { line: this.#lines, position, content, hash: this.#head }
  }

  /** Signs and stores it. */
  async store(tx: Tx, scope: StatementScope, { privateKey, publicKey }: SigningKey): Promise<void> {
    const { accountId, accountName, month, window, at } = this.#closing
    const { sums, parts } = this.#sums
    const facts: Facts = {
      ...sums,
      account: accountId,
      account_name: accountName,
      closed_at: at.toISOString(),
      currency: ACCOUNT_CURRENCY,
      head: this.#head.toString('hex'),
      month,
      version: 1,
      zone: window.zone,
    }
    const seal = this.#texts.seal(facts, this.#id, this.#name)
    await insertStatement(tx, accountId, {
      ...sums,
      scope,
      month,
      scopeId: this.scopeId,
      name: this.#name,
      start: this.#start,
      head: this.#head,
      seal,
      signature: signText(privateKey, seal),
      publicKey,
      parts,
    })
  }
}

/** Chains movements, which come statement by statement, and stores the statements. */
async function writeScope<Line extends AnyLine, Named>(
  tx: Tx,
  closing: Closing,
  scope: StatementScope,
  texts: Texts<Line>,
  pages: AsyncIterable<readonly Movement<Line, Named>[]>,
  keyOf: () => Promise<SigningKey>,
): Promise<void> {
  const { accountId, month } = closing
  let draft: StatementDraft<Line, Named> | undefined
  let key: SigningKey | undefined
  for await (const page of pages) {
    key ??= await keyOf()
    let lines: NewLine[] = []
    for (const movement of page) {
      if (draft === undefined || draft.scopeId !== movement.scopeId) {
        if (draft !== undefined) {
          await insertLines(tx, accountId, { scope, month, scopeId: draft.scopeId }, lines)
          await draft.store(tx, scope, key)
        }
        lines = []
        draft = new StatementDraft(closing, texts, movement)
      }
      lines.push(draft.chain(movement))
    }
    if (draft !== undefined) await insertLines(tx, accountId, { scope, month, scopeId: draft.scopeId }, lines)
  }
  if (draft !== undefined && key !== undefined) await draft.store(tx, scope, key)
}

/**
 * Writes the suppliers' statements of the first open month, one for each supplier with a line. What the ledger commits while this runs is the next month's.
 * @param keyOf gives the account's key, once there is something to sign
 */
export const writeStatements = (tx: Tx, closing: Closing, keyOf: () => Promise<SigningKey>): Promise<void> =>
  writeScope(tx, closing, 'supplier', SUPPLY, eachMovement(tx, closing.accountId, closing.window, closing.month), keyOf)

/** Writes the statements of the sell side of a closed month, of the lines that its suppliers' statements have. */
export async function writeSellStatements(
  tx: Tx,
  closing: Closing,
  scopes: readonly SellScope[],
  keyOf: () => Promise<SigningKey>,
): Promise<void> {
  for (const scope of scopes)
    await writeScope(
      tx,
      closing,
      scope,
      sell(scope),
      eachSellMovement(tx, closing.accountId, closing.month, scope),
      keyOf,
    )
}
