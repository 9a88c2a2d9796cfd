import type { FormValues } from '@desk/machines/form/form.setup'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { ProjectDetail } from '@desk/schema/projects/project'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { surveyWarnings } from '@desk/schema/surveys/survey-warnings'
import type { FormWarning } from '#kit/forms/form-runner.ts'
import { shownWarnings, typedEnd } from '#kit/forms/form-warnings.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'

/** The reference values of the form's warnings. */
export interface WarningContext {
  readonly zones: readonly TimeZoneItem[]
  readonly project: Pick<ProjectDetail, 'pm_sy_client_cpi'>
  /** The survey that is edited or duplicated; null: a new one. */
  readonly survey: Pick<SurveyDetail, 'statusid' | 'completes' | 'last_source' | 'dearest_source'> | null
  /** It is edited: a duplicate has copies of its sources, and neither its status nor its completes. */
  readonly isEdited: boolean
}

/** Warnings of unlikely values in a survey's form (docs/decisions/0091). */
export function formWarnings(
  { zones, project, survey, isEdited }: WarningContext,
  values: FormValues,
  nowMs: number,
): readonly FormWarning[] {
  const { endMs, sayEnd, passed } = typedEnd(values, zones, nowMs)
  const warned = {
    isLive: isEdited && survey?.statusid === STATUS_CODES.live,
    target: numberOrNull(values['respondents']),
    completes: isEdited ? (survey?.completes ?? 0) : 0,
    endMs,
    lastSource: survey?.last_source ?? null,
    sellPrice: numberOrNull(values['pm_sy_client_cpi']) ?? project.pm_sy_client_cpi ?? null,
    dearest: survey?.dearest_source,
  }
  return [...passed, ...shownWarnings(surveyWarnings(warned, sayEnd))]
}
