import { beforeAll, describe, expect, test } from 'vitest'
import { autoPause } from '#statuses/auto-pause'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { collectAll } from './testing/alert-desk.ts'

const platform = usePlatform()
let on: Stage
let admin: Ask

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, sourceIds } = on.study
  admin = await askAs(platform(), on.make, { accountId, roleId: 1 })
  await collectAll(platform().database)
  for (const id of sourceIds)
    await platform().database.asAccount(accountId, tx =>
      autoPause(tx, accountId, { scope: 'source', id, reason: 'low_ir', at: new Date() }),
    )
  await collectAll(platform().database)
})

describe('the alerts of a user', () => {
  test('are listed by pages, filtered, and marked as read, one and all; others have their own', async () => {
    const { body } = await admin('GET', '/v1/alerts')
    const count = on.study.sourceIds.length
    expect([body.alerts.length, body.next]).toEqual([count, null])
    const [newest] = body.alerts
    const page = (await admin('GET', '/v1/alerts?limit=1&kind=auto_paused&state=unread')).body
    expect([page.alerts, page.next]).toEqual([[newest], count === 1 ? null : newest.alert_id])
    expect((await admin('GET', `/v1/alerts?project=${on.study.projectId + 1}`)).body.alerts).toEqual([])
    expect((await admin('GET', '/v1/alerts?until=2020-01-01T00:00:00Z')).body.alerts).toEqual([])
    expect((await admin('GET', '/v1/alerts/unread')).body).toEqual({ unread: count })
    expect((await admin('POST', '/v1/alerts/read', { alert_id: newest.alert_id })).body).toEqual({ unread: count - 1 })
    expect((await admin('POST', '/v1/alerts/read', { up_to: newest.alert_id })).body).toEqual({ unread: 0 })
    const reads = (await admin('GET', '/v1/alerts')).body.alerts.map(
      ({ is_unread }: { is_unread: boolean }) => is_unread,
    )
    expect(reads).toEqual(Array.from({ length: count }, () => false))
    expect((await on.advanced('GET', '/v1/alerts/unread')).body).toEqual({ unread: count })
    expect((await on.plain('GET', '/v1/alerts/unread')).body).toEqual({ unread: 0 })
    expect((await on.otherAccount('POST', '/v1/alerts/read', { up_to: 2_147_483_647 })).body).toEqual({ unread: 0 })
    expect((await on.advanced('GET', '/v1/alerts/unread')).body).toEqual({ unread: count })
    // a day that the month does not have is the first of the next
    expect((await admin('GET', '/v1/alerts?from=2026-02-30T00:00:00Z')).status).toBe(200)
    expect((await on.defender('GET', '/v1/alerts')).status).toBe(403)
  })

  test('are exported as CSV, in which no name becomes a formula', async () => {
    const { accountId, sourceIds } = on.study
    await platform().database.asAccount(accountId, tx =>
      tx.client.query(`update source set name = '=cmd("a")' where account_id = $1 and source_id = $2`, [
        accountId,
        sourceIds[0],
      ]),
    )
    const { body, headers } = await admin('GET', '/v1/alerts/export?state=open')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, ...lines] = String(body).trimEnd().split('\r\n')
    expect(head).toBe(
      'alert_id,kind,text,scope,place_id,place_name,pm_proj_ud,pm_proj_name,began_at,ended_at,is_unread',
    )
    expect(lines.filter(line => line.includes(`,source,${sourceIds[0]},"'=cmd(""a"")",`)).length).toBe(1)
  })

  test.each([
    ['GET', '/v1/alerts?kind=nothing', undefined],
    ['GET', '/v1/alerts?limit=0', undefined],
    ['GET', '/v1/alerts?from=yesterday', undefined],
    ['GET', '/v1/alerts?from=2026-13-45T00:00:00Z', undefined],
    ['GET', '/v1/audit-log?until=2026-13-45T00:00:00Z', undefined],
    ['GET', '/v1/alerts?project=99999999999', undefined],
    ['POST', '/v1/alerts/read', { up_to: 'all' }],
    ['POST', '/v1/alerts/read', { alert_id: 2 ** 40 }],
  ] as const)('%s %s with %j is refused', async (method, path, body) => {
    expect((await admin(method, path, body)).status).toBe(422)
  })
})
