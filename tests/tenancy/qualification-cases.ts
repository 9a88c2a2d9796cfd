import type { Case } from './endpoint-case.ts'

const QUALIFICATION = {
  qualifications_name: 'Mine',
  qualification_type_cd: 1,
  qualification_category_cd: 9,
  qualification_class_cd: 2,
  qualification_access_cd: 1,
  precode: 'mine',
  qualification_univeral_name: 'MINE',
}

/** Qualifications, their texts and options, and quality questions. */
export const QUALIFICATION_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/qualifications': { kind: 'object', call: ids => ({ path: `/v1/qualifications?uid=${ids.qualification}` }) },
  'GET /v1/qualifications/qualification-options': {
    kind: 'object',
    call: ids => ({
      path: `/v1/qualifications/qualification-options?uid=${ids.qualification}&languages_id=37&country_id=840`,
    }),
  },
  'POST /v1/qualifications': { kind: 'session', call: () => ({ path: '/v1/qualifications', body: {} }) },
  'PUT /v1/qualifications': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/qualifications?uid=${ids.qualification}`, body: QUALIFICATION }),
  },
  'DELETE /v1/qualifications': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/qualifications?uid=${ids.qualification}` }),
  },
  'GET /v2/qualifications': { kind: 'own', call: () => ({ path: '/v2/qualifications' }) },
  'POST /v2/qualifications': { kind: 'session', call: () => ({ path: '/v2/qualifications', body: {} }) },
  'PATCH /v2/qualifications/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v2/qualifications/${ids.qualification}`, body: { qualifications_name: 'Mine' } }),
  },
  'POST /v2/qualification/:id/qualification-text': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v2/qualification/${ids.qualification}/qualification-text`,
      body: { qualification_texts_name: 'Do you?', languages_id: 37, country_id: 826 },
    }),
  },
  'GET /v2/qualification-texts/:id/qualification-options': {
    kind: 'object',
    call: ids => ({ path: `/v2/qualification-texts/${ids.qualificationText}/qualification-options` }),
  },
  'GET /v2/qualification-texts/:id/qualifications': {
    kind: 'object',
    call: ids => ({ path: `/v2/qualification-texts/${ids.qualificationText}/qualifications` }),
  },
  'PUT /v2/qualification-texts/:id/qualification-options': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v2/qualification-texts/${ids.qualificationText}/qualification-options`,
      body: { qualification_options: [] },
    }),
  },
  'GET /v2/qualifications/:id/precode': {
    kind: 'object',
    call: ids => ({ path: `/v2/qualifications/${ids.qualification}/precode` }),
  },
  'GET /v2/qualifications-library': { kind: 'own', call: () => ({ path: '/v2/qualifications-library' }) },
  // an account's own is none of the library's
  'POST /v2/qualifications-library/:id/copy': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v2/qualifications-library/${ids.qualification}/copy` }),
  },
  'GET /v1/quality-questions': { kind: 'own', call: () => ({ path: '/v1/quality-questions' }) },
  'POST /v1/quality-questions': { kind: 'session', call: () => ({ path: '/v1/quality-questions', body: {} }) },
  'PUT /v1/quality-questions/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/quality-questions/${ids.qualityQuestion}`,
      body: { language: 37, question: 'Which of these is a fruit?' },
    }),
  },
  'DELETE /v1/quality-questions/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/quality-questions/${ids.qualityQuestion}` }),
  },
  'GET /v1/practice-survey': { kind: 'lookup', call: () => ({ path: '/v1/practice-survey' }) },
}
