import { stale, type Outcome } from './outcome.ts'

export interface RowEdit<Columns, Answer> {
  readonly noun: string
  /** The version that the editor saw; undefined: the edit is made whatever happened meanwhile. */
  readonly seenVersion: number | undefined
  readonly storedVersion: number
  readonly before: Columns
  readonly after: Columns
  readonly write: () => Promise<void>
  readonly read: () => Promise<Answer>
}

/** Edits a locked row: a stale edit is refused with the row as it is now, unless it changes nothing; a repeat whose answer was lost passes. */
export async function editRow<Columns, Answer>(edit: RowEdit<Columns, Answer>): Promise<Outcome<Answer>> {
  if (JSON.stringify(edit.before) !== JSON.stringify(edit.after)) {
    if (edit.seenVersion !== undefined && edit.seenVersion !== edit.storedVersion)
      return stale(edit.noun, await edit.read())
    await edit.write()
  }
  return { kind: 'done', answer: await edit.read() }
}
