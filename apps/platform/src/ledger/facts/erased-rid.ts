import { sql, type RawBuilder } from 'kysely'

const START = 'erased '

/**
 * The text in place of an erased respondent's rid. It is unique, and no entry can have it: an entrant does not know the own
 * RDUD yet. The random end stops others from taking it first.
 * @param rdud of the RDUD, as a column of type uuid
 */
export const erasedRid = (rdud: RawBuilder<unknown>): RawBuilder<string> =>
  sql`${START}::text || replace(${rdud}::text, '-', '') || ' ' || left(gen_random_uuid()::text, 8)`

/** Whether a rid is what the erasure of this respondent left. */
export const isErasedRid = (rid: string, hex: string): boolean => rid.startsWith(`${START}${hex} `)
