import { ADMINS, DESK_ACCOUNT, DESK_ADMINS } from './callers.ts'
import { object, own, restricted, session, type Endpoint } from './endpoint.ts'

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

export const QUALIFICATION_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/qualifications': object(DESK_ACCOUNT, ({ qualification }) => ({
    query: { uid: qualification, ...LISTED },
  })),
  // of the library
  'GET /v1/qualifications/qualification-options': object(DESK_ACCOUNT, ({ qualification }) => ({
    query: { uid: 3, languages_id: 37, country_id: 840, search: 'a', limit: 10, offset: 0 },
    asked: { query: { uid: qualification, languages_id: 37, country_id: 840 } },
  })),
  'POST /v1/qualifications': session(DESK_ADMINS, () => ({
    body: { ...QUALIFICATION, qualification_texts: [QUALIFICATION_TEXT] },
  })),
  'PUT /v1/qualifications': restricted(DESK_ADMINS, ({ qualification }) => ({
    query: { uid: qualification },
    body: { ...QUALIFICATION, precode: 'tea', qualification_texts: [], version: 1 },
  })),
  // no user may delete from the library
  'DELETE /v1/qualifications': restricted(DESK_ADMINS, ({ qualification }) => ({
    query: { uid: 1 },
    status: 409,
    asked: { query: { uid: qualification } },
  })),
  'GET /v2/qualifications': own(DESK_ACCOUNT, () => ({ query: LISTED, asked: { query: {} } })),
  'POST /v2/qualifications': session(DESK_ADMINS, () => ({
    body: { ...QUALIFICATION, precode: 'coffee-2', qualification_texts: [QUALIFICATION_TEXT] },
  })),
  'PATCH /v2/qualifications/{id}': restricted(DESK_ADMINS, ({ qualification }) => ({
    path: { id: qualification },
    body: { ...QUALIFICATION, precode: 'water', qualification_texts: [], version: 2 },
  })),
  'POST /v2/qualification/{id}/qualification-text': restricted(DESK_ADMINS, ({ qualification }) => ({
    path: { id: qualification },
    body: { ...QUALIFICATION_TEXT, country_id: 826, qualification_text_status_cd: 1 },
  })),
  'GET /v2/qualification-texts/{id}/qualification-options': object(DESK_ACCOUNT, ({ qualificationText }) => ({
    path: { id: qualificationText },
    query: { limit: 10, offset: 0 },
  })),
  'GET /v2/qualification-texts/{id}/qualifications': object(DESK_ACCOUNT, ({ qualificationText }) => ({
    path: { id: qualificationText },
  })),
  'PUT /v2/qualification-texts/{id}/qualification-options': restricted(DESK_ADMINS, ({ qualificationText }) => ({
    path: { id: qualificationText },
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
  })),
  'GET /v2/qualifications/{id}/precode': object(DESK_ACCOUNT, ({ qualification }) => ({ path: { id: qualification } })),
  'GET /v2/qualifications-library': own(DESK_ACCOUNT, () => ({ query: LISTED, asked: { query: {} } })),
  'POST /v2/qualifications-library/{id}/copy': restricted(DESK_ADMINS, ({ qualification }) => ({
    path: { id: 3 },
    asked: { path: { id: qualification } },
  })),
  'GET /v1/quality-questions': own(ADMINS, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/quality-questions': session(ADMINS, () => ({
    body: { language: 37, question: 'Which of these is a colour?' },
  })),
  'PUT /v1/quality-questions/{id}': restricted(ADMINS, ({ qualityQuestion }) => ({
    path: { id: qualityQuestion },
    body: { language: 37, question: 'Which of these is a fruit?', sort_order_nbr: 1, version: 1 },
  })),
  'DELETE /v1/quality-questions/{id}': restricted(ADMINS, ({ qualityQuestion }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: qualityQuestion } },
  })),
}
