import { TEST_FEED_TOKEN, usePlatform } from '@desk/platform/testing/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, callOf, queryOf } from '../calls/calls.ts'
import type { BaseCall, Ids } from '../calls/endpoint.ts'
import { contractOperations, type Operation } from './operations.ts'
import { rawCall } from './raw-call.ts'
import { beginSession, clientHeaders, PLAIN_USER, setTheStage } from './stage.ts'

/** Privileged fields of the database and of the wire, by all their names. */
const ASKED_FOR = {
  role_id: 3,
  roleId: 3,
  is_super_admin: true,
  is_staff: true,
  internalUser: true,
  isRepdataUser: true,
  is_adm_groups: true,
  is_consultant: false,
  uid: 1,
  user_id: 1,
  userId: 1,
  username: 'super@desk.example',
  pm_dsh_ud: 12,
  account_id: 12,
  accountId: 12,
  home_account_id: 12,
  pm_parent_dsh_ud: null,
  login_pm_parent_dsh_ud: null,
  password_hash: 'x',
  advanced_stream_view: true,
  advanced_source_view_external: true,
  streamViewType: 'internal',
  account_switch_enabled: true,
  edit_business_unit_flg: true,
  custom_qual_create: true,
  deleted_at: null,
  settings: [{ pm_dsh_ud: 12, is_default: true }],
} as const

const platform = usePlatform()
const operations = contractOperations()
let ids: Ids

beforeAll(async () => {
  ids = await setTheStage(platform().database, PLAIN_USER)
})

const baseOf = (operation: Operation): BaseCall => callOf(operation, ids)
const call = async (
  operation: Operation,
  base: BaseCall,
  query?: string,
): Promise<{ status: number; text: string }> => {
  const token = base.asService ? TEST_FEED_TOKEN : await beginSession(platform().database, PLAIN_USER)
  const headers = {
    ...clientHeaders(token),
    ...base.headers,
    ...(base.body ? { 'Content-Type': 'application/json' } : {}),
  }
  const { status, text } = await rawCall(platform().url, {
    method: operation.method,
    path: addressOf(operation, base, query === undefined ? {} : { query }),
    headers,
    body: base.body ? JSON.stringify(base.body) : null,
  })
  // values that are new in every answer
  return {
    status,
    text: text.replaceAll(
      /"(request_id|session_id|AccessToken|cursor|created_at|last_used_at|last_sign_in_at|as_of|secret|otpauth_uri|alert_rule_id|alert_channel_id|report_view_ud|report_schedule_ud|conversation_id|asked_at|required_a_day)":("[^"]*"|[\d.]+)/g,
      '"$1"',
    ),
  }
}
const people = (): Promise<object[][]> =>
  platform().database.readAsSystem(async tx => {
    const all: object[][] = []
    for (const table of ['account', 'app_user', 'user_account'])
      all.push((await tx.client.query<object>(`select * from ${table} order by 1, 2`)).rows)
    // signing in says when it was
    return all.map(rows => rows.map(row => ({ ...row, last_sign_in_at: null })))
  })

describe('no field gives a user more rights than the role (S3)', () => {
  test.each(operations.filter(({ body }) => body !== null))(
    '$name ignores or refuses them in the body',
    async operation => {
      const base = baseOf(operation)
      const before = await people()
      const answer = await call(operation, { ...base, body: { ...ASKED_FOR, ...base.body } })
      expect(await people()).toEqual(before)
      expect(answer).toEqual(await call(operation, base))
    },
  )

  test.each(operations)('$name ignores them in the address', async operation => {
    const base = baseOf(operation)
    const declared = new Set(operation.queryParameters)
    const asked = Object.fromEntries(
      Object.entries(ASKED_FOR).flatMap(([name, value]) =>
        declared.has(name) ? [] : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
      ),
    )
    const before = await people()
    const answer = await call(operation, base, queryOf({ ...base.query, ...asked }))
    expect(await people()).toEqual(before)
    expect(answer).toEqual(await call(operation, base))
  })

  test('PUT /v1/users/{id} takes the zone of the caller’s own and nothing else of the user that the drawer sends (§7.20)', async () => {
    const operation = operations.find(({ name }) => name === 'PUT /v1/users/{id}')
    if (!operation) throw new Error('The contract has no such call.')
    const before = await people()
    // another user has changed the name since: setting one's zone does not undo that
    const own = {
      ...ASKED_FOR,
      uid: ids.user,
      firstname: 'Of before',
      lastname: 'Of before',
      password: '',
      user_time_zone: 15,
    }
    const statuses = [
      await call(operation, { path: { id: ids.user }, body: { ...own, user_time_zone: 15 } }),
      await call(operation, { path: { id: 1 }, body: own }),
      await call(operation, { path: { id: ids.user }, body: { ...own, uid: 1 } }),
      await call(operation, { path: { id: ids.user }, body: { ...own, password: 'Better-pass-1' } }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 404, 403, 422])
    expect(await people()).toEqual(before)
  })
})
