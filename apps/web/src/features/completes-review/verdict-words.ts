import { doorCause } from '@desk/schema/respondents/door-rules'
import type { FlaggedComplete } from '@desk/schema/defender/review'

/** The rules' objections to a complete: 'Country not taken: CA (US)'. */
export const verdictWords = ({ verdicts }: Pick<FlaggedComplete, 'verdicts'>): readonly string[] =>
  verdicts.map(({ rule, threshold, value }) => {
    const cause = doorCause({ rule, threshold, value }) ?? rule
    return threshold === '' ? cause : `${cause} (${threshold})`
  })
