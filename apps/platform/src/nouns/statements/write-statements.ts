import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import {
  sellLineText,
  sellSealText,
  sellStartText,
  type SellLine,
  type SellScope,
} from '@desk/schema/statements/sell-line'
import { COMMITTED_VERSION, FILE_VERSION, type FileVersion } from '@desk/schema/statements/statement-csv'
import { BEFORE_START, committedText, sealText, startText, type LineKind } from '@desk/schema/statements/statement-line'
import type { Tx } from '#kernel/db/tx'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import { committedLine, type LineWithIdentity } from './committed-line.ts'
import type { Month } from './months.ts'
import { eachMovement, type MovementRow, type SoldRow, type SourceNamed } from './movements.store.ts'
import { chainedHex, signText } from './node-crypto.ts'
import type { StatementScope } from './scopes.ts'
import { eachSold, sellLine, type SurveyNamed } from './sell-movements.store.ts'
import type { SigningKey } from './statement-keys.ts'
import { hasIdentity, insertIdentities, type LineIdentity } from './line-identities.store.ts'
import { insertLines, insertStatement, type NewLine } from './statements.store.ts'
import { LineSums, type Sums } from './sums.ts'

/** A statement's fields beside its lines. */
export interface Closing {
  readonly accountId: number
  readonly accountName: string
  readonly month: Month
  readonly window: AccountWindow
  readonly at: Date
}

/** A seal's fields beside the owner of the statement. */
interface Facts extends Sums {
  readonly account: number
  readonly account_name: string
  readonly closed_at: string
  readonly currency: string
  readonly head: string
  readonly month: Month
  readonly version: FileVersion
  readonly zone: string
}

/** The fields of every line. */
interface AnyLine {
  readonly line: number
  readonly kind: LineKind
  readonly origin: Month
  readonly amount_cents: number
}

/** The fields of every row. */
interface AnyRow {
  readonly position: string
}

/** How the statements of a scope are made of rows: whose a row is, its line, and what their lines are summed by. */
interface Side<Row, Line extends AnyLine, Named> {
  readonly scope: StatementScope
  readonly version: FileVersion
  /** 0: respondents without a supplier, projects without a business unit. */
  readonly idOf: (row: Row) => number
  readonly nameOf: (row: Row) => string
  readonly line: (account: number, row: Row, no: number) => Line
  /** The canonical JSON of a line. */
  readonly lineText: (line: Line) => string
  /** Null: the line has none, or its respondent is erased. */
  readonly identityOf: (line: Line) => LineIdentity | null
  readonly named: (row: Row) => Named
  /** The ids of `named` as a text. */
  readonly namedKey: (row: Row) => string
  /** The start of a chain. @param id null: statements without an owner's id */
  readonly startText: (account: number, month: Month, id: number | null) => string
  readonly sealText: (facts: Facts, id: number | null, name: string) => string
}

const SUPPLY: Side<MovementRow, LineWithIdentity, SourceNamed> = {
  scope: 'supplier',
  version: COMMITTED_VERSION,
  idOf: row => row.supplierId,
  nameOf: row => row.supplierName,
  line: committedLine,
  lineText: committedText,
  identityOf: ({ identity }) => identity,
  named: row => ({
    stmid: row.sourceId,
    source_name: row.sourceName,
    pm_proj_ud: row.projectId,
    project_name: row.projectName,
  }),
  namedKey: row => `${row.sourceId} ${row.projectId}`,
  startText: (account, month, supplier) => startText({ account, month, supplier }),
  sealText: (facts, supplier, name) => sealText({ ...facts, supplier, supplier_name: name }),
}
const sell = (scope: SellScope): Side<SoldRow, SellLine, SurveyNamed> => ({
  scope,
  version: FILE_VERSION,
  idOf: row => (scope === 'project' ? row.projectId : row.unitId),
  nameOf: row => (scope === 'project' ? row.projectName : row.unitName),
  line: sellLine,
  lineText: sellLineText,
  identityOf: () => null,
  named: row => ({
    pm_sy_ud: row.surveyId,
    survey_name: row.surveyName,
    pm_proj_ud: row.projectId,
    project_name: row.projectName,
  }),
  namedKey: row => `${row.surveyId} ${row.projectId}`,
  startText: (account, month, id) => sellStartText({ account, id, kind: scope, month }),
  sealText: (facts, id, name) => sellSealText({ ...facts, id, kind: scope, name }),
})

/** One statement as its lines come. */
interface Draft<Named> {
  readonly name: string
  readonly start: string
  readonly sums: LineSums<Named>
  head: string
  lines: number
}

