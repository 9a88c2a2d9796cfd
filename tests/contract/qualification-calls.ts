import type { BaseCall, Ids } from './base-calls.ts'
import { QUALIFICATION, QUALIFICATION_TEXT } from './base-forms.ts'

/** Everything that a list of qualifications is filtered by. */
const LISTED = {
  search: 'a',
  qualification_type_cd: 1,
  qualification_category_cd: 1,
  qualification_class_cd: 1,
  languages_id: 37,
  country_id: 840,
  limit: 10,
  offset: 0,
}

/** Calls of qualifications, their texts and options, and of quality questions. */
export const QUALIFICATION_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/qualifications': ({ qualification }) => ({
    query: { uid: qualification, ...LISTED },
  }),
  // of the library
  'GET /v1/qualifications/qualification-options': () => ({
    query: { uid: 3, languages_id: 37, country_id: 840, search: 'a', limit: 10, offset: 0 },
  }),
  'POST /v1/qualifications': () => ({
    headers: { 'idempotency-key': 'base-qualification' },
    body: { ...QUALIFICATION, qualification_texts: [QUALIFICATION_TEXT] },
  }),
  'PUT /v1/qualifications': ({ qualification }) => ({
    query: { uid: qualification },
    headers: { 'idempotency-key': 'base-qualification-edit' },
    body: { ...QUALIFICATION, precode: 'tea', qualification_texts: [], version: 1 },
  }),
  // no user may delete from the library
  'DELETE /v1/qualifications': () => ({ query: { uid: 1 }, status: 409 }),
  'GET /v2/qualifications': () => ({ query: LISTED }),
  'POST /v2/qualifications': () => ({
    headers: { 'idempotency-key': 'base-qualification-2' },
    body: { ...QUALIFICATION, precode: 'coffee-2', qualification_texts: [QUALIFICATION_TEXT] },
  }),
  'PATCH /v2/qualifications/{id}': ({ qualification }) => ({
    path: { id: qualification },
    headers: { 'idempotency-key': 'base-qualification-change' },
    body: { ...QUALIFICATION, precode: 'water', qualification_texts: [], version: 2 },
  }),
  'POST /v2/qualification/{id}/qualification-text': ({ qualification }) => ({
    path: { id: qualification },
    headers: { 'idempotency-key': 'base-text' },
    body: { ...QUALIFICATION_TEXT, country_id: 826, qualification_text_status_cd: 1 },
  }),
  'GET /v2/qualification-texts/{id}/qualification-options': ({ qualificationText }) => ({
    path: { id: qualificationText },
    query: { limit: 10, offset: 0 },
  }),
  'GET /v2/qualification-texts/{id}/qualifications': ({ qualificationText }) => ({ path: { id: qualificationText } }),
  'PUT /v2/qualification-texts/{id}/qualification-options': ({ qualificationText }) => ({
    path: { id: qualificationText },
    headers: { 'idempotency-key': 'base-options' },
    body: {
      qualification_options: [
        {
          precode: '1',
          sort_order_nbr: 1,
          qualification_options_name: 'Ja',
          qualification_options_english_name: 'Yes',
        },
      ],
      version: 1,
    },
  }),
  'GET /v2/qualifications/{id}/precode': ({ qualification }) => ({ path: { id: qualification } }),
  'GET /v2/qualifications-library': () => ({ query: LISTED }),
  'POST /v2/qualifications-library/{id}/copy': () => ({ path: { id: 3 }, headers: { 'idempotency-key': 'base-copy' } }),
  'GET /v1/quality-questions': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/quality-questions': () => ({
    headers: { 'idempotency-key': 'base-question' },
    body: { language: 37, question: 'Which of these is a colour?' },
  }),
  'PUT /v1/quality-questions/{id}': ({ qualityQuestion }) => ({
    path: { id: qualityQuestion },
    headers: { 'idempotency-key': 'base-question-edit' },
    body: { language: 37, question: 'Which of these is a fruit?', sort_order_nbr: 1, version: 1 },
  }),
  'DELETE /v1/quality-questions/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'GET /v1/practice-survey': () => ({}),
}
