import { faultsOf } from '@desk/machines/form/form.fields'
import type { BuyerRate } from '@desk/schema/sources/source-suppliers'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { surveyForm, SurveyForm } from '@desk/schema/surveys/survey-form'
import { sellPriceWarnings, surveyEndWarning } from '@desk/schema/surveys/survey-warnings'
import { Schema } from 'effect'
import { priceText, type EndRules, type OutOfField, type PriceRules } from './bulk-plan.ts'

/** The client's price for a complete of a survey (§5.11); while it has none of its own, its project's holds. */
export const SELL_PRICE: PriceRules<BuyerRate> = {
  priceOf: ({ pm_sy_client_cpi }) => pm_sy_client_cpi,
  order({ pm_sy_ud: id, pm_sy_client_cpi: was, project_client_cpi: above, dearest_source: dearest, version }, price) {
    const [warning] = sellPriceWarnings({ sellPrice: price, dearest })
    return {
      note: was === null && above !== null ? `the project’s ${priceText(above)} held` : null,
      ...(warning === undefined ? {} : { warning: warning.message }),
      order: { kind: 'sellPrice', id, payload: { pm_sy_client_cpi: price, version }, was },
    }
  },
}

/** A survey's stored form, with another out-of-field date: empty fields are left out. */
export function surveyFormWith(survey: SurveyDetail, { date, zoneCode }: OutOfField): object {
  const {
    pm_sy_name,
    respondents,
    pm_cy_cs_id,
    languages_id,
    device_compatibility,
    survey_url_flg,
    survey_url,
    pm_sy_client_cpi,
    est_loi,
    qualifying_rate,
    hold_places,
  } = survey
  const values = {
    pm_sy_name,
    respondents,
    pm_cy_cs_id,
    languages_id,
    device_compatibility,
    survey_url_flg,
    survey_url,
    pm_sy_client_cpi,
    est_loi,
    qualifying_rate,
    hold_places,
    out_of_field_date: date,
    out_of_field_time_zone_code: zoneCode,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}

const isForm = Schema.is(SurveyForm)

/** When field work of a survey ends. @param pricesClient the account prices its clients by the complete (§5.11) */
export const surveyEnd = ({ pricesClient }: { readonly pricesClient: boolean }): EndRules<SurveyDetail> => ({
  noun: 'survey',
  endOf: ({ out_of_field_date: date, out_of_field_time_zone_code: zoneCode }) => ({ date, zoneCode }),
  isLive: ({ statusid }) => statusid === STATUS_CODES.live,
  warn: ({ last_source: lastSource }, { date, zoneCode }, say) =>
    surveyEndWarning({ endMs: date === null ? null : Date.parse(date), lastSource }, atMs =>
      say({ date: new Date(atMs).toISOString(), zoneCode }),
    ),
  order(survey, wanted) {
    // the form goes whole: a price that is not this view's to see would be taken away
    if (survey.pm_sy_client_cpi === undefined) return 'Its form is not this view’s to change.'
    const form = surveyFormWith(survey, wanted)
    const [fault] = faultsOf(surveyForm({ needsUrl: survey.survey_url_flg, pricesClient }), form)
    if (fault !== undefined || !isForm(form))
      return `It cannot be saved as it is: ${fault?.message ?? 'its form is not whole'}.`
    return {
      kind: 'surveyEnd',
      id: survey.pm_sy_ud,
      payload: { ...form, version: survey.version },
      was: { date: survey.out_of_field_date, zoneCode: survey.out_of_field_time_zone_code },
    }
  },
})
