import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { usePlatform } from '@desk/platform/testing/platform'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addressOf, callOf } from '../calls/calls.ts'
import type { Ids } from '../calls/endpoint.ts'
import { contractOperations } from './operations.ts'
import { rawCall } from './raw-call.ts'
import { beginSession, clientHeaders, setTheStage, STAFF } from './stage.ts'
import { useWrites } from './stored.ts'

/** No object of the stage was changed so often. */
const STALE = 999_999

const platform = usePlatform()
let ids: Ids
let tokens: { readonly staff: string; readonly super: string }

beforeAll(async () => {
  const { database } = platform()
  ids = await setTheStage(database)
  await database.asSystem(tx =>
    sql`update app_user set auto_boost_access = true where user_id = ${STAFF.userId}`.execute(tx),
  )
  tokens = {
    staff: await beginSession(database),
    super: await beginSession(database, {
      userId: 1,
      username: 'super@desk.example',
      homeAccountId: DEMO_ACCOUNTS.staff,
    }),
  }
})
const written = useWrites(() => platform().databaseUrl)

/** Calls whose `version` is no version of an edit, or that store nothing. */
const OTHERS: readonly string[] = [
  'POST /v1/project/{id}/defender-preview',
  'POST /v1/survey/{id}/defender-preview',
  'POST /v1/reconciliation/{project}',
  'POST /v1/reconciliation/preview',
  'POST /v1/report-schedules',
]
/** Calls whose object is not on the stage: tests of their nouns send a stale version. */
const ELSEWHERE: readonly string[] = [
  'PUT /v1/supplier-accounts/{id}',
  'POST /v1/ratecard/{id}/withdraw',
  'POST /v1/ratecard/{id}/restore',
  'PATCH /v1/project/{id}/project-documents/{document}',
  'PUT /v1/classic-streams/{id}',
  'PUT /v1/supplierallocationtemplates',
  'PATCH /v2/qualifications/{id}',
  'POST /v1/disputes/{id}/decide',
  'PUT /v1/report-views/{id}',
  'PUT /v1/report-schedules/{id}',
  'POST /v1/supplier-recontact/store',
  'PUT /v1/alert-rules/{id}',
  'PUT /v1/alert-channels/{id}',
]
/** Another content where the base call has that of the stage: a repeat of the stored content is no conflict. */
const OTHER_CONTENT: Readonly<Record<string, (ids: Ids) => object>> = {
  'PUT /v1/privacy/retention': () => ({ marks_days: 91 }),
  'PUT /v1/single-sign-on': () => ({ client_id: 'another' }),
  'PUT /v1/dashboard/{id}/businessunits/{unit}': () => ({ business_unit_name: 'Another' }),
  'PUT /v1/users/{id}': () => ({ user_time_zone: 16 }),
  'PATCH /v1/survey-streams': () => ({ statusid: 2 }),
  'POST /v1/supplierexclusion/bysupplier/{id}': ({ project }) => ({ projects: [project] }),
  'POST /v1/supplierexclusion/byaccount/{id}': ({ supplier }) => ({ suppliers: [supplier] }),
}
/** The platform sums returns by itself, also in the moment of a call. */
const BY_ITSELF: readonly string[] = ['rollup']

const versioned = contractOperations().filter(
  ({ name, body }) =>
    body?.properties?.['version'] !== undefined && !OTHERS.includes(name) && !ELSEWHERE.includes(name),
)

test.each(versioned)(
  '$name with a stale version answers the conflict with the stored object, and changes nothing (I1)',
  async operation => {
    const { status, asked, ...base } = callOf(operation, ids)
    const content = { ...base.body, ...OTHER_CONTENT[operation.name]?.(ids), version: STALE }
    await written()
    const answer = await rawCall(platform().url, {
      method: operation.method,
      path: addressOf(operation, { ...base, path: { ...base.path, ...asked?.path } }),
      headers: {
        ...clientHeaders(status === 403 ? tokens.super : tokens.staff),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(content),
    })
    expect(JSON.parse(answer.text)).toMatchObject({
      _tag: 'Conflict',
      reason: 'stale_version',
      current: expect.any(Object),
    })
    expect(answer.status).toBe(409)
    expect((await written()).filter(table => !BY_ITSELF.includes(table))).toEqual([])
  },
)
