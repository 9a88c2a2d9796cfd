import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

test('the account is the first element, and no other is known (§7.22, api:M6)', async () => {
  const { study, plain, otherAccount } = on
  const { status, body } = await plain('GET', '/v1/dashboards')
  expect([status, body]).toEqual([
    200,
    [
      {
        pm_dsh_ud: study.accountId,
        pm_parent_dsh_ud: body[0].pm_parent_dsh_ud,
        name: 'Acme',
        account_type: 'DESK',
        dashboard_name: 'Acme',
        isRepData: false,
        inv_by_business_unit_flg: false,
        access_research_defender_export: false,
        client_cpi_flg: true,
        time_zone: 15,
        second_factor_required: false,
      },
    ],
  ])
  expect((await plain('GET', `/v1/dashboards?pm_dsh_ud=${study.accountId}`)).body).toEqual(body)
  expect((await otherAccount('GET', `/v1/dashboards?pm_dsh_ud=${study.accountId}`)).body).toEqual([])
})

test('the logo of the caller’s account only (§7.22, api:M10)', async () => {
  const { study, plain, otherAccount } = on
  const logo = `/v1/account/${study.accountId}/logo`
  expect((await plain('GET', logo)).body).toEqual({ data: null })
  expect((await otherAccount('GET', logo)).status).toBe(404)
})
