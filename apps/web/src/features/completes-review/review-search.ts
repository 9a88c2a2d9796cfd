import { REVIEW_STATES, type ReviewState } from '@desk/schema/defender/review'
import { DEFENDER_RULES, type DefenderRuleName } from '@desk/schema/respondents/door-rules'
import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The choices of the queue as the URL has them. */
export interface ReviewChoices {
  readonly state: ReviewState
  readonly rule?: DefenderRuleName
  readonly project?: number
}

/** Every state, in the order of the screen. */
export const REVIEW_STATE_IDS = Object.keys(REVIEW_STATES) as readonly ReviewState[] // Object.keys loses the key types

/** Reads the choices from the query; invalid ones are none. */
export function readReviewChoices(raw: RawSearch): ReviewChoices {
  return {
    state: REVIEW_STATE_IDS.find(id => id === raw['state']) ?? 'pending',
    ...compact({ rule: DEFENDER_RULES.find(rule => rule === raw['rule']), project: idOf(raw['project']) }),
  }
}
