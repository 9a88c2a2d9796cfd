import type { FormValues } from '@desk/machines/form/form.setup'
import type { ProjectDetail } from '@desk/schema/projects/project'
import type { Source } from '@desk/schema/sources/source'
import { sourceWarnings } from '@desk/schema/sources/source-warnings'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import type { FormWarning } from '#kit/forms/form-runner.ts'
import { shownWarnings, typedEnd } from '#kit/forms/form-warnings.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import type { SourceLists } from './source-lists.ts'
import { partsIn } from './source-plan.ts'

/** The reference values of the form's warnings. */
export interface WarningContext {
  readonly lists: SourceLists
  readonly survey: Pick<SurveyDetail, 'out_of_field_date' | 'pm_sy_client_cpi'>
  readonly project: Pick<ProjectDetail, 'pm_sy_client_cpi'>
  /** null: a new one. */
  readonly source: Pick<Source, 'statusid' | 'completes'> | null
}

/** Warnings of unlikely values in a source's form (docs/decisions/0091). */
export function formWarnings(
  { lists, survey, project, source }: WarningContext,
  values: FormValues,
  nowMs: number,
): readonly FormWarning[] {
  const { endMs, sayEnd, passed } = typedEnd(values, lists.zones, nowMs)
  const warned = {
    isLive: source?.statusid === STATUS_CODES.live,
    target: numberOrNull(values['respondents']),
    completes: source?.completes ?? 0,
    endMs,
    surveyEndMs: survey.out_of_field_date === null ? null : Date.parse(survey.out_of_field_date),
    sellPrice: numberOrNull(values['pm_sy_client_cpi']) ?? survey.pm_sy_client_cpi ?? project.pm_sy_client_cpi ?? null,
    supplyPrice: numberOrNull(values['supplier_cpi']),
    suppliers: partsIn(values['suppliers']).map(({ pm_sup_ud: id, supplier_cpi: price }) => ({
      name: lists.suppliers.find(({ pm_sup_ud }) => pm_sup_ud === id)?.name ?? `supplier ${id}`,
      supplier_cpi: numberOrNull(price),
    })),
  }
  return [...passed, ...shownWarnings(sourceWarnings(warned, sayEnd))]
}
