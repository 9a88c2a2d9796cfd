import type { MovedSources } from '@desk/schema/surveys/survey-form'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { wallTimeIn } from '#kit/forms/wall-times.ts'

const DAY_MS = 86_400_000

/** The days between the stored end of a survey and another one, by the calendar of a zone. @param day 'YYYY-MM-DD', or a time of that day */
export function daysMoved(stored: string | null, day: string, zone: string): number {
  const days = (Date.parse(day.slice(0, 10)) - Date.parse(wallTimeIn(stored ?? '', zone).slice(0, 10))) / DAY_MS
  return Number.isInteger(days) ? days : 0
}

/** The sources that move with the end of a survey: those with a date of their own on its last day or later. */
export function movedWith(
  survey: Pick<SurveyDetail, 'out_of_field_date' | 'ends_with_survey'>,
  end: string,
  zone: string,
): MovedSources | null {
  const days = daysMoved(survey.out_of_field_date, wallTimeIn(end, zone), zone)
  const stmids = survey.ends_with_survey ?? []
  return days === 0 || stmids.length === 0 ? null : { stmids, days }
}

/** The same move, the other way. */
export const movedBack = ({ stmids, days }: MovedSources): MovedSources => ({ stmids, days: -days })

/** The offer to move this many sources by days, before zero for earlier. */
export const offerToMove = (count: number, days: number): string =>
  `Move ${count === 1 ? '1 source' : `${count} sources`} by ${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days > 0 ? 'later' : 'earlier'} as well`
