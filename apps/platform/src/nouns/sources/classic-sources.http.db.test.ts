import { beforeAll, describe, expect, test, vi } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const FORM = { stream_name: 'Manual', respondents: 20, stream_status_cd: 3, supplier_cpi: 4.5 } as const
const COMPLETE = { type: 'complete', url: 'https://harbor.example/done?id=[%RID%]' }

/** The answer, in the shape that the test states. */
type Body = Answer['body']

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const faultsOf = ({ body: { details } }: Answer): string[] =>
  details.map(({ path, message }: Body) => `${path.join('_')}: ${message}`)
const create = (changes: object = {}, headers = {}) =>
  on.advanced(
    'POST',
    '/v3/classic-streams',
    { pm_sy_ud: on.study.surveyId, ...FORM, pm_sup_ud: on.study.supplierId, redirects: [COMPLETE], ...changes },
    headers,
  )

describe('a classic source (api:U4–U7)', () => {
  test('is made with its supplier, its redirects and its CPI, and read by either call (§3.8, api:U4, api:U6, api:U7)', async () => {
    const { status, body } = await create()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...FORM,
      type: 'classic',
      pm_sup_ud: on.study.supplierId,
      supplier: 'Northlight Panels',
      redirects: [COMPLETE],
      supplier_redirects: [],
      suppliers: [{ pm_sup_ud: on.study.supplierId, allocation: 1 }],
    })
    expect((await on.advanced('GET', `/v3/classic-streams/${body.stmid}`)).body).toEqual(body)
    expect((await on.advanced('GET', `/v1/survey-streams/${body.stmid}/classic`)).body).toEqual(body)
    expect((await on.advanced('GET', `/v1/history/source/${body.stmid}`)).body[0].changes).toContainEqual({
      field: 'redirects',
      from: null,
      to: ['complete: https://harbor.example/done?id=[%RID%]'],
    })
  })

  test.each([
    [{ supplier_cpi: undefined }, 'supplier_cpi: Supply Price is required'],
    [{ pm_sup_ud: undefined }, 'pm_sup_ud: Supplier is required'],
    [{ pm_sup_ud: 999_999 }, 'pm_sup_ud: Supplier is not in the list'],
    [
      { redirects: [{ type: 'complete', url: 'http://harbor.example' }] },
      'redirects_complete: Complete redirect must begin with https://',
    ],
    [{ respondents: undefined }, 'respondents: Target (N) is required'],
  ])('%j is refused by its field (§5.18, §5.19, §5.28)', async (fault, said) => {
    const answer = await create(fault)
    expect([answer.status, ...faultsOf(answer)]).toEqual([422, said])
  })

  test('is changed as a whole; a stale change is refused with the stored source; its own test token opens it, another does not (§2.21, api:U5, api:U6)', async () => {
    const { body: source } = await create()
    const path = `/v1/classic-streams/${source.stmid}`
    const changes = { ...FORM, pm_sup_ud: on.study.supplierId, redirects: [], supplier_cpi: 5, version: 1 }
    const changed = await on.advanced('PUT', `${path}?test_uid=${encodeURIComponent(source.tst)}`, changes)
    expect([changed.status, changed.body.redirects, changed.body.supplier_cpi, changed.body.version]).toEqual([
      200,
      [],
      5,
      2,
    ])
    expect((await on.advanced('PUT', path, changes)).body).toEqual(changed.body)
    const stale = await on.advanced('PUT', path, { ...changes, supplier_cpi: 6 })
    expect([stale.status, stale.body.reason, stale.body.current]).toEqual([409, 'stale_version', changed.body])
    expect([
      (await on.advanced('PUT', `${path}?test_uid=other`, changes)).status,
      (await on.advanced('GET', `/v3/classic-streams/${source.stmid}?test_uid=other`)).status,
    ]).toEqual([404, 404])
  })

  test('another type, another account and the plain external view get 404 (api:U4, api:U5, api:U6, api:U7)', async () => {
    const { body: source } = await create()
    const [diy] = on.study.sourceIds
    expect([
      (await on.advanced('GET', `/v3/classic-streams/${diy}`)).status,
      (await on.advanced('GET', `/v1/survey-streams/${diy}/classic`)).status,
    ]).toEqual([404, 404])
    const form = { ...FORM, pm_sup_ud: on.study.supplierId }
    const calls = [
      ['POST', '/v3/classic-streams', { pm_sy_ud: on.study.surveyId, ...form }],
      ['PUT', `/v1/classic-streams/${source.stmid}`, form],
      ['GET', `/v3/classic-streams/${source.stmid}`],
      ['GET', `/v1/survey-streams/${source.stmid}/classic`],
    ] as const
    const statuses: number[][] = []
    for (const [method, path, body] of calls)
      statuses.push([
        (await on.plain(method, path, body)).status,
        (await on.otherAccount(method, path, body)).status,
        (await on.defender(method, path, body)).status,
      ])
    expect(statuses).toEqual(calls.map(() => [403, 404, 403]))
  })

  test('the plain external view’s history of one does not have its redirects, which name its supplier (§3.2, api:U4)', async () => {
    const { body: source } = await create()
    const seen = (await on.plain('GET', `/v1/history/source/${source.stmid}`)).body
    const fields = seen[0].changes.map(({ field }: Body) => field)
    expect([
      fields.includes('redirects'),
      fields.includes('stream_name'),
      JSON.stringify(seen).includes('harbor'),
    ]).toEqual([false, true, false])
  })

  test('sends respondents back by its own redirects, else by the supplier’s (api:U4, api:U5)', async () => {
    await on.advanced('PUT', `/v1/suppliers/${on.study.supplierId}`, {
      name: 'Northlight Panels',
      pm_supplier_type_code_ud: 1,
      recruitment_type: 1,
      redirects: [
        { type: 'complete', url: 'https://northlight.example/c' },
        { type: 'termination', url: 'https://northlight.example/t' },
      ],
    })
    const { body: source } = await create({ stream_status_cd: 1 })
    expect(source.stream_status_cd).toBe(1)
    const throughTo = async (code: number) => {
      const rid = crypto.randomUUID()
      const location = (
        await fetch(`${platform().url}/entry/${source.stmid}?sup=${on.study.supplierId}&rid=${rid}`, {
          redirect: 'manual',
        })
      ).headers.get('location')
      const back = await fetch(
        `${platform().url}/return?inbound_code=${code}&rdud=${/id=(.*)$/.exec(location ?? '')?.[1]}`,
        { redirect: 'manual' },
      )
      return (back.headers.get('location') ?? 'nowhere').replace(rid, 'RID')
    }
    await vi.waitFor(
      async () => expect(await throughTo(2000)).toBe('https://northlight.example/t?rid=RID&outcome=termination'),
      { timeout: 10_000, interval: 200 },
    )
    expect(await throughTo(1000)).toBe('https://harbor.example/done?id=RID')
  })
})

