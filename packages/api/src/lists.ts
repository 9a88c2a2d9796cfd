import { wholeFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'

/** Every list has a limit; the next page starts at `offset`. */
export const LIST_LIMIT_DEFAULT = 200
export const LIST_LIMIT_MAX = 1000

/** Query fields of every list. */
export const pageQuery = {
  limit: Schema.optionalKey(wholeFromText(1, LIST_LIMIT_MAX)),
  offset: Schema.optionalKey(wholeFromText(0, 1_000_000)),
}
