import { ACCOUNT_CALLS } from './accounts.ts'
import { ALERT_CALLS } from './alerts.ts'
import { ASSISTANT_CALLS } from './assistant.ts'
import { DEFENDER_CALLS } from './defender.ts'
import { DOCUMENT_CALLS } from './documents.ts'
import { EXCLUSION_CALLS } from './exclusions.ts'
import { FIGURE_CALLS } from './figures.ts'
import { JOURNAL_CALLS } from './journals.ts'
import { KEY_CALLS } from './keys.ts'
import { LOOKUP_CALLS } from './lookups.ts'
import { PRIVACY_CALLS } from './privacy.ts'
import { PROJECT_CALLS } from './projects.ts'
import { QUALIFICATION_CALLS } from './qualifications.ts'
import { RATE_CARD_CALLS } from './rate-cards.ts'
import { RECONCILIATION_CALLS } from './reconciliation.ts'
import { REPORT_CALLS } from './reports.ts'
import { SIGN_IN_CALLS } from './sign-in.ts'
import { SOURCE_TEMPLATE_CALLS } from './source-templates.ts'
import { SOURCE_CALLS } from './sources.ts'
import { ERASURE_CALLS } from './erasures.ts'
import { STATEMENT_CALLS } from './statements.ts'
import { STATUS_CALLS } from './statuses.ts'
import { SUPPLIER_ACCOUNT_CALLS } from './supplier-accounts.ts'
import { SUPPLIER_CALLS } from './suppliers.ts'
import { SURVEY_CALLS } from './surveys.ts'
import { USER_CALLS } from './users.ts'
import { WEBHOOK_CALLS } from './webhooks.ts'
import type { Operation } from '../contract/operations.ts'
import type { BaseCall, Endpoint, Ids } from './endpoint.ts'

const KEY_HEADER = 'idempotency-key'

/** Reads that any program opens, by an address that says who may: a form elsewhere could send them, and changes nothing. */
export const OPENED_BY_ANY_PROGRAM: readonly string[] = [
  'GET /v1/document-files/{token}',
  'GET /v1/statement-keys/{fingerprint}',
]

/** Every endpoint of the contract: one valid call, who may send it, and the answer to an id of another account. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  ...ACCOUNT_CALLS,
  ...ALERT_CALLS,
  ...ASSISTANT_CALLS,
  ...DEFENDER_CALLS,
  ...DOCUMENT_CALLS,
  ...EXCLUSION_CALLS,
  ...FIGURE_CALLS,
  ...JOURNAL_CALLS,
  ...KEY_CALLS,
  ...LOOKUP_CALLS,
  ...PRIVACY_CALLS,
  ...PROJECT_CALLS,
  ...QUALIFICATION_CALLS,
  ...RATE_CARD_CALLS,
  ...RECONCILIATION_CALLS,
  ...REPORT_CALLS,
  ...SIGN_IN_CALLS,
  ...SOURCE_TEMPLATE_CALLS,
  ...SOURCE_CALLS,
  ...ERASURE_CALLS,
  ...STATEMENT_CALLS,
  ...STATUS_CALLS,
  ...SUPPLIER_ACCOUNT_CALLS,
  ...SUPPLIER_CALLS,
  ...SURVEY_CALLS,
  ...USER_CALLS,
  ...WEBHOOK_CALLS,
}

export function endpointOf({ name }: Pick<Operation, 'name'>): Endpoint {
  const endpoint = ENDPOINTS[name]
  if (!endpoint) throw new Error(`tests/calls has no call of ${name} yet.`)
  return endpoint
}

/** The valid call of an operation, with a key where it takes one. */
export function callOf(operation: Operation, ids: Ids): BaseCall {
  const call = endpointOf(operation).call(ids)
  return operation.headers.includes(KEY_HEADER)
    ? { ...call, headers: { [KEY_HEADER]: `base: ${operation.name}` } }
    : call
}

/** The call that names objects of `ids`: without a key, since the same call is sent for several accounts. */
export function askedCall(operation: Operation, ids: Ids): { readonly path: string; readonly body?: unknown } {
  const { asked = {}, ...call } = endpointOf(operation).call(ids)
  const body = call.body || asked.body ? { ...call.body, ...asked.body } : undefined
  const path = addressOf(operation, { path: { ...call.path, ...asked.path }, query: asked.query ?? call.query ?? {} })
  return { path, ...(body === undefined ? {} : { body }) }
}

/** Gives the address of a call; an encoded part that is given replaces the base call's own. */
export function addressOf(
  { path }: Operation,
  { path: values = {}, query = {} }: BaseCall,
  spoiled: { readonly path?: Record<string, string>; readonly query?: string } = {},
): string {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => spoiled.path?.[name] ?? encodeURIComponent(String(values[name] ?? '')),
  )
  const search = spoiled.query ?? queryOf(query)
  return search === '' ? filled : `${filled}?${search}`
}

export function queryOf(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}