describe('a test of a source', () => {
  test('its link opens its screen, its entry link passes draft, qualifications and quotas; the test is listed with its outcome and counts in no figure (§2.32, api:T17, api:U8)', async () => {
    const { accountId, projectId, surveyId, supplierId } = on.study
    const stmid = await on.make.source({ accountId, projectId, surveyId, status: 3, supplierIds: [supplierId] })
    await on.advanced('POST', '/v2/survey-quals-quotas', {
      stmid,
      qualifications: [{ name: 'Age', param: 'age', min: 18, max: 64 }],
      quota_groups: [
        {
          name: 'Women',
          conditions: [{ param: 'gender', in: ['2'] }],
          quotas: [{ name: 'Old', conditions: [{ param: 'age', min: null, max: 40 }], target: 0 }],
        },
      ],
    })
    const path = `/v1/survey/stream/${stmid}/test-survey`
    const { status, body } = await on.advanced('GET', path)
    const token = new URL(body.entry).searchParams.get('t') ?? ''
    expect([status, body.link]).toEqual([
      200,
      `http://desk.test/#/manage/project/${projectId}/survey/${surveyId}/stream/${stmid}?act=test_survey&sid=${surveyId}&t=${token}`,
    ])
    const entry = new URL(body.entry)
    expect([
      entry.origin,
      entry.pathname,
      entry.searchParams.get('sup'),
      entry.searchParams.get('age'),
      entry.searchParams.get('gender'),
    ]).toEqual(['http://desk.test', `/entry/${stmid}`, String(supplierId), '18', '2'])
    expect((await on.advanced('GET', path)).body).toEqual(body)

    const location = (
      await fetch(`${platform().url}${entry.pathname}${entry.search}`, { redirect: 'manual' })
    ).headers.get('location')
    expect(location).toMatch(/^https:\/\/survey\.example\/s\?id=/)
    const rdud = /id=(.*)$/.exec(location ?? '')?.[1]
    const { entry: next } = (await on.advanced('GET', path)).body
    expect(new URL(next).searchParams.get('rid')).not.toBe(entry.searchParams.get('rid'))
    const tests = async (ask = on.advanced) => (await ask('GET', `/v1/survey-test/${stmid}`)).body
    const [begun] = await tests()
    expect([begun.rdud, begun.rid, begun.code, begun.ended_at, begun.supplier]).toEqual([
      rdud,
      entry.searchParams.get('rid'),
      11,
      null,
      'Northlight Panels',
    ])
    await fetch(`${platform().url}/return?inbound_code=2000&rdud=${rdud}`, { redirect: 'manual' })
    const [ended] = await tests()
    expect([
      ended.code,
      ended.ended_at !== null,
      (await tests(on.plain)).map((test: object) => 'supplier' in test),
    ]).toEqual([31, true, [false]])
    const row = (await on.advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)).body.find(
      (source: Body) => source.stmid === stmid,
    )
    expect([row.entrants, row.terms]).toEqual([0, 0])
    expect([
      (await on.otherAccount('GET', path)).status,
      (await on.defender('GET', path)).status,
      (await on.otherAccount('GET', `/v1/survey-test/${stmid}`)).status,
    ]).toEqual([404, 403, 404])
  })

  test('each supplier has its own entry link with placeholders: filled in it works; unfilled or without sup it is refused with the missing names; the plain external view gets none (§2.32, api:T17)', async () => {
    const { accountId, projectId, surveyId, supplierId } = on.study
    const other = await on.make.supplier({ accountId, name: 'Another panel' })
    const stmid = await on.make.source({ accountId, projectId, surveyId, supplierIds: [supplierId, other] })
    await on.advanced('POST', '/v2/survey-quals-quotas', {
      stmid,
      qualifications: [{ name: 'Your age', param: 'age', min: 18, max: 64 }],
      quota_groups: [
        {
          name: 'Women',
          conditions: [],
          quotas: [{ name: 'W', conditions: [{ param: 'gender', in: ['2'] }], target: 50 }],
        },
      ],
    })
    const path = `/v1/survey/stream/${stmid}/test-survey`
    const { body } = await on.advanced('GET', path)
    const link = (id: number) => `http://desk.test/entry/${stmid}?sup=${id}&rid=[%RID%]&gender=[%GENDER%]&age=[%AGE%]`
    expect(body.entry_links.map(({ pm_sup_ud, name, link: own }: Body) => [pm_sup_ud, name, own])).toEqual([
      [other, 'Another panel', link(other)],
      [supplierId, 'Northlight Panels', link(supplierId)],
    ])
    expect(body.entry_params).toEqual([
      { param: 'rid', name: null },
      { param: 'gender', name: null },
      { param: 'age', name: 'Your age' },
    ])
    expect((await on.plain('GET', path)).body.entry_links).toEqual([])
    const follow = async (address: string) => {
      const answer = await fetch(platform().url + address.replace('http://desk.test', ''), { redirect: 'manual' })
      return [
        answer.status,
        answer.headers.get('location')?.split('=')[0] ??
          /<p>(.*)<\/p>/.exec(await answer.text())?.[1]?.replaceAll('&quot;', '"'),
      ]
    }
    const filled = link(other).replace('[%GENDER%]', '2').replace('[%AGE%]', '30')
    expect([
      await follow(filled.replace('[%RID%]', 'r-77')),
      await follow(filled),
      await follow(filled.replace('[%RID%]', 'r-78').replace(`sup=${other}&`, '')),
      await follow(body.entry_links[0].test),
      await follow(body.entry_links[1].test),
    ]).toEqual([
      [302, 'https://survey.example/s?id'],
      [400, 'The parameter "rid" still holds the placeholder [%RID%]: the supplier’s system fills it in.'],
      [404, 'The parameter "sup" is missing: this survey has several suppliers, and the link must name one of them.'],
      [302, 'https://survey.example/s?id'],
      [302, 'https://survey.example/s?id'],
    ])
  })

  test('the plain external view’s link names no supplier: the entry uses the source’s first (§2.32, api:T17)', async () => {
    const { accountId, projectId, surveyId, supplierId } = on.study
    const later = await on.make.supplier({ accountId, name: 'Later Panels' })
    const stmid = await on.make.source({ accountId, projectId, surveyId, status: 3, supplierIds: [later, supplierId] })
    const entryFor = async (ask = on.plain) =>
      new URL((await ask('GET', `/v1/survey/stream/${stmid}/test-survey`)).body.entry)
    const [seen, whole] = [await entryFor(), await entryFor(on.advanced)]
    whole.searchParams.delete('sup')
    expect([seen.searchParams.has('sup'), seen.href]).toEqual([false, whole.href])
    expect((await fetch(`${platform().url}${seen.pathname}${seen.search}`, { redirect: 'manual' })).status).toBe(302)
    const [test] = (await on.advanced('GET', `/v1/survey-test/${stmid}`)).body
    expect([test.rid, test.supplier]).toEqual([seen.searchParams.get('rid'), 'Northlight Panels'])
    seen.searchParams.delete('t')
    seen.searchParams.set('rid', 'nobody')
    expect((await fetch(`${platform().url}${seen.pathname}${seen.search}`, { redirect: 'manual' })).status).toBe(404)
  })

  test('a manual source’s link leads to its own screen (§2.21, §2.32, api:T17)', async () => {
    const { body: source } = await create()
    const { body } = await on.plain('GET', `/v1/survey/stream/${source.stmid}/test-survey`)
    expect(body.link).toBe(
      `http://desk.test/#/manage/project/${on.study.projectId}/survey/${on.study.surveyId}/manual-streams/${source.stmid}?act=test_survey&sid=${on.study.surveyId}&t=${source.tst}`,
    )
  })
})
