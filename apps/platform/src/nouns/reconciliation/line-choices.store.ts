import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** A respondent that a line means for sure (`rid`), or may mean. */
export interface Suggestion {
  readonly line: number
  readonly rdud: string
  readonly by: 'rid' | 'several' | 'suggestion' | 'damaged'
}

/** The choices of a request's lines. */
export interface LineChoices {
  /** Lines that are left out. */
  readonly unticked: readonly number[]
  readonly suggestions: readonly (Suggestion & { readonly isConfirmed: boolean })[]
}

/** Keeps whom lines of a request may mean. */
export async function insertSuggestions(
  tx: Tx,
  accountId: number,
  requestId: number,
  suggestions: readonly Suggestion[],
): Promise<void> {
  await sql`
    insert into reconciliation_suggestion (account_id, reconciliation_id, line, rdud, suggested_by)
    select ${accountId}, ${requestId}, s.line, s.rdud, s.by
    from unnest(${suggestions.map(({ line }) => line)}::int[], ${suggestions.map(({ rdud }) => rdud)}::uuid[], ${suggestions.map(({ by }) => by)}::text[]) as s (line, rdud, by)`.execute(
    tx,
  )
}

/** Which lines are left out, and which suggestions are confirmed, from now on; undefined: as before. */
export async function setLineChoices(
  tx: Tx,
  accountId: number,
  requestId: number,
  unticked: readonly number[] | undefined,
  confirmed: readonly number[] | undefined,
): Promise<void> {
  const mine = sql`account_id = ${accountId} and reconciliation_id = ${requestId}`
  if (unticked !== undefined)
    await sql`update reconciliation set unticked_lines = ${unticked}::int[] where ${mine}`.execute(tx)
  if (confirmed !== undefined)
    await sql`
      update reconciliation_suggestion set is_confirmed = not is_confirmed
      where ${mine} and is_confirmed <> (line = any (${confirmed}::int[]))`.execute(tx)
}

export async function findLineChoices(tx: Tx, accountId: number, requestId: number): Promise<LineChoices> {
  const mine = sql`account_id = ${accountId} and reconciliation_id = ${requestId}`
  const { rows } = await sql<{
    unticked: readonly number[]
  }>`select unticked_lines as unticked from reconciliation where ${mine}`.execute(tx)
  const { rows: suggestions } = await sql<LineChoices['suggestions'][number]>`
    select line, rdud, suggested_by as by, is_confirmed as "isConfirmed" from reconciliation_suggestion where ${mine} order by line`.execute(
    tx,
  )
  return { unticked: rows[0]?.unticked ?? [], suggestions }
}
