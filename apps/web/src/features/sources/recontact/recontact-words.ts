import type { RecontactOutcome } from '@desk/schema/recontact/recontact'

/** The outcome of a list's line, in words that follow a number. */
export const OUTCOME_WORDS: Readonly<Record<RecontactOutcome, string>> = {
  found: 'found',
  listed: 'in the list already',
  in_source: 'in this source already',
  no_supplier: 'of a supplier that does not deliver to this source',
  rejected: 'rejected',
  test_session: 'from a test',
  duplicate: 'given more than once',
  unknown: 'unknown',
}
