import type { Case } from './endpoint-case.ts'

const SURVEY_FORM = {
  pm_sy_name: 'Gen pop',
  respondents: 100,
  pm_cy_cs_id: 840,
  languages_id: 1,
  device_compatibility: [1],
  survey_url_flg: false,
  pm_sy_client_cpi: 4,
  est_loi: 10,
  qualifying_rate: 50,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
}

const LIMITS = { limit_loi_percent: 50, limit_ir_percent: 40, limit_min_completes: 10, auto_pause_rules: [] }

const SOURCE_FORM = { stream_name: 'Open panel', respondents: 100, stream_status_cd: 3, supplier_cpi: 2.5 }

/** The endpoints of surveys, sources and their templates. */
export const STUDY_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/surveys': { kind: 'object', call: ids => ({ path: `/v1/surveys?pm_proj_ud=${ids.project}` }) },
  'GET /v1/surveys/:id': { kind: 'object', call: ids => ({ path: `/v1/surveys/${ids.survey}` }) },
  'POST /v1/surveys': {
    kind: 'object',
    call: ids => ({ path: '/v1/surveys', body: { ...SURVEY_FORM, pm_proj_ud: ids.project } }),
  },
  'PUT /v1/surveys/:id': { kind: 'object', call: ids => ({ path: `/v1/surveys/${ids.survey}`, body: SURVEY_FORM }) },
  'GET /v1/survey/:id/engage-language': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/engage-language` }),
  },
  'GET /v1/survey/:id/test-status': { kind: 'object', call: ids => ({ path: `/v1/survey/${ids.survey}/test-status` }) },
  'GET /v1/survey/:id/performance': { kind: 'object', call: ids => ({ path: `/v1/survey/${ids.survey}/performance` }) },
  'PUT /v1/survey/:id/performance': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/performance`, body: LIMITS }),
  },
  'GET /v1/buyer-pricing': {
    kind: 'object',
    call: ids => ({ path: `/v1/buyer-pricing?est_loi=10&qualifying_rate=50&pm_sy_ud=${ids.survey}` }),
  },
  'POST /v1/metrics/surveys/:id': { kind: 'object', call: ids => ({ path: `/v1/metrics/surveys/${ids.survey}` }) },
  'GET /v1/survey/:id/status': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/status?statusid=2` }),
  },
  'GET /v1/survey-streams/:id': { kind: 'object', call: ids => ({ path: `/v1/survey-streams/${ids.source}` }) },
  'POST /v1/survey-streams': {
    kind: 'object',
    call: ids => ({ path: '/v1/survey-streams', body: { pm_sy_ud: ids.survey, type: 'diy', ...SOURCE_FORM } }),
  },
  'PUT /v1/survey-streams': {
    kind: 'object',
    call: ids => ({ path: '/v1/survey-streams', body: { stmid: ids.source, ...SOURCE_FORM, stream_status_cd: 1 } }),
  },
  'POST /v1/copystream': {
    kind: 'object',
    call: ids => ({ path: '/v1/copystream', body: { stmid: ids.source, pm_sy_ud: ids.survey } }),
  },
  'POST /v1/duplicate-survey-stream': {
    kind: 'object',
    call: ids => ({ path: '/v1/duplicate-survey-stream', body: { stmid: ids.source } }),
  },
  // for who has Auto-Boost, and classic sources alone, which not every account of the demo has first: apps/platform/src/nouns/sources says who and which
  'POST /v1/survey-stream/:id/alias': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/survey-stream/${ids.source}/alias`,
      body: { alias: 'Boosted', auto_boost: true, boost_step: 0.5, boost_cap: 200 },
    }),
  },
  'PUT /v1/classic-streams/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/classic-streams/${ids.source}`, body: { ...SOURCE_FORM, pm_sup_ud: ids.supplier } }),
  },
  'GET /v3/classic-streams/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v3/classic-streams/${ids.source}` }),
  },
  'GET /v1/survey-streams/:id/classic': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/classic` }),
  },
  'POST /v3/classic-streams': {
    kind: 'object',
    call: ids => ({
      path: '/v3/classic-streams',
      body: { pm_sy_ud: ids.survey, ...SOURCE_FORM, pm_sup_ud: ids.supplier },
    }),
  },
  'GET /v1/survey/stream/:id/test-survey': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/stream/${ids.source}/test-survey` }),
  },
  'GET /v1/survey-test/:id': { kind: 'object', call: ids => ({ path: `/v1/survey-test/${ids.source}` }) },
  'GET /v1/survey/:id/defendersettings': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/defendersettings` }),
  },
  'GET /v1/survey-quals-quotas': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-quals-quotas?stmid=${ids.source}` }),
  },
  'POST /v1/survey-quals-quotas': {
    kind: 'object',
    call: ids => ({ path: '/v1/survey-quals-quotas', body: { stmid: ids.source, qualifications: [], quotas: [] } }),
  },
  'GET /v2/survey-quals-quotas': {
    kind: 'object',
    call: ids => ({ path: `/v2/survey-quals-quotas?stmid=${ids.source}` }),
  },
  'POST /v2/survey-quals-quotas': {
    kind: 'object',
    call: ids => ({
      path: '/v2/survey-quals-quotas',
      body: { stmid: ids.source, qualifications: [], quota_groups: [] },
    }),
  },
  'GET /v1/stream-suppliers/:id': { kind: 'object', call: ids => ({ path: `/v1/stream-suppliers/${ids.source}` }) },
  'PUT /v1/stream-suppliers/:id': {
    kind: 'object',
    call: ids => ({
      path: `/v1/stream-suppliers/${ids.source}`,
      body: { suppliers: [{ pm_sup_ud: ids.supplier, allocation_percent: 100 }] },
    }),
  },
  'GET /v1/survey-streams/:id/supplier-pricing': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/supplier-pricing` }),
  },
  'PATCH /v1/survey-streams/:id/supplier-pricing': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/supplier-pricing`, body: { suppliers: [] } }),
  },
  'GET /v3/survey-suppliers/:id': { kind: 'object', call: ids => ({ path: `/v3/survey-suppliers/${ids.survey}` }) },
  'GET /v1/survey-buyer-rate/:id': { kind: 'object', call: ids => ({ path: `/v1/survey-buyer-rate/${ids.survey}` }) },
  'PUT /v1/survey-buyer-rate/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-buyer-rate/${ids.survey}`, body: { pm_sy_client_cpi: 8.5 } }),
  },
  'GET /v1/source-template': { kind: 'own', call: () => ({ path: '/v1/source-template' }) },
  'GET /v2/source-template': { kind: 'own', call: () => ({ path: '/v2/source-template' }) },
  'POST /v1/source-template': {
    kind: 'object',
    call: ids => ({ path: '/v1/source-template', body: { name: 'As it is', stmid: ids.source } }),
  },
  'POST /v2/source-template': { kind: 'session', call: () => ({ path: '/v2/source-template', body: {} }) },
  'GET /v1/supplierallocationtemplates': { kind: 'own', call: () => ({ path: '/v1/supplierallocationtemplates' }) },
  'POST /v1/supplierallocationtemplates': {
    kind: 'session',
    call: () => ({ path: '/v1/supplierallocationtemplates', body: {} }),
  },
  // the demo has no templates: apps/platform/src/nouns/sources says that another account's are not there
  'GET /v1/source-template/:id/quals-quotas': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/source-template/${ids.source}/quals-quotas` }),
  },
  'DELETE /v1/source-template': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/source-template?source_template_id=${ids.source}` }),
  },
  'PUT /v1/supplierallocationtemplates': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: '/v1/supplierallocationtemplates',
      body: {
        supplier_allocation_template_id: ids.source,
        name: 'Halves',
        template_type: 2,
        suppliers: [{ pm_sup_ud: ids.supplier, allocation_percent: 100 }],
      },
    }),
  },
  'GET /v1/supplierallocationtemplates/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/supplierallocationtemplates/${ids.source}` }),
  },
  'DELETE /v1/supplierallocationtemplates/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/supplierallocationtemplates/${ids.source}` }),
  },
  'POST /v1/:scope/loadtemplate/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/source/loadtemplate/${ids.source}`, body: { id: ids.source } }),
  },
  'GET /v1/survey-streams/:id/survey': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/survey` }),
  },
  'GET /v1/survey-stream-metrics/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey-stream-metrics/${ids.survey}` }),
  },
  // an own source's unknown respondent is not there either, so this one differs in nothing at all
  'GET /v1/survey-streams/:id/respondent': {
    kind: 'own',
    call: ids => ({ path: `/v1/survey-streams/${ids.source}/respondent?find=nobody` }),
  },
}
