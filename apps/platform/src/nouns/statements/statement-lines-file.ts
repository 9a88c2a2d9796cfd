import { COMMITTED_COLUMNS, committedCells } from '@desk/schema/statements/committed-file'
import { SELL_COLUMNS, sellCells, sellSealCells } from '@desk/schema/statements/sell-file'
import type { SellLine } from '@desk/schema/statements/sell-line'
import type { SignedCell } from '@desk/schema/statements/signed-file'
import { STATEMENT_COLUMNS, statementCells, statementSealCells } from '@desk/schema/statements/statement-file'
import { COMMITTED_VERSION, type FileVersion } from '@desk/schema/statements/statement-csv'
import type { CommittedLine, StatementLine } from '@desk/schema/statements/statement-line'
import type { ReadOptions } from '#kernel/db/database-options'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { SignedFile, SignedRows } from './signed-files.ts'
import { listLines, type StatementOf, type StoredLine, type StoredStatement } from './statements.store.ts'

const PORTION = 5_000

type Cells = readonly SignedCell[]
/** The layout of a statement's file; hashed and signed values are read as they were written. */
interface Layout {
  readonly columns: readonly string[]
  readonly line: (stored: StoredLine, previous: string) => Cells
  readonly seal: (seal: string, signature: string, publicKey: string) => Cells
}

/** Of versions 1 and 2. */
const SUPPLY: Layout = {
  columns: STATEMENT_COLUMNS,
  line: ({ content, hash }, previous) => {
    const line: StatementLine = JSON.parse(content)
    return statementCells({ line, previous, hash })
  },
  seal: (seal, signature, publicKey) => statementSealCells({ seal: JSON.parse(seal), signature, publicKey }),
}
const COMMITTED: Layout = {
  ...SUPPLY,
  columns: COMMITTED_COLUMNS,
  line: ({ content, hash, opening }, previous) => {
    const line: CommittedLine = JSON.parse(content)
    return committedCells(line, opening, previous, hash)
  },
}
const SELL: Layout = {
  columns: SELL_COLUMNS,
  line: ({ content, hash }, previous) => {
    const line: SellLine = JSON.parse(content)
    return sellCells(line, previous, hash)
  },
  seal: (seal, signature, publicKey) => sellSealCells({ seal: JSON.parse(seal), signature, publicKey }),
}

/** The file of a closed statement. Its seal says in which version it was issued. */
export function statementFile(database: DeskDatabase, accountId: number, statement: StoredStatement): SignedFile {
  const seal: { readonly version: FileVersion } = JSON.parse(statement.seal)
  const supply = seal.version === COMMITTED_VERSION ? COMMITTED : SUPPLY
  const layout = statement.scope === 'supplier' ? supply : SELL
  return { version: seal.version, columns: layout.columns, rows: statementRows(database, accountId, layout, statement) }
}

/** Read in portions: memory holds one at a time, and the next is read when the client has taken it. */
async function* statementRows(
  database: DeskDatabase,
  accountId: number,
  layout: Layout,
  { start, seal, signature, publicKey, lines: total, ...of }: StoredStatement,
): SignedRows {
  let previous = start
  for (let after = 0; ;) {
    const from = after
    const portion = (options: ReadOptions) =>
      database.readAsAccount(accountId, tx => listLines(tx, accountId, of, { after: from, limit: PORTION }), options)
    // lines never change; a month that has just closed may not have reached the replica
    const near = await portion({ mayBeBehind: true })
    const lines = near.length < Math.min(PORTION, total - from) ? await portion({}) : near
    const rows = []
    for (const line of lines) {
      rows.push(layout.line(line, previous))
      previous = line.hash
    }
    yield rows
    after = lines.at(-1)?.line ?? after
    if (lines.length < PORTION) break
  }
  yield [layout.seal(seal, signature, publicKey)]
}

const WITHOUT: Readonly<Record<StatementOf['scope'], string>> = {
  supplier: 'without-supplier',
  project: 'without-project',
  business_unit: 'without-business-unit',
}
const NAMED: Readonly<Record<StatementOf['scope'], string>> = {
  supplier: '',
  project: 'project-',
  business_unit: 'business-unit-',
}

/** The name of a statement's file, without its format. */
export const fileNameOf = ({ scope, month, scopeId }: StatementOf): string =>
  `statement-${month}-${scopeId === 0 ? WITHOUT[scope] : `${NAMED[scope]}${scopeId}`}`
