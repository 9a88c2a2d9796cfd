import { STATEMENT_COLUMNS, statementCells, statementSealCells } from '@desk/schema/statements/statement-file'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { lineOf } from './read-statements.ts'
import type { SignedRows } from './signed-files.ts'
import { listLines, type StoredStatement } from './statements.store.ts'

const PORTION = 5_000

/** The rows of a closed statement's file, read in portions: memory holds one at a time, and the next is read when the client has taken it. */
export async function* statementRows(
  database: DeskDatabase,
  accountId: number,
  { month, supplierId, start, seal, signature, publicKey }: StoredStatement,
): SignedRows {
  yield [STATEMENT_COLUMNS]
  let previous = start
  for (let after = 0; ;) {
    const from = after
    const lines = await database.readAsAccount(accountId, tx =>
      listLines(tx, accountId, month, supplierId, { after: from, limit: PORTION }),
    )
    const cells = []
    for (const { content, hash } of lines) {
      cells.push(statementCells({ line: lineOf(content), previous, hash }))
      previous = hash
    }
    yield cells
    after = lines.at(-1)?.line ?? after
    if (lines.length < PORTION) break
  }
  yield [statementSealCells({ seal: JSON.parse(seal), signature, publicKey })]
}

/** The name of a statement's file, without its format. */
export const fileNameOf = ({ month, supplierId }: Pick<StoredStatement, 'month' | 'supplierId'>): string =>
  `statement-${month}-${supplierId === 0 ? 'without-supplier' : supplierId}`
