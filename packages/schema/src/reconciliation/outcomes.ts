import { Schema } from 'effect'

/** The description of an outcome. */
interface Outcome {
  readonly label: string
  /** Why a row has it, for the person who sent the row. */
  readonly meaning: string
}

/** Every outcome of a row (settlement.md §1): each row of a request has exactly one. In the order of the screen. */
export const RECONCILIATION_OUTCOMES = {
  applied_reject: { label: 'Rejected', meaning: 'The complete is rejected.' },
  applied_accept: { label: 'Accepted', meaning: 'The respondent is accepted as a complete.' },
  needs_confirmation: {
    label: 'Needs confirmation',
    meaning:
      'The id names no respondent for sure: one has an id that is almost the same, or several have it. Say whether the one shown is meant.',
  },
  already_in_state: { label: 'Already so', meaning: 'The respondent is already in this state.' },
  already_reconciled: {
    label: 'Already reconciled',
    meaning: 'An earlier reconciliation has already brought the respondent into this state.',
  },
  expired: { label: 'Expired', meaning: 'The window for adjusting this complete is closed.' },
  unknown_id: { label: 'Unknown id', meaning: 'No respondent has this id.' },
  wrong_project: { label: 'Other project', meaning: 'The respondent belongs to another project.' },
  duplicate_in_file: {
    label: 'Duplicate in the file',
    meaning: 'An earlier row names the same respondent; the first one counts.',
  },
  test_session: { label: 'Test', meaning: 'The respondent is a test, which counts in no figure.' },
  not_eligible_status: {
    label: 'Wrong state',
    meaning:
      'The respondent’s state does not allow it: only completes can be rejected, and only respondents who were sent back or abandoned can be accepted.',
  },
  bad_reason: { label: 'Unknown reason', meaning: 'The reason is none, or does not fit the kind of list.' },
  unticked: { label: 'Left out', meaning: 'The row was left out by hand, by its reason or by its supplier.' },
} as const satisfies Record<string, Outcome>

export type ReconciliationOutcome = keyof typeof RECONCILIATION_OUTCOMES

/** The outcomes in the order of the screen. */
export const RECONCILIATION_OUTCOME_NAMES = Object.keys(RECONCILIATION_OUTCOMES) as readonly ReconciliationOutcome[] // Object.keys loses the key types

export const ReconciliationOutcome = Schema.Literals(
  RECONCILIATION_OUTCOME_NAMES as [ReconciliationOutcome, ...ReconciliationOutcome[]], // there are outcomes
)
