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
    expect((await on.defender('GET', '/v1/alerts')).status).toBe(403)
  })

  test('are exported as CSV, in which sources differ by survey and id, and no name becomes a formula', async () => {
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
    // sources of one name differ by survey and id
    const place = `,source,${sourceIds[0]},"'=cmd(""a"") (Gen pop US, ${sourceIds[0]})",`
    expect(lines.filter(line => line.includes(place)).length).toBe(1)
  })

  test.each([
    ['GET', '/v1/alerts?kind=nothing', undefined],
    ['GET', '/v1/alerts?limit=0', undefined],
    ['GET', '/v1/alerts?from=yesterday', undefined],
    ['GET', '/v1/alerts?from=2026-13-45T00:00:00Z', undefined],
    ['GET', '/v1/alerts?from=2026-02-30T00:00:00Z', undefined],
    ['GET', '/v1/audit-log?until=2026-13-45T00:00:00Z', undefined],
    ['GET', '/v1/alerts?project=99999999999', undefined],
    ['POST', '/v1/alerts/read', { up_to: 'all' }],
    ['POST', '/v1/alerts/read', { alert_id: 2 ** 40 }],
  ] as const)('%s %s with %j is refused', async (method, path, body) => {
    expect((await admin(method, path, body)).status).toBe(422)
  })
})

const RULE = { name: 'Quality', kinds: ['ir_fell', 'auto_paused'], scope: 'all', digest: true, is_on: true }
const PATH = '/v1/alert-rules'

describe('a rule', () => {
  test('of a user is theirs alone, and rings their own bell; admins handle those of the account as well', async () => {
    const { body: own } = await on.plain('POST', PATH, { ...RULE, own: true, bell: 'everybody', channel_ids: [1] })
    expect(own).toEqual({
      alert_rule_id: expect.any(Number),
      own: true,
      name: 'Quality',
      kinds: ['auto_paused', 'ir_fell'],
      will_not_be_full: null,
      behind_pace: null,
      ir_fell: 40,
      conversion_fell: null,
      hash_errors: null,
      closing_window: null,
      scope: 'all',
      project_id: null,
      project_name: null,
      bell: null,
      digest: true,
      channel_ids: [],
      is_on: true,
      created_by: expect.any(String),
      version: 1,
    })
    const names = async (ask: Ask) => (await ask('GET', PATH)).body.map(({ name }: { name: string }) => name)
    expect([await names(on.plain), await names(admin), await names(on.otherAccount)]).toEqual([
      ['Quality'],
      ['What needs a look'],
      ['What needs a look'],
    ])
    const at = `${PATH}/${own.alert_rule_id}`
    const strangers = [admin, on.otherAccount]
    for (const ask of strangers) {
      expect((await ask('PUT', at, RULE)).status).toBe(404)
      expect((await ask('DELETE', at)).status).toBe(404)
    }
    expect((await on.plain('POST', PATH, { ...RULE, own: false })).status).toBe(403)
    const [{ alert_rule_id: ofAccount }] = (await admin('GET', PATH)).body
    expect((await on.plain('PUT', `${PATH}/${ofAccount}`, RULE)).status).toBe(404)
    const changed = await on.plain('PUT', at, { ...RULE, name: 'Mine', scope: 'mine', ir_fell: 25, version: 1 })
    expect([changed.body.name, changed.body.scope, changed.body.ir_fell, changed.body.version]).toEqual([
      'Mine',
      'mine',
      25,
      2,
    ])
    expect((await on.plain('PUT', at, { ...RULE, name: 'Later', version: 1 })).status).toBe(409)
    expect((await on.plain('DELETE', at)).status).toBe(204)
    expect(await names(on.plain)).toEqual([])
    const audit = (await on.advanced('GET', `/v1/audit-log?scope=alert_rule&object=${own.alert_rule_id}`)).body.entries
    expect(audit.map(({ act }: { act: string }) => act)).toEqual(['deleted', 'edited', 'created'])
  })

  test.each([
    [{ kinds: [] }, 'kinds'],
    [{ kinds: ['nothing'] }, 'kinds'],
    [{ ir_fell: 4 }, 'ir_fell'],
    [{ ir_fell: 1e300 }, 'ir_fell'],
    [{ ir_fell: 30.5 }, 'ir_fell'],
    [{ scope: 'project' }, 'project_id'],
    [{ scope: 'project', project_id: 2_147_483_647 }, 'project_id'],
    [{ scope: 'mine' }, 'scope'],
    [{ channel_ids: [2_147_483_647] }, 'channel_ids'],
    [{ name: ' ' }, 'name'],
  ])('of the account with %j is refused at %s', async (wrong, field) => {
    const { status, body } = await admin('POST', PATH, { ...RULE, own: false, ...wrong })
    expect([status, body.details.map(({ path }: { path: string[] }) => path[0])]).toEqual([422, [field]])
  })

  test('that is switched off ends what it raised', async () => {
    const { body: rule } = await on.advanced('POST', PATH, { ...RULE, own: true, kinds: ['auto_paused'] })
    const off = await on.advanced('PUT', `${PATH}/${rule.alert_rule_id}`, { ...RULE, is_on: false })
    expect([off.status, off.body.is_on]).toEqual([200, false])
  })
})

