import type { CommittedLine } from '@desk/schema/statements/statement-line'
import { randomBytes } from 'node:crypto'
import { isErasedRid } from '#ledger/facts/erased-rid'
import type { LineIdentity } from './line-identities.store.ts'
import { supplyLine, type MovementRow } from './movements.store.ts'
import { commitmentOf } from './node-crypto.ts'

const SALT_BYTES = 32

/** A line of a supplier's statement, and the values that open its commitment. */
export interface LineWithIdentity extends CommittedLine {
  /** Null: the respondent is erased, and nothing opens the commitment. */
  readonly identity: LineIdentity | null
}

/** The line of a supplier's statement that is signed now. @param no its number, from 1 */
export function committedLine(accountId: number, row: MovementRow, no: number): LineWithIdentity {
  const { rid, ...line } = supplyLine(accountId, row, no)
  const salt = randomBytes(SALT_BYTES).toString('hex')
  return {
    ...line,
    rid_commitment: commitmentOf({ rid, salt }),
    identity: isErasedRid(row.rid, row.hex) ? null : { hex: row.hex, rid, salt },
  }
}
