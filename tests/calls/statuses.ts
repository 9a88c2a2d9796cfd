import { DESK_ACCOUNT, STUDY_WRITERS } from './callers.ts'
import { object, own, service, type Endpoint } from './endpoint.ts'

export const STATUS_CALLS: Readonly<Record<string, Endpoint>> = {
  // the status that it has: nothing is recorded
  'PATCH /v1/survey-streams': object(STUDY_WRITERS, ({ source }) => ({
    body: { scope: 'source', id: source, statusid: 1, version: 1, note: 'as it is', command_id: 'base' },
  })),
  'GET /v1/statuses/{scope}/{id}': object(DESK_ACCOUNT, ({ survey }) => ({ path: { scope: 'survey', id: survey } })),
  'GET /v1/statuses/{scope}/{id}/launch': object(DESK_ACCOUNT, ({ project }) => ({
    path: { scope: 'project', id: project },
  })),
  // it is live already: nothing is recorded
  'POST /v1/statuses/{scope}/{id}/launch': object(STUDY_WRITERS, ({ project, source }) => ({
    path: { scope: 'project', id: project },
    body: { statusid: 1, objects: [{ scope: 'source', id: source, version: 1 }] },
  })),
  'GET /v1/statuses/{scope}/{id}/history': object(DESK_ACCOUNT, ({ source }) => ({
    path: { scope: 'source', id: source },
    query: { limit: 10, offset: 0 },
  })),
  'GET /v1/history/{scope}/{id}': object(DESK_ACCOUNT, ({ project }) => ({
    path: { scope: 'project', id: project },
    query: { limit: 10, offset: 0 },
  })),
  'GET /v1/change-marks/{scope}/{id}': object(DESK_ACCOUNT, ({ project }) => ({
    path: { scope: 'project', id: project },
    query: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
  })),
  'GET /v1/forecasts/{scope}/{id}': object(DESK_ACCOUNT, ({ source }) => ({ path: { scope: 'source', id: source } })),
  'GET /v1/forecasts/{scope}/{id}/what-if': object(DESK_ACCOUNT, ({ source }) => ({
    path: { scope: 'source', id: source },
    query: { target: '200', ends_at: '2030-01-01T00:00:00Z' },
  })),
  'GET /v1/forecasts/source/{id}/acts': object(DESK_ACCOUNT, ({ source }) => ({ path: { id: source } })),
  'GET /v1/forecasts/feasibility': own(DESK_ACCOUNT, () => ({
    query: { country_id: '840', loi: '10', ir: '40', target: '200' },
  })),
  'PUT /v1/forecasts/{scope}/{id}/promise': object(STUDY_WRITERS, ({ survey }) => ({
    path: { scope: 'survey', id: survey },
    body: { full_by: null },
  })),
  'GET /v1/changes': service(() => ({ query: { after: 1, wait: 0 }, asService: true })),
  'GET /v1/watches': object(DESK_ACCOUNT, ({ survey }) => ({ query: { topic: `survey:${survey}` } })),
}
