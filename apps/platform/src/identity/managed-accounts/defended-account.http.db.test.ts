import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const INTERNAL_ACCOUNT = 1

const platform = usePlatform()
let on: Stage
let superAdmin: Ask
let defenderId: number
let defender: Ask

beforeAll(async () => {
  on = await stage(platform())
  await platform().database.asSystem(tx =>
    sql`insert into account (account_id, name, account_type, is_staff) values (${INTERNAL_ACCOUNT}, 'Provider', 'DESK', true)`.execute(
      tx,
    ),
  )
  superAdmin = await askAs(platform(), on.make, { accountId: INTERNAL_ACCOUNT, roleId: 3 })
  const { body } = await superAdmin('POST', '/v1/dashboards', { name: 'Shield', account_type: 'DEFENDER' })
  defenderId = body.pm_dsh_ud
  defender = await askAs(platform(), on.make, { accountId: defenderId, roleId: 1, advancedView: true })
  await on.make.rollup(on.study.accountId, 'project', on.study.projectId, { entrants: 40, completes: 20 })
})

const defend = (wanted: number | null) => superAdmin('PUT', `/v1/dashboards/${defenderId}`, { defended_dsh_ud: wanted })
const entrants = async () => (await defender('GET', '/v1/dashboard')).body.entrants
const faults = ({ status, body }: Awaited<ReturnType<Ask>>) => [
  status,
  body.details?.map(({ path, message }: { path: readonly string[]; message: string }) => [path.join('.'), message]),
]

describe('a DEFENDER account works on the respondents of the DESK account that it defends (docs/decisions/0077)', () => {
  test('its figures are those of that account from the choice of a super admin on, and its own again when that is taken back', async () => {
    const before = await entrants()
    const { status, body } = await defend(on.study.accountId)
    const meanwhile = await entrants()
    await defend(null)
    expect([before, status, body.defended_dsh_ud, meanwhile, await entrants()]).toEqual([
      0,
      200,
      on.study.accountId,
      40,
      0,
    ])
  })

  test('Defender’s lists act there, the history of the account names it, and its projects stay closed', async () => {
    await defend(on.study.accountId)
    const added = await defender('POST', '/v1/defender/marks', {
      list: 'block',
      kind: 'fingerprint',
      text: 'fingerprint-of-a-farm',
      note: 'Seen often',
      until: null,
      take: 'all',
    })
    const { rows } = await platform().database.asSystem(tx =>
      sql<{ account: number }>`select account_id as account from listed_mark`.execute(tx),
    )
    const project = await defender('GET', `/v1/projects/${on.study.projectId}`)
    const { body: history } = await superAdmin('GET', `/v1/history/account/${defenderId}`)
    await defend(null)
    expect([added.status, rows.map(({ account }) => account), project.status]).toEqual([200, [on.study.accountId], 403])
    expect(JSON.stringify(history)).toContain('defended_dsh_ud')
  })

  test('a suspended account is not looked into', async () => {
    await defend(on.study.accountId)
    await superAdmin('POST', `/v1/dashboards/${on.study.accountId}/suspend`)
    const meanwhile = await entrants()
    await superAdmin('POST', `/v1/dashboards/${on.study.accountId}/resume`)
    const after = await entrants()
    await defend(null)
    expect([meanwhile, after]).toEqual([0, 40])
  })

  test('a DESK account defends none, a DEFENDER account no DEFENDER account and none that does not exist', async () => {
    const { body: other } = await superAdmin('POST', '/v1/dashboards', { name: 'Another desk', account_type: 'DESK' })
    const desk = await superAdmin('PUT', `/v1/dashboards/${other.pm_dsh_ud}`, { defended_dsh_ud: on.study.accountId })
    const notADesk = [['defended_dsh_ud', 'This account does not exist, or is not a DESK account']]
    expect([faults(desk), faults(await defend(defenderId)), faults(await defend(987_654))]).toEqual([
      [422, [['defended_dsh_ud', 'Only a DEFENDER account defends another']]],
      [422, notADesk],
      [422, notADesk],
    ])
  })

  test('only a super admin chooses it, not even the account’s own admin', async () => {
    const { status } = await defender('PUT', `/v1/dashboards/${defenderId}`, { defended_dsh_ud: on.study.accountId })
    expect([status, await entrants()]).toEqual([403, 0])
  })
})
