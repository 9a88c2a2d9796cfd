import { RESPONDENT_STATE_LABELS, type RespondentCode } from '@desk/schema/respondents/state'
import { NO_FIGURE } from '#ui/format/figures.ts'

/** A respondent's state in words; null: there is none. */
export const stateText = (code: RespondentCode | null): string =>
  code === null ? NO_FIGURE : RESPONDENT_STATE_LABELS[code]
