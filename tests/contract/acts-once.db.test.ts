import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { NOTHING_ERASED } from '@desk/platform/nouns/erasure/erase-identities'
import { findSubjects, insertErasure, readScope } from '@desk/platform/nouns/erasure/erasures.store'
import { usePlatform } from '@desk/platform/testing/platform'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addressOf, callOf } from '../calls/calls.ts'
import type { BaseCall, Ids } from '../calls/endpoint.ts'
import { contractOperations, type Operation } from './operations.ts'
import { rawCall, type RawAnswer } from './raw-call.ts'
import { beginSession, clientHeaders, PLAIN_USER, setTheStage, STAFF } from './stage.ts'

const KEY_HEADER = 'idempotency-key'
const AT_ONCE = 50

const platform = usePlatform()
// what has to be there first is no part of the stage: statements, suppliers' links, withdrawal, disputes and review have tests of their own in the platform
const ELSEWHERE: readonly string[] = [
  'POST /v1/statements/{month}/close',
  'POST /v1/ratecard/{id}/withdraw',
  'POST /v1/ratecard/{id}/restore',
  'POST /v1/disputes',
  'POST /v1/supplier-statements/{month}/disputes',
  'POST /v1/supplier-privacy/erasures',
  'POST /v1/supplier-privacy/objections',
  'POST /v1/supplier-privacy/objections/{id}/withdraw',
  'POST /v1/disputes/{id}/decide',
  'POST /v1/defender/review',
]
const STORING = 'POST /v1/reconciliation/store'
// storing asks for the project's number as it was when the list was previewed: before other calls change the project
const operations = contractOperations()
  .filter(({ name, headers }) => headers.includes(KEY_HEADER) && !ELSEWHERE.includes(name))
  .toSorted((one, other) => Number(other.name === STORING) - Number(one.name === STORING))
let ids: Ids
let token: string
/** Of a super admin, for calls that are refused to all others. */
let superToken: string
let templateId: number
/** The RDUD of a complete, and two requests of another admin to erase it. */
let erased: string
let toConfirm: number
let toWithdraw: number
let objectionId: number
/** The body of a store call for a list that was previewed. */
let toStore: { readonly reconciliation_ud: number; readonly digest: string; readonly project_number: string }

beforeAll(async () => {
  const { database } = platform()
  ids = await setTheStage(database)
  await database.asSystem(tx =>
    sql`update app_user set auto_boost_access = true where user_id = ${STAFF.userId}`.execute(tx),
  )
  token = await beginSession(database)
  superToken = await beginSession(database, {
    userId: 1,
    username: 'super@desk.example',
    homeAccountId: DEMO_ACCOUNTS.staff,
  })
  const made = await platform().call('POST', '/v1/supplierallocationtemplates', {
    token,
    body: { name: 'Of the stage', template_type: 2, suppliers: [{ pm_sup_ud: ids.supplier, allocation_percent: 100 }] },
  })
  templateId = made.body.supplier_allocation_template_id
  const { account: accountId, source: sourceId, supplier: supplierId, project } = ids
  const [complete] = await makeRespondents(database, { accountId, sourceId, supplierId }, ['complete-1'])
  const preview = await platform().call('POST', '/v1/reconciliation/preview', {
    token,
    body: { pm_proj_ud: project, text: complete?.rdud, mode: 'REJECT_LIST' },
  })
  toStore = {
    reconciliation_ud: preview.body.request.reconciliation_ud,
    digest: preview.body.digest,
    project_number: preview.body.number_to_type ?? '',
  }
  const [other] = await makeRespondents(database, { accountId, sourceId, supplierId }, ['to-erase'])
  erased = other?.rdud ?? ''
  const request = () =>
    database.asAccount(accountId, async tx => {
      const found = await findSubjects(tx, accountId, { pm_sup_ud: null, ids: [erased] })
      const scope = await readScope(tx, accountId, found)
      const by = { userId: PLAIN_USER.userId, at: new Date() }
      const made = { rule: 'request' as const, reference: 'Letter 1', scope, erased: NOTHING_ERASED }
      return insertErasure(tx, accountId, { ...made, hexes: found.hexes, ...by })
    })
  toConfirm = await request()
  toWithdraw = await request()
  const objection = await platform().call('POST', '/v1/privacy/objections', {
    token,
    body: { supplier_id: supplierId, rid: 'objector-0' },
  })
  objectionId = objection.body.objection_id
})

