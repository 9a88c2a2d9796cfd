import type { BaseCall, Ids } from './base-calls.ts'

/** The base calls that read journals. */
export const JOURNAL_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/journals': ({ account }) => ({
    query: {
      user: 'a',
      account,
      route: '/',
      error: 'e',
      from: '2026-11-20T12:00:00.000Z',
      to: '2026-11-20T12:00:00.000Z',
      limit: 10,
      offset: 0,
    },
  }),
  'GET /v1/journals/{journal}': ({ journal }) => ({ path: { journal }, query: { after: 0, limit: 10 } }),
  'GET /v1/journals/{journal}/looks': ({ journal }) => ({ path: { journal }, query: { limit: 10, offset: 0 } }),
  'POST /v1/journals/{journal}/links': ({ journal }) => ({ path: { journal }, body: { hours: 1, seq: 1 } }),
  'POST /v1/journal-links': () => ({ body: { token: 'A'.repeat(43), after: 0, limit: 10 }, status: 404 }),
}
