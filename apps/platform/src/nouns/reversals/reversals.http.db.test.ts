import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
const ROLES = { admin: 1, user: 2, finance: 4, readOnly: 5 } as const
let on: Stage
let asks: Readonly<Record<keyof typeof ROLES, Ask>>

beforeAll(async () => {
  on = await stage(platform())
  const by = (role: keyof typeof ROLES) =>
    askAs(platform(), on.make, { accountId: on.study.accountId, roleId: ROLES[role] })
  asks = {
    admin: await by('admin'),
    user: await by('user'),
    finance: await by('finance'),
    readOnly: await by('readOnly'),
  }
})

test.each([
  ['admin', 200],
  ['finance', 200],
  ['user', 403],
  ['readOnly', 403],
] as const)('the role %s gets %i for reversals still to come (§6.4, docs/decisions/0107)', async (role, status) => {
  expect((await asks[role]('GET', `/v1/reversals?pm_proj_ud=${on.study.projectId}`)).status).toBe(status)
})

test('an account without three months has no forecast, and says how many it has (forecast.md §6)', async () => {
  const { body } = await asks.admin('GET', '/v1/reversals')
  expect([body.months, body.to_come, body.open.completes]).toEqual([0, null, 0])
})

test('a project, supplier and business unit of another account are not found', async () => {
  const { projectId, supplierId } = on.study
  for (const query of [`pm_proj_ud=${projectId}`, `pm_sup_ud=${supplierId}`])
    expect((await on.otherAccount('GET', `/v1/reversals?${query}`)).status).toBe(404)
  expect((await asks.admin('GET', '/v1/reversals?business_unit_ud=999999')).status).toBe(404)
})
