import type { Opening } from '@desk/schema/statements/statement-line'
import type { Tx } from '#kernel/db/tx'
import { RowSet } from '#ledger/batches/row-set'
import type { Month } from './months.ts'

/** The identity of a line's respondent. It is outside the chain, and an erasure deletes it. */
export interface LineIdentity extends Opening {
  /** Of the RDUD. */
  readonly hex: string
}

interface IdentifiedLine {
  readonly scopeId: number
  readonly line: number
  readonly identity: LineIdentity
}

/** Whether a line has an identity to store. */
export const hasIdentity = <Line extends { readonly identity: LineIdentity | null }>(
  line: Line,
): line is Line & { readonly identity: LineIdentity } => line.identity !== null

const NEW_IDENTITIES = new RowSet<IdentifiedLine>([
  ['scope_id', 'int', ({ scopeId }) => scopeId],
  ['line', 'int', ({ line }) => line],
  ['rdud', 'uuid', ({ identity }) => identity.hex],
  ['rid', 'text', ({ identity }) => identity.rid],
  ['salt', 'bytea', ({ identity }) => identity.salt],
])

/** Stores the identities of suppliers' lines of one month. */
export async function insertIdentities(
  tx: Tx,
  accountId: number,
  month: Month,
  lines: readonly IdentifiedLine[],
): Promise<void> {
  await tx.client.query({
    name: 'statement_identities',
    text: `insert into statement_identity (account_id, month, scope_id, line, rdud, rid, salt)
      select $1, $2, u.scope_id, u.line, u.rdud, u.rid, u.salt from ${NEW_IDENTITIES.from(3)}`,
    values: [accountId, month, ...NEW_IDENTITIES.values(lines)],
  })
}
