import type { BaseCall, Ids } from './base-calls.ts'

/**
 * One answered call for every operation on recontact lists; none lists or removes a person, so that the other calls
 * stay as they are.
 */
export const RECONTACT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/supplier-recontact/retrieve': ({ source }) => ({
    query: { stmid: source, format: 'json', limit: 10, offset: 0 },
  }),
  'POST /v1/supplier-recontact/rdudlookup': ({ source }) => ({ body: { stmid: source, text: 'nobody' } }),
  'POST /v1/supplier-recontact/store': ({ source }) => ({
    headers: { 'idempotency-key': 'base-recontact' },
    body: { stmid: source, added: [], removed: ['nobody'], version: 0 },
  }),
}
