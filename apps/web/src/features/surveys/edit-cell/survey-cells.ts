import { faultsOf } from '@desk/machines/form/form.fields'
import type { WhatIfQuery } from '@desk/schema/forecasts/what-if'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { surveyForm, SurveyForm, type MovedSources } from '@desk/schema/surveys/survey-form'
import { Schema } from 'effect'
import { countText } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { priceText, type OutOfField } from '#kit/bulk/bulk-plan.ts'
import { surveyFormWith } from '#kit/bulk/survey-rules.ts'
import type { CellVerdict } from '#kit/edit-cell/cell-rules.ts'
import { zoneNameOf } from '#kit/forms/lookup-options.ts'
import { priceTyped, typedNumber } from '#kit/forms/typed-number.ts'
import { instantOf, wallTimeIn } from '#kit/forms/wall-times.ts'
import { formWarnings } from '../form-warnings.ts'
import { movedWith, offerToMove } from '../moved-sources.ts'
import type { SurveyField } from './survey-fields.ts'

/** A survey as it is before an edit of its cell. */
export interface SurveyBasis {
  readonly field: SurveyField
  readonly survey: SurveyDetail
  readonly zones: readonly TimeZoneItem[]
}

/** The save of the survey's form that an edit makes. */
export interface SurveyOrder {
  readonly form: SurveyForm
  /** The stored form, for Undo; null: it could not be saved as it is. */
  readonly was: SurveyForm | null
  /** The sources that move with its end, if the user takes the offer (docs/decisions/0100). */
  readonly move: MovedSources | null
}

const NO_PRICE = 'the project’s price'
const NOT_WHOLE = 'Its form is not this view’s to change.'
const isForm = Schema.is(SurveyForm)

const zoneOf = ({ survey, zones }: SurveyBasis): string => zoneNameOf(zones, survey.out_of_field_time_zone_code)

const endOf = ({ out_of_field_date: date, out_of_field_time_zone_code: zoneCode }: SurveyDetail): OutOfField => ({
  date,
  zoneCode,
})

/** The stored value as its input shows it. */
export function typedOfSurvey(basis: SurveyBasis): string {
  const { field, survey } = basis
  switch (field) {
    case 'name':
      return survey.pm_sy_name
    case 'target':
      return String(survey.respondents)
    case 'price':
      return priceTyped(survey.pm_sy_client_cpi)
    case 'end':
      return survey.out_of_field_date === null ? '' : wallTimeIn(survey.out_of_field_date, zoneOf(basis))
  }
}

/** The stored value in words. */
export function saidOfSurvey(basis: SurveyBasis): string {
  const { field, survey } = basis
  switch (field) {
    case 'name':
      return isolated(survey.pm_sy_name)
    case 'target':
      return countText(survey.respondents)
    case 'price':
      return survey.pm_sy_client_cpi == null ? NO_PRICE : priceText(survey.pm_sy_client_cpi)
    case 'end':
      return survey.out_of_field_date === null
        ? 'no date'
        : dateTimeText(Date.parse(survey.out_of_field_date), zoneOf(basis))
  }
}

/** The stored form with the field as typed; empty fields are left out. */
function changedForm(basis: SurveyBasis, typed: string): object {
  const { field, survey } = basis
  const end = endOf(survey)
  const stored: object = surveyFormWith(
    survey,
    field === 'end' ? { ...end, date: typed === '' ? null : instantOf(typed, zoneOf(basis)) } : end,
  )
  const number = typedNumber(typed)
  switch (field) {
    case 'name':
      return { ...stored, pm_sy_name: typed }
    case 'target':
      return { ...stored, respondents: number }
    case 'price': {
      const { pm_sy_client_cpi: _stored, ...others } = stored as Partial<SurveyForm> // its own fields
      return number === undefined ? others : { ...others, pm_sy_client_cpi: number }
    }
    case 'end':
      return stored
  }
}

function notesOf({ field, survey }: SurveyBasis, form: SurveyForm): readonly string[] {
  if (field === 'target')
    return [`${countText(Math.max(0, form.respondents - survey.completes))} left to ${countText(form.respondents)}`]
  const { dearest_source: dearest } = survey
  const price = form.pm_sy_client_cpi
  if (field !== 'price' || price === undefined || price === null || dearest == null) return []
  return [`${isolated(dearest.name)}, the dearest source, pays ${priceText(dearest.supplier_cpi)}`]
}

/** Judges the typed value, by the schema and the warnings of the form. */
export function judgeSurveyCell(basis: SurveyBasis, typed: string, nowMs: number): CellVerdict<SurveyOrder> {
  const { field, survey, zones } = basis
  const from = saidOfSurvey(basis)
  const refused = (fault: string) => ({ from, to: typed, notes: [], warnings: [], order: null, fault })
  // the form goes whole: a price that is not this view's to see would be taken away
  if (survey.pm_sy_client_cpi === undefined) return refused(NOT_WHOLE)
  const form = changedForm(basis, typed)
  // whether the account asks for a price is the server's to say
  const [fault] = faultsOf(surveyForm({ needsUrl: survey.survey_url_flg, pricesClient: false }), form)
  if (fault !== undefined || !isForm(form)) return refused(fault?.message ?? NOT_WHOLE)
  const { respondents, out_of_field_date: end, pm_sy_client_cpi: price = null } = form
  const warnings = formWarnings(
    { zones, project: {}, survey, isEdited: true },
    {
      ...(field === 'target' ? { respondents: typed } : {}),
      ...(field === 'price' ? { pm_sy_client_cpi: typed } : {}),
      ...(field === 'end' ? { out_of_field_date: typed } : {}),
      out_of_field_time_zone_code: survey.out_of_field_time_zone_code,
    },
    nowMs,
  )
  const to = saidOfSurvey({
    ...basis,
    survey: { ...survey, pm_sy_name: form.pm_sy_name, respondents, out_of_field_date: end, pm_sy_client_cpi: price },
  })
  const was = surveyFormWith(survey, endOf(survey))
  const move = field === 'end' ? movedWith(survey, end, zoneOf(basis)) : null
  return {
    from,
    to,
    notes: notesOf(basis, form),
    warnings: warnings.map(({ words }) => words),
    offer: move === null ? null : offerToMove(move.stmids.length, move.days),
    order: typed === typedOfSurvey(basis) ? null : { form, was: isForm(was) ? was : null, move },
    fault: null,
  }
}

/** The what-if of an edit; null: a name or a sell price moves no forecast, and a target of 0 is none. */
export function whatIfOfSurvey(field: SurveyField, { form }: SurveyOrder): WhatIfQuery | null {
  if (field === 'target') return form.respondents > 0 ? { target: form.respondents } : null
  return field === 'end' ? { ends_at: form.out_of_field_date ?? 'none' } : null
}
