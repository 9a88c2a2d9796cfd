import { fileLine, fileSeal, STATEMENT_FILE_HEAD } from '@desk/schema/statements/statement-file'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { lineOf } from './read-statements.ts'
import { listLines, type StoredStatement } from './statements.store.ts'

const PORTION = 5_000

/** The file of a closed statement, read in portions: memory holds one at a time, and the next is read when the client has taken it. */
export async function* statementFile(
  database: DeskDatabase,
  accountId: number,
  { month, supplierId, start, seal, signature, publicKey }: StoredStatement,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(STATEMENT_FILE_HEAD)
  let previous = start
  for (let after = 0; ;) {
    const from = after
    const lines = await database.readAsAccount(accountId, tx =>
      listLines(tx, accountId, month, supplierId, { after: from, limit: PORTION }),
    )
    let text = ''
    for (const { content, hash } of lines) {
      text += fileLine({ line: lineOf(content), previous, hash })
      previous = hash
    }
    if (text !== '') yield encoder.encode(text)
    after = lines.at(-1)?.line ?? after
    if (lines.length < PORTION) break
  }
  yield encoder.encode(fileSeal({ seal: JSON.parse(seal), signature, publicKey }))
}

/** The name of a statement's file. */
export const fileNameOf = ({ month, supplierId }: Pick<StoredStatement, 'month' | 'supplierId'>): string =>
  `statement-${month}-${supplierId === 0 ? 'without-supplier' : supplierId}.csv`