describe('an alert that rests', () => {
  test('is unread again when its rest is over and it goes on, and rests until the episode ends if so asked', async () => {
    const [alert] = (await on.advanced('GET', '/v1/alerts?state=unread')).body.alerts
    const unread = async () => (await on.advanced('GET', '/v1/alerts/unread')).body.unread
    const before = await unread()
    const snooze = (until: string, ask: Ask = on.advanced) =>
      ask('POST', `/v1/alerts/${alert.alert_id}/snooze`, { until })
    const hour = (await snooze('hour')).body
    expect(Date.parse(hour.snoozed_until) - Date.now()).toBeGreaterThan(59 * 60_000)
    expect([hour.is_unread, await unread()]).toEqual([false, before - 1])
    const tomorrow = Date.parse((await snooze('tomorrow')).body.snoozed_until)
    const inNewYork = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })
    expect([inNewYork.format(tomorrow), tomorrow > Date.now()]).toEqual(['08:00', true])
    expect((await snooze('end')).body.snoozed_until).toBe('end')
    expect((await on.advanced('GET', '/v1/alerts?state=snoozed')).body.alerts.length).toBe(1)
    const over = await platform().database.asSystem(tx =>
      tx.client.query(
        "update alert_recipient set read_at = now() - interval '2 hours', snoozed_until = now() - interval '1 hour' where alert_id = $1",
        [alert.alert_id],
      ),
    )
    expect([over.rowCount !== 0, await unread()]).toEqual([true, before])
    expect((await snooze('now')).body).toEqual({ ...alert, is_unread: false })
    expect((await snooze('hour', on.otherAccount)).status).toBe(404)
    expect((await snooze('forever')).status).toBe(422)
  })
})

test('a user chooses how often alerts are mailed to them', async () => {
  const AT = '/v1/alert-digest'
  expect((await on.plain('GET', AT)).body).toEqual({ every: 'none', local_hour: 8 })
  expect((await on.plain('PUT', AT, { every: 'daily', local_hour: 7 })).body).toEqual({ every: 'daily', local_hour: 7 })
  expect((await on.plain('GET', AT)).body).toEqual({ every: 'daily', local_hour: 7 })
  expect((await admin('GET', AT)).body).toEqual({ every: 'none', local_hour: 8 })
  expect((await on.plain('PUT', AT, { every: 'daily', local_hour: 24 })).status).toBe(422)
  expect((await on.plain('PUT', AT, { every: 'always', local_hour: 1 })).status).toBe(422)
})
