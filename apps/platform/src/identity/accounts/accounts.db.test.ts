import type { Caller } from '@desk/api/authorization'
import { NotFound } from '@desk/api/errors'
import { describe, expect, test } from 'vitest'
import { callerOf, callOver } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { accountHandlers } from './handlers.ts'

const fresh = useDatabase()
const make = () => new StudyMaker(fresh().database)
const list = (caller: Caller, query = {}) =>
  callOver(fresh().database, accountHandlers, 'list', { caller, sent: { query } })
const namesFor = async (caller: Caller, query = {}) => (await list(caller, query)).map(({ name }) => name)

const member = (caller: Caller, accountIds: readonly number[]): Caller => ({
  ...caller,
  user: { ...caller.user, settings: accountIds.map(pm_dsh_ud => ({ ...caller.user.settings[0]!, pm_dsh_ud })) },
})

describe('accounts (api:M6)', () => {
  test('the first element is the account, with its settings (§3.4, §7.22, api:M6)', async () => {
    const parentAccountId = await make().account({ name: 'House', isStaff: true })
    const accountId = await make().account({ name: 'Zeta', type: 'DEFENDER', parentAccountId })
    expect(await list(callerOf({ accountId }))).toEqual([
      {
        pm_dsh_ud: accountId,
        pm_parent_dsh_ud: parentAccountId,
        name: 'Zeta',
        account_type: 'DEFENDER',
        dashboard_name: 'Zeta',
        isRepData: false,
        inv_by_business_unit_flg: false,
        access_research_defender_export: false,
        client_cpi_flg: true,
        time_zone: 15,
        second_factor_required: false,
      },
    ])
  })

  test("the user's other accounts follow by name, and no others (§7.22, api:M6)", async () => {
    const [zeta, beta, alpha, foreign] = await Promise.all(
      ['Zeta 2', 'Beta 2', 'Alpha 2', 'Foreign 2'].map(name => make().account({ name })),
    )
    const caller = member(callerOf({ accountId: zeta! }), [zeta!, beta!, alpha!])
    expect(await namesFor(caller)).toEqual(['Zeta 2', 'Alpha 2', 'Beta 2'])
    expect(await namesFor(caller, { limit: 1, offset: 1 })).toEqual(['Alpha 2'])
    expect(await namesFor(caller, { pm_dsh_ud: beta })).toEqual(['Beta 2'])
    expect(await namesFor(caller, { pm_dsh_ud: foreign })).toEqual([])
    expect(await namesFor(caller, { pm_dsh_ud: 2_000_000_000 })).toEqual([])
  })

  test('a super admin knows every account, the present one first (§6.5, api:M6)', async () => {
    const [own, other] = await Promise.all(['ZZ own', 'AA other'].map(name => make().account({ name })))
    const caller = callerOf({ accountId: own!, roleId: 3 })
    const names = await namesFor(caller)
    expect([names[0], names.includes('AA other')]).toEqual(['ZZ own', true])
    expect(await namesFor(caller, { pm_dsh_ud: other })).toEqual(['AA other'])
  })
})

test("the own account's logo, or none; another's is not there (§7.22, api:M10)", async () => {
  const withLogo = await make().account({ logo: '/logos/acme.svg' })
  const without = await make().account()
  const logo = (caller: number, accountId: number) =>
    callOver(fresh().database, accountHandlers, 'logo', {
      caller: callerOf({ accountId: caller }),
      sent: { params: { id: accountId } },
    })
  expect([await logo(withLogo, withLogo), await logo(without, without)]).toEqual([
    { data: '/logos/acme.svg' },
    { data: null },
  ])
  await expect(logo(without, withLogo)).rejects.toBeInstanceOf(NotFound)
})
