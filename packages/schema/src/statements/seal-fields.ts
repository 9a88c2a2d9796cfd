import { Schema } from 'effect'
import { HASH_PATTERN } from './signed-file.ts'

/** The fields of every signed file's seal. */
export const SEAL_FIELDS = {
  account: Schema.Int,
  account_name: Schema.String,
  head: Schema.String.check(Schema.isPattern(HASH_PATTERN)),
  lines: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 })),
  version: Schema.Literals([1, 2, 3]),
  zone: Schema.String,
}

/** The further fields of a statement's seal. */
export const SUM_FIELDS = {
  adjustment_cents: Schema.Int,
  adjustments: Schema.Int,
  closed_at: Schema.String,
  complete_cents: Schema.Int,
  completes: Schema.Int,
  currency: Schema.String,
  month: Schema.String,
  total_cents: Schema.Int,
}
