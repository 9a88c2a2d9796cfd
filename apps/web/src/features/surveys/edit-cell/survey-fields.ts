/** The fields of a survey that are edited in its list. */
export type SurveyField = 'name' | 'target' | 'price' | 'end'

/** The field that a column's cells edit. */
export const SURVEY_FIELD_OF_COLUMN: Readonly<Record<string, SurveyField>> = {
  name: 'name',
  completes: 'target',
  sellPrice: 'price',
  daysLeft: 'end',
}