/** The statements of a scope as their lines come, in the order of lines; those of several statements may come mixed. */
class SideDrafts<Row extends AnyRow, Line extends AnyLine, Named> {
  readonly #closing: Closing
  readonly #side: Side<Row, Line, Named>
  readonly #drafts = new Map<number, Draft<Named>>()

  constructor(closing: Closing, side: Side<Row, Line, Named>) {
    this.#closing = closing
    this.#side = side
  }

  /** Gives rows their statements, numbers and hashes, and sends them to be stored. */
  write(tx: Tx, rows: readonly Row[]): void {
    const { accountId, month } = this.#closing
    const lines = rows.map(row => this.#chain(row))
    tx.leave(insertLines(tx, accountId, this.#side.scope, month, lines))
    const identities = lines.filter(hasIdentity)
    if (identities.length > 0) tx.leave(insertIdentities(tx, accountId, month, identities))
  }

  #chain(row: Row): NewLine {
    const { idOf, identityOf, line, lineText: textOf, named, namedKey } = this.#side
    const scopeId = idOf(row)
    const draft = this.#drafts.get(scopeId) ?? this.#begin(scopeId, row)
    draft.lines += 1
    const numbered = line(this.#closing.accountId, row, draft.lines)
    const content = textOf(numbered)
    draft.head = chainedHex(draft.head, content)
    draft.sums.add(numbered, namedKey(row), () => named(row))
    const identity = identityOf(numbered)
    return { scopeId, line: draft.lines, position: row.position, content, hash: draft.head, identity }
  }

  #begin(scopeId: number, row: Row): Draft<Named> {
    const { accountId, month } = this.#closing
    const start = chainedHex(BEFORE_START, this.#side.startText(accountId, month, scopeId || null))
    const draft = { name: this.#side.nameOf(row), start, sums: new LineSums<Named>(), head: start, lines: 0 }
    this.#drafts.set(scopeId, draft)
    return draft
  }

  /** Signs and stores the statements. */
  async store(tx: Tx, { privateKey, publicKey }: SigningKey): Promise<void> {
    const { accountId, accountName, month, window, at } = this.#closing
    for (const [scopeId, { name, start, head, sums: summed }] of this.#drafts) {
      const { sums, parts } = summed
      const facts: Facts = {
        ...sums,
        account: accountId,
        account_name: accountName,
        closed_at: at.toISOString(),
        currency: ACCOUNT_CURRENCY,
        head,
        month,
        version: this.#side.version,
        zone: window.zone,
      }
      const seal = this.#side.sealText(facts, scopeId || null, name)
      await insertStatement(tx, accountId, {
        ...sums,
        scope: this.#side.scope,
        month,
        scopeId,
        name,
        start: Buffer.from(start, 'hex'),
        head: Buffer.from(head, 'hex'),
        seal,
        signature: signText(privateKey, seal),
        publicKey,
        parts,
      })
    }
  }
}

interface AnySideDrafts<Row> {
  readonly write: (tx: Tx, rows: readonly Row[]) => void
  readonly store: (tx: Tx, key: SigningKey) => Promise<void>
}

/** Chains rows, each in one statement of every side, and stores the statements. */
async function writeSides<Row>(
  tx: Tx,
  pages: AsyncIterable<readonly Row[]>,
  sides: readonly AnySideDrafts<Row>[],
  keyOf: () => Promise<SigningKey>,
): Promise<void> {
  let isEmpty = true
  for await (const rows of pages) {
    isEmpty = false
    for (const side of sides) side.write(tx, rows)
  }
  if (isEmpty) return
  const key = await keyOf()
  for (const side of sides) await side.store(tx, key)
}

/**
 * Writes the statements of the first open month, of its suppliers and of the sell side. Commits of the ledger while
 * this runs are the next month's.
 * @param keyOf gives the account's key, once there is something to sign
 */
export const writeStatements = (
  tx: Tx,
  closing: Closing,
  scopes: readonly SellScope[],
  keyOf: () => Promise<SigningKey>,
): Promise<void> =>
  writeSides<MovementRow>(
    tx,
    eachMovement(tx, closing.accountId, closing.window, closing.month),
    [new SideDrafts(closing, SUPPLY), ...scopes.map(scope => new SideDrafts(closing, sell(scope)))],
    keyOf,
  )

/** Writes the statements of the sell side of a closed month, of the lines that its suppliers' statements have. */
export const writeSellStatements = (
  tx: Tx,
  closing: Closing,
  scopes: readonly SellScope[],
  keyOf: () => Promise<SigningKey>,
): Promise<void> =>
  writeSides(
    tx,
    eachSold(tx, closing.accountId, closing.month),
    scopes.map(scope => new SideDrafts(closing, sell(scope))),
    keyOf,
  )
