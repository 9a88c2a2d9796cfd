import type pg from 'pg'
import type { SecretKey } from '#kernel/config/secret-file'
import { seal, unseal } from '#kernel/secrets/seal'
import type { SealedColumn } from './sealed-columns.ts'

const ROWS_AT_ONCE = 500

/** The outcome for one column. */
export interface Resealed {
  readonly resealed: number
  /** Neither key opens them. */
  readonly unreadable: number
}

interface Row {
  readonly id: string
  readonly owner: number
  readonly sealed: Buffer
}

/**
 * Seals the values of a column again, those that the previous key sealed: a statement for each, so that it may be interrupted, and
 * goes on at its next run. A value that was replaced in between stays.
 */
export async function resealColumn(
  owner: pg.ClientBase,
  { table, column, id, owner: ownerColumn, keyOf, ownerOf }: SealedColumn,
  [present, previous]: Exclude<SecretKey, string>,
): Promise<Resealed> {
  const [newKey, oldKey] = [keyOf(present), keyOf(previous)]
  let [resealed, unreadable] = [0, 0]
  for (let after = ''; ;) {
    const { rows } = await owner.query<Row>(
      `select ${id}::text as id, ${ownerColumn}::int as owner, ${column} as sealed from ${table}
       where ${column} is not null and ${id}::text > $1 order by ${id}::text limit ${ROWS_AT_ONCE}`,
      [after],
    )
    for (const row of rows) {
      if (unseal(newKey, ownerOf(row.owner), row.sealed) !== null) continue
      const secret = unseal(oldKey, ownerOf(row.owner), row.sealed)
      if (secret === null) {
        unreadable += 1
        continue
      }
      const again = seal(newKey, ownerOf(row.owner), secret)
      const { rowCount } = await owner.query(
        `update ${table} set ${column} = $1 where ${id}::text = $2 and ${column} = $3`,
        [again, row.id, row.sealed],
      )
      resealed += rowCount ?? 0
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) return { resealed, unreadable }
    after = last.id
  }
}
