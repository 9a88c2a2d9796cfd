import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SurveyDetail } from '@desk/schema/surveys/survey'

/** The form of the sample survey, without its end. */
export const SURVEY_FORM = {
  pm_sy_name: 'Wave 1',
  respondents: 100,
  pm_cy_cs_id: 840,
  languages_id: 1,
  device_compatibility: [1, 2],
  survey_url_flg: true,
  hold_places: 1,
  survey_url: 'https://survey.example/s?id=[%RDUD%]',
  pm_sy_client_cpi: 4,
  est_loi: 10,
  qualifying_rate: 50,
  out_of_field_time_zone_code: 15,
} as const

/** A live survey without completes, whose sources neither end nor pay by themselves. */
export const SAMPLE_SURVEY: SurveyDetail = {
  ...SURVEY_FORM,
  pm_sy_ud: 1,
  pm_proj_ud: 3,
  country_name: 'United States of America',
  language_name: 'English',
  out_of_field_date: '2097-01-01T17:00:00.000Z',
  statusid: STATUS_CODES.live,
  effective_statusid: STATUS_CODES.live,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-01T00:00:00.000Z',
  status_version: 6,
  source_count: 1,
  live_source_count: 1,
  created_at: '2026-10-01T00:00:00.000Z',
  pm_proj_name: 'Study',
  version: 4,
  allowed: [],
  live_blocks: [],
  auto_paused_sources: [],
  completes: 0,
  last_source: null,
  dearest_source: null,
  warnings: [],
}
