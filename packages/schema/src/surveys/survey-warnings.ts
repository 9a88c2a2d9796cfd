import { Schema } from 'effect'
import {
  isoEnd,
  priceMessage,
  targetMessage,
  warningAt,
  type FieldWarning,
  type SayEnd,
  type WarnedTarget,
} from '../forms/field-warnings.ts'
import { IsoInstant } from '../ids/ids.ts'

/** The source that ends last by a date of its own, of those that have not ended. */
export const LastSource = Schema.Struct({ name: Schema.String, out_of_field_date: IsoInstant })
export type LastSource = typeof LastSource.Type

/** The source that pays most for a complete, of those that have not ended, and what it pays. */
export const DearestSource = Schema.Struct({ name: Schema.String, supplier_cpi: Schema.Number })
export type DearestSource = typeof DearestSource.Type

/** The facts behind the warnings of a sell price. */
interface WarnedSellPrice {
  /** Null: there is none, or it is hidden from this view. */
  readonly sellPrice: number | null
  /** Null or undefined: no source pays, or it is hidden from this view. */
  readonly dearest: DearestSource | null | undefined
}

/** The facts behind the warnings of a survey. */
export interface WarnedSurvey extends WarnedTarget, WarnedSellPrice {
  readonly endMs: number | null
  readonly lastSource: LastSource | null
}

/** The warning of a survey's end before the end of a source; null: none. @param sayEnd the source's end as the reader reads it */
export function surveyEndWarning(
  { endMs, lastSource }: Pick<WarnedSurvey, 'endMs' | 'lastSource'>,
  sayEnd: SayEnd,
): string | null {
  if (endMs === null || lastSource === null) return null
  const lastMs = Date.parse(lastSource.out_of_field_date)
  return lastMs <= endMs ? null : `${lastSource.name} ends later, ${sayEnd(lastMs)}: it stops with the survey.`
}

/** The warnings of the sell price of a survey, or of a project whose surveys have none: it is below what a source pays. */
export const sellPriceWarnings = ({ sellPrice, dearest }: WarnedSellPrice): readonly FieldWarning[] =>
  dearest == null
    ? []
    : warningAt(
        ['pm_sy_client_cpi'],
        priceMessage(`The supply price of ${dearest.name}`, dearest.supplier_cpi, sellPrice),
      )

/**
 * The warnings of a survey (docs/decisions/0091): a target that is reached, an end before that of a source, a sell price below what
 * a source pays. Forms, bulk changes and answers of the API have them from here.
 * @param sayEnd the source's end as the reader reads it
 */
export function surveyWarnings(survey: WarnedSurvey, sayEnd: SayEnd = isoEnd): readonly FieldWarning[] {
  return [
    ...warningAt(['respondents'], targetMessage('survey', survey)),
    ...warningAt(['out_of_field_date'], surveyEndWarning(survey, sayEnd)),
    ...sellPriceWarnings(survey),
  ]
}
