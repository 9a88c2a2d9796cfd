import type { Caller } from '@desk/api/authorization'
import type { Tx } from '../db/tx.ts'
import { recordEdit, type HistoryFacts } from '../history/history.store.ts'
import { editRow, type RowEdit } from './edit-row.ts'
import type { Outcome } from './outcome.ts'

export interface StudyEdit<Columns> {
  readonly scope: 'project' | 'survey'
  readonly id: number
  readonly at: Date
  /** The version that the editor saw; undefined: the edit is made whatever happened meanwhile. */
  readonly seenVersion: number | undefined
  /** The row as it was locked. */
  readonly stored: Columns & { readonly editVersion: number }
  readonly after: Columns
}

export interface StudyActs<Answer> extends Pick<RowEdit<unknown, Answer>, 'read' | 'write'> {
  /** The object as its history tells of it, read anew each time. */
  readonly facts: () => Promise<HistoryFacts>
}

/** Edits a locked project or survey as `editRow` does, and records in its history what that changed. */
export function editStudy<Columns, Answer>(
  tx: Tx,
  { accountId, user }: Caller,
  { scope, id, at, seenVersion, stored, after }: StudyEdit<Columns>,
  { facts, read, write }: StudyActs<Answer>,
): Promise<Outcome<Answer>> {
  const { editVersion: storedVersion, ...before } = stored
  return editRow<unknown, Answer>({
    noun: scope,
    seenVersion,
    storedVersion,
    before,
    after,
    read,
    write: async () => {
      const factsBefore = await facts()
      await write()
      await recordEdit(tx, {
        accountId,
        scope,
        id,
        userId: user.uid,
        at,
        act: 'edited',
        before: factsBefore,
        after: await facts(),
      })
    },
  })
}
