import { EVERYBODY, SUPPORT } from './callers.ts'
import { own, support, type Endpoint } from './endpoint.ts'

/** An entry of a journal of the stage. */
export const ENTRY = {
  seq: 1,
  atMs: 1,
  machine: 'sidebar',
  version: '0123456789abcdef',
  event: { type: 'sidebar.toggleRequested' },
  fingerprint: '0123456789abcdef',
} as const

export const JOURNAL_CALLS: Readonly<Record<string, Endpoint>> = {
  'POST /v1/journals/{journal}': own(EVERYBODY, ({ journal }) => ({
    path: { journal },
    body: {
      build: 'b1',
      entries: [ENTRY],
    },
  })),
  'GET /v1/journals': own(SUPPORT, ({ account }) => ({
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
    asked: { query: { account } },
  })),
  'GET /v1/journals/{journal}': support(SUPPORT, ({ journal }) => ({
    path: { journal },
    query: { after: 0, limit: 10 },
  })),
  'GET /v1/journals/{journal}/looks': support(SUPPORT, ({ journal }) => ({
    path: { journal },
    query: { limit: 10, offset: 0 },
  })),
  'POST /v1/journals/{journal}/links': support(SUPPORT, ({ journal }) => ({
    path: { journal },
    body: { hours: 1, seq: 1 },
  })),
  'POST /v1/journal-links': own(SUPPORT, () => ({ body: { token: 'A'.repeat(43), after: 0, limit: 10 }, status: 404 })),
}