const SUPER_ADMINS: readonly string[] = ['POST /v1/dashboards']

/** The missing setup for base calls that are otherwise refused. */
const WORKING: Readonly<Record<string, () => Pick<BaseCall, 'path' | 'query' | 'body'>>> = {
  'POST /v1/dashboards': () => ({}),
  'POST /v1/survey-stream/{id}/alias': () => ({}),
  'PUT /v1/supplierallocationtemplates': () => ({
    body: { supplier_allocation_template_id: templateId, name: 'Of the stage, changed' },
  }),
  'POST /v1/{scope}/loadtemplate/{id}': () => ({ path: { scope: 'source', id: templateId }, body: { preview: false } }),
  [STORING]: () => ({ body: toStore }),
  'POST /v1/privacy/objections/{id}/withdraw': () => ({ path: { id: objectionId } }),
  'POST /v1/erasures': () => ({ body: { ids: [erased] } }),
  'POST /v1/erasures/{id}/confirm': () => ({ path: { id: toConfirm } }),
  'POST /v1/erasures/{id}/withdraw': () => ({ path: { id: toWithdraw } }),
  'PUT /v1/classic-streams/{id}': () => ({
    query: {},
    body: { stream_status_cd: 1, version: undefined, status_version: undefined },
  }),
}

function workingCall(operation: Operation): BaseCall {
  const { name } = operation
  const { status, ...base } = callOf(operation, ids)
  const more = WORKING[name]?.()
  expect([name, status === undefined]).toEqual([name, more === undefined])
  return { ...base, ...more, ...(base.body ? { body: { ...base.body, ...more?.body } } : {}) }
}

/** The same call with another request: the first text or price of its body is another one, or what it is of. */
function otherCall(base: BaseCall): BaseCall {
  const { body } = base
  const [name, value] =
    Object.entries(body ?? {}).find(
      ([field, held]) =>
        (Array.isArray(held) && held.length > 0) ||
        /name$|note$|_days$|^rid$|reference$|alias$|question$|cpi$|copies$|^limit_min_completes$|^preview$|^project_number$/.test(
          field,
        ),
    ) ?? []
  if (name === undefined) return { ...base, path: { ...base.path, id: Number(base.path?.['id']) + 1 } }
  const other =
    typeof value === 'string'
      ? `${value} 2`
      : typeof value === 'number'
        ? value + 1
        : typeof value === 'boolean'
          ? !value
          : []
  return { ...base, body: { ...body, [name]: other } }
}

function send(operation: Operation, base: BaseCall): Promise<RawAnswer> {
  const headers = {
    ...clientHeaders(SUPER_ADMINS.includes(operation.name) ? superToken : token),
    [KEY_HEADER]: `once: ${operation.name}`,
    ...(base.body ? { 'Content-Type': 'application/json' } : {}),
  }
  return rawCall(platform().url, {
    method: operation.method,
    path: addressOf(operation, base),
    headers,
    body: base.body ? JSON.stringify(base.body) : null,
  })
}

test.each(operations)(
  `$name sent ${AT_ONCE} times at once with one Idempotency-Key acts once; the key names that request alone (I6)`,
  async operation => {
    const base = workingCall(operation)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(operation, base)))
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toEqual([`200 ${answers[0]?.text}`])
    const reused = await send(operation, otherCall(base))
    expect([reused.status, (JSON.parse(reused.text) as { reason?: string }).reason]).toEqual([
      409,
      'idempotency_key_reused',
    ])
  },
)
