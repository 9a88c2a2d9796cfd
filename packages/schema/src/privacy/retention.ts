import { Schema } from 'effect'
import { atLeast, atMost, requiredNumber, whole } from '../forms/form-fields.ts'
import { IsoInstant, Version } from '../ids/ids.ts'

const MOST_DAYS = 3_650
/** The longest window of a rule: 720 hours. */
const LEAST_MARKS_DAYS = 30
/** A complete's window is open for up to 59 days, and its dispute follows. */
const LEAST_IDENTITIES_DAYS = 93
const MOST_JOURNALS_DAYS = 365

/** The periods that an account sets, in days, with their defaults. Journals have the installation's. */
export const RETENTION_DEFAULTS = { marks_days: 90, identities_days: 396, journals_days: 30 } as const
export type RetentionDays = keyof typeof RETENTION_DEFAULTS

const days = (label: string, least: readonly [number, string], most: number) =>
  requiredNumber({
    required: `${label}: a number of days is required`,
    rules: [
      whole(`${label}: days must be a whole number`),
      atLeast(...least),
      atMost(most, `${label}: at most ${most} days`),
    ],
  })

const RETENTION_FIELDS = {
  marks_days: days(
    'Addresses and fingerprints',
    [LEAST_MARKS_DAYS, `A rule may look back 720 hours, so that they are needed for ${LEAST_MARKS_DAYS} days`],
    MOST_DAYS,
  ),
  identities_days: days(
    'Supplier IDs and answers',
    [
      LEAST_IDENTITIES_DAYS,
      `Completes are reconciled and disputed by them, so that they are needed for ${LEAST_IDENTITIES_DAYS} days`,
    ],
    MOST_DAYS,
  ),
  journals_days: days(
    'Journals and conversations',
    [1, 'Support needs a journal for at least 1 day'],
    MOST_JOURNALS_DAYS,
  ),
}

/** An account's periods, as a form sends them. */
export const RetentionForm = Schema.Struct(RETENTION_FIELDS)
export type RetentionForm = typeof RetentionForm.Type
export const RetentionChange = Schema.Struct({ ...RETENTION_FIELDS, version: Version })

/** Counts end here: `next` says this number where there are more. */
export const RETENTION_COUNTED_MOST = 100_000

/** An account's periods, with the present work of its sweep. */
export const Retention = Schema.Struct({
  ...RetentionForm.fields,
  /** 0: the defaults. */
  version: Version,
  /** How many respondents, and journals with conversations, the next sweep will clear or delete. */
  next: Schema.Struct({ marks: Schema.Int, identities: Schema.Int, journals: Schema.Int }),
  /** The latest sweep, and how many respondents it cleared; null: none yet. */
  last: Schema.NullOr(Schema.Struct({ at: IsoInstant, marks: Schema.Int, identities: Schema.Int })),
  /** Exclusions of sources that look back further than addresses and fingerprints are stored. */
  exclusions_beyond: Schema.Int,
})
export type Retention = typeof Retention.Type
