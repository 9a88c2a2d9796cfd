import { ENTRY, type Case } from './endpoint-case.ts'

/** Journals and their links: the user's own, and those that support may read. */
export const JOURNAL_CASES: Readonly<Record<string, Case>> = {
  'POST /v1/journals/:journal': {
    kind: 'own',
    call: ids => ({ path: `/v1/journals/${ids.journal}`, body: { build: 'b1', entries: [ENTRY] } }),
  },
  'GET /v1/journals': { kind: 'own', call: ids => ({ path: `/v1/journals?account=${ids.account}` }) },
  'GET /v1/journals/:journal': { kind: 'support', call: ids => ({ path: `/v1/journals/${ids.journal}` }) },
  'GET /v1/journals/:journal/looks': { kind: 'support', call: ids => ({ path: `/v1/journals/${ids.journal}/looks` }) },
  'POST /v1/journals/:journal/links': {
    kind: 'support',
    call: ids => ({ path: `/v1/journals/${ids.journal}/links`, body: {} }),
  },
  // a link's token is no id of an account: apps/platform/src/journals says whom it lets in
  'POST /v1/journal-links': {
    kind: 'own',
    call: () => ({ path: '/v1/journal-links', body: { token: 'A'.repeat(43) } }),
  },
}
