/** The forms of the base calls, as the browser would send them. */

export const PROJECT_FORM = {
  pm_proj_name: 'Habits',
  pm_proj_rep_num: 'P-1',
  consultant: 1_900_001,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
  business_unit_ud: 1,
  respondents: 100,
  pm_cy_cs_id: 840,
  languages_id: null,
  est_loi: 10,
  qualifying_rate: 45.5,
  survey_url: 'https://survey.example/s?id=[%RDUD%]',
  device_compatibility: [1, 2],
  pm_sy_client_cpi: 4.25,
}

export const SURVEY_FORM = {
  pm_sy_name: 'Gen pop',
  respondents: 100,
  pm_cy_cs_id: 840,
  languages_id: 1,
  device_compatibility: [1, 2],
  survey_url_flg: true,
  survey_url: 'https://survey.example/s?id=[%RDUD%]',
  pm_sy_client_cpi: 4.25,
  est_loi: 10,
  qualifying_rate: 45.5,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
}

export const SUPPLIER = {
  name: 'Opinion Harbor',
  pm_supplier_type_code_ud: 1,
  recruitment_type: 1,
  security_level: 7,
  custom_security_flg: true,
  text_analytics_flg: true,
  language_threshold: 60,
  bot_detection_flg: false,
  threat_level: 40,
  activity_enabled_flg: true,
  token_threshold: 3,
  supplier_cpi: 2.5,
  redirects: [{ type: 'complete', url: 'https://harbor.example/c' }],
}

export const QUALIFICATION = {
  qualifications_name: 'Coffee drinker',
  qualification_type_cd: 1,
  qualification_category_cd: 9,
  qualification_class_cd: 2,
  qualification_access_cd: 1,
  precode: 'coffee',
  qualification_univeral_name: 'COFFEE',
}
export const QUALIFICATION_TEXT = {
  qualification_texts_name: 'Do you drink coffee?',
  languages_id: 37,
  country_id: 840,
}

export const SOURCE_FORM = {
  stream_name: 'Open panel',
  respondents: 100,
  stream_status_cd: 3,
  click_balancing: true,
  calculation_type_code_ud: 1,
  pacing: 3,
  supplier_cpi: 2.5,
  country_id: 840,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
}
export const AGE_OF_SOURCE = { name: 'Age', param: 'age', min: 18, max: 64 }

const ACCOUNT_FIELDS = {
  name: 'New Research',
  pm_parent_dsh_ud: 1,
  salesforce_account_id: '0015e00002AbCdEAAX',
  time_zone: 15,
  inv_by_business_unit_flg: false,
  access_research_defender_export: false,
  client_cpi_flg: true,
  reconciliation_window_day: 25,
}

/** The form that a super admin sends for a new account, with its first admin. */
export const ACCOUNT_FORM = {
  ...ACCOUNT_FIELDS,
  account_type: 'DESK',
  isRepData: false,
  admin: { firstname: 'Ada', lastname: 'Byron', username: 'ada@new.example' },
}
export const ACCOUNT_CHANGES = { ...ACCOUNT_FIELDS, version: 1 }

export const PLATFORM_FORM = {
  provider_name: 'Panels',
  provider_url: null,
  privacy_url: 'https://panels.example/privacy',
  redirect_guide_url: null,
  cleaning_request_url: null,
  desk_reference_url: null,
  defender_reference_url: null,
  desk_support_url: null,
  defender_support_url: null,
  hashing_docs_url: null,
  pacing_docs_url: null,
  complete_api_docs_url: null,
  respondent_upload_docs_url: null,
  version: 0,
}

export const WEBHOOK = {
  description: 'Our warehouse',
  url: 'https://hooks.example/desk',
  kinds: ['status.changed', 'respondent.completed'],
  is_on: true,
}
