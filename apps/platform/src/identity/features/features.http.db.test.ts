import type { FeatureName } from '@desk/schema/features/features'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { TEST_PASSWORD } from '#testing/study'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
let superAdmin: Ask
let admin: Ask
let at: string

beforeAll(async () => {
  on = await stage(platform())
  const house = await on.make.account({ name: 'Provider', isStaff: true })
  superAdmin = await askAs(platform(), on.make, { accountId: house, roleId: 3, firstname: 'Sam', lastname: 'Lee' })
  admin = await askAs(platform(), on.make, { accountId: on.study.accountId, roleId: 1 })
  at = `/v1/account/${on.study.accountId}/features`
})

const turn = (feature: string, isOn: boolean) => superAdmin('PUT', `${at}/${feature}`, { is_on: isOn })
const offIn = async (ask: Ask) => (await ask('GET', '/v1/user-login-details')).body.features_off

describe('the features of an account (§2.25, §6.10)', () => {
  test('are on until a super admin turns one off; the session of its users says so, that of others does not', async () => {
    expect([await offIn(on.plain), await offIn(on.otherAccount)]).toEqual([undefined, undefined])
    const { status, body } = await turn('nested_quota', false)
    expect([status, body]).toEqual([
      200,
      {
        pm_dsh_ud: on.study.accountId,
        dashboard_name: body.dashboard_name,
        account_type: 'DESK',
        features: [
          {
            feature: 'nested_quota',
            is_on: false,
            changed_by: 'Sam Lee',
            changed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          },
        ],
      },
    ])
    expect([await offIn(on.plain), await offIn(admin), await offIn(on.otherAccount)]).toEqual([
      ['nested_quota'],
      ['nested_quota'],
      undefined,
    ])
    const { body: listed } = await superAdmin('GET', '/v1/account-features')
    expect(listed.find((row: { pm_dsh_ud: number }) => row.pm_dsh_ud === on.study.accountId)).toEqual(body)
    await turn('nested_quota', true)
    expect(await offIn(on.plain)).toBeUndefined()
  })

  test('have a history with the names of the super admins, which the account’s own admins do not read', async () => {
    await turn('defender_export', false)
    await turn('defender_export', false)
    await turn('defender_export', true)
    const path = `/v1/history/account_features/${on.study.accountId}`
    const { body } = await superAdmin('GET', path)
    expect(
      body
        .map(({ by, changes }: { by: string; changes: unknown }) => [by, changes])
        .filter(([, changes]: [string, { field: string }[]]) => changes[0]?.field === 'defender_export'),
    ).toEqual([
      ['Sam Lee', [{ field: 'defender_export', from: false, to: true }]],
      ['Sam Lee', [{ field: 'defender_export', from: true, to: false }]],
    ])
    expect([
      (await admin('GET', path)).status,
      (await superAdmin('GET', '/v1/history/account_features/999999')).status,
    ]).toEqual([403, 404])
  })

  test('they are of accounts and features that exist, and nothing else comes in with a change', async () => {
    const own = `${at}/autoswitch`
    expect([
      (await superAdmin('PUT', '/v1/account/999999/features/autoswitch', { is_on: false })).status,
      (await superAdmin('PUT', `${at}/no_such_feature`, { is_on: false })).status,
      (await superAdmin('PUT', own, { is_on: 'no' })).status,
      (await superAdmin('PUT', own, {})).status,
    ]).toEqual([404, 422, 422, 422])
    const { status, body } = await superAdmin('PUT', own, {
      is_on: true,
      account_id: 1,
      pm_dsh_ud: 1,
      changed_by: 1,
      feature: 'nested_quota',
    })
    expect([status, body.pm_dsh_ud, await offIn(on.plain)]).toEqual([200, on.study.accountId, undefined])
  })
})

describe('a feature that is off takes its answers away (§6.10)', () => {
  /** A call's answers with a feature off, and on again. */
  async function offAndOn(feature: FeatureName, call: () => ReturnType<Ask>) {
    await turn(feature, false)
    const off = await call()
    await turn(feature, true)
    const isOn = await call()
    return [off.status, off.body.message, isOn.status]
  }

  test('supplier allocation templates (api:T27)', async () => {
    expect(
      await offAndOn('supplier_allocation_templates', () => admin('GET', '/v1/supplierallocationtemplates')),
    ).toEqual([403, 'This account has “Supplier allocation templates” turned off.', 200])
  })

  test('nested quotas (api:T4), not flat ones (api:T2)', async () => {
    const [sourceId] = on.study.sourceIds
    const qualifications = [{ name: 'Age', param: 'age', min: 18, max: 64 }]
    const quotas = [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 30 }], target: 10 }]
    const nested = [{ name: 'Ages', target: 10, quotas }]
    expect(
      await offAndOn('nested_quota', () =>
        admin('POST', '/v2/survey-quals-quotas', { stmid: sourceId, qualifications, quota_groups: nested }),
      ),
    ).toEqual([403, 'This account has “Nested quotas” turned off.', 200])
    await turn('nested_quota', false)
    const flat = await admin('POST', '/v1/survey-quals-quotas', {
      stmid: sourceId,
      qualifications,
      quotas,
    })
    await turn('nested_quota', true)
    expect(flat.status).toBe(200)
  })

  test('click balancing, at its field; a source that has it keeps it (§5.18)', async () => {
    const [sourceId] = on.study.sourceIds
    const { body: source } = await admin('GET', `/v1/survey-streams/${sourceId}`)
    const save = (isOn: boolean) =>
      admin('PUT', '/v1/survey-streams', {
        stmid: sourceId,
        stream_name: source.stream_name,
        respondents: source.respondents,
        stream_status_cd: source.stream_status_cd,
        supplier_cpi: 1.5,
        click_balancing: isOn,
        calculation_type_code_ud: 1,
      })
    await turn('click_balancing', false)
    const refused = await save(true)
    await turn('click_balancing', true)
    const stored = await save(true)
    await turn('click_balancing', false)
    const kept = await save(true)
    const ended = await save(false)
    await turn('click_balancing', true)
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [{ path: ['click_balancing'], message: 'This account has “Click balancing” turned off.' }],
    ])
    expect([stored.status, kept.status, ended.status]).toEqual([200, 200, 200])
  })

  test('account switch (§6.5, api:A5)', async () => {
    const elsewhere = await on.make.account({ name: 'Elsewhere' })
    const { userId, username } = await on.make.user({ accountId: on.study.accountId, roleId: 1 })
    await platform().database.asSystem(tx =>
      sql`insert into user_account (account_id, user_id) values (${elsewhere}, ${userId})`.execute(tx),
    )
    const token = await platform().signIn(username, TEST_PASSWORD)
    const change = async () =>
      (await platform().call('POST', '/v1/switch-account', { token, body: { pm_dsh_ud: elsewhere } })).body
    await turn('autoswitch', false)
    const off = await change()
    await turn('autoswitch', true)
    expect([off, await change()]).toEqual([
      { Status: 1, message: 'This account has “Account switch” turned off.' },
      { Status: 0, AccessToken: expect.any(String) },
    ])
  })
})
