import { INFLIGHT_TIMEOUT_LOI_FACTOR } from '@desk/schema/respondents/state'

const MS_PER_MINUTE = 60_000

/**
 * Gives the moment at which a respondent who has not finished becomes an abandon (§4.4, §9.5).
 * @param startedAtMs when the respondent entered, in ms since 1970
 * @param statedLoiMinutes the interview length stated when the respondent entered, in minutes
 * @returns ms since 1970, a whole number
 */
export function abandonDueAtMs(startedAtMs: number, statedLoiMinutes: number): number {
  return startedAtMs + Math.round(INFLIGHT_TIMEOUT_LOI_FACTOR * statedLoiMinutes * MS_PER_MINUTE)
}
