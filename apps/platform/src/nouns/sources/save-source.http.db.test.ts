import { may } from '@desk/schema/permissions/permissions'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#testing/database/test-server'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const FORM = {
  stream_name: ' Open panel ',
  respondents: 250,
  stream_status_cd: 3,
  click_balancing: true,
  calculation_type_code_ud: 3,
  pacing: 2,
  supplier_cpi: 4.35,
  country_id: 840,
  out_of_field_date: '2099-03-01T04:59:00.000Z',
  out_of_field_time_zone_code: 15,
} as const

/** The answer, in the shape that the test states. */
type Body = Answer['body']

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const faultsOf = ({ body: { details } }: Answer): string[] =>
  details.map(({ path, message }: Body) => `${path.join('_')}: ${message}`)
/** A survey of its own, with the supplier of the stage. */
async function newSurvey(): Promise<number> {
  const { accountId } = on.study
  return on.make.survey({ accountId, projectId: await on.make.project({ accountId }) })
}
const made = async (changes: object = {}) =>
  (await on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: await newSurvey(), type: 'diy', ...FORM, ...changes }))
    .body
const changesOf = ({ stmid, version, stream_status_cd }: Body) => ({ ...FORM, stmid, version, stream_status_cd })

describe('making a source (api:T8)', () => {
  test('stores the whole form as a draft, trimmed, and says in its history who made it (§3.8, api:T8, api:T10)', async () => {
    const surveyId = await newSurvey()
    const { status, body } = await on.advanced('POST', '/v1/survey-streams', {
      pm_sy_ud: surveyId,
      type: 'diy',
      ...FORM,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...FORM,
      stream_name: 'Open panel',
      pm_sy_ud: surveyId,
      type: 'diy',
      country_name: 'United States of America',
      suppliers: [],
      alias: null,
      auto_boost: false,
      version: 1,
      status_version: 1,
    })
    expect((await on.advanced('GET', `/v1/survey-streams/${body.stmid}`)).body).toEqual(body)
    const history = await on.advanced('GET', `/v1/history/source/${body.stmid}`)
    expect(history.body.map(({ act, by }: Body) => [act, by])).toEqual([['created', body.status_changed_by]])
    expect(history.body[0].changes).toContainEqual({ field: 'supplier_cpi', from: null, to: 4.35 })
  })

  test('creates each type; a Lucid source may have a CPI, and needs none (§3.8, §5.19, api:T8)', async () => {
    const { supplier_cpi: _, ...unpriced } = FORM
    const surveyId = await newSurvey()
    const answers = await Promise.all(
      [
        { type: 'lucid', ...unpriced },
        { type: 'lucid', ...FORM },
        { type: 'classic', ...FORM },
        { type: 'diy', ...unpriced },
      ].map(form => on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: surveyId, ...form })),
    )
    expect(
      answers.map(answer => (answer.status === 200 ? [answer.body.type, answer.body.supplier_cpi] : faultsOf(answer))),
    ).toEqual([['lucid', null], ['lucid', 4.35], ['classic', 4.35], ['supplier_cpi: Supply Price is required']])
  })

  describe('with its parts', () => {
    const QUOTAS = {
      qualifications: [{ name: 'Age', param: 'age', min: 18, max: 64 }],
      quota_groups: [
        {
          name: 'Age',
          conditions: [],
          quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 30 }], target: 40 }],
        },
      ],
    }
    const whole = (surveyId: number, over: object = {}) => ({
      pm_sy_ud: surveyId,
      type: 'diy',
      ...FORM,
      suppliers: [{ pm_sup_ud: on.study.supplierId, allocation_percent: 100, supplier_cpi: 2 }],
      ...QUOTAS,
      pm_sy_client_cpi: 9.25,
      ...over,
    })
    const sourcesOf = async (surveyId: number) =>
      (await on.advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)).body.length

    test('it is stored as one, and launched with them in place (api:T8, api:T4, api:T12, api:T15)', async () => {
      const surveyId = await newSurvey()
      const { status, body } = await on.advanced('POST', '/v1/survey-streams', whole(surveyId, { stream_status_cd: 1 }))
      expect([status, body.stream_status_cd, body.live_blocks]).toEqual([200, 1, []])
      const sellers = (await on.advanced('GET', `/v1/stream-suppliers/${body.stmid}`)).body.suppliers.map(
        ({ pm_sup_ud, allocation_percent, supplier_cpi }: Body) => [pm_sup_ud, allocation_percent, supplier_cpi],
      )
      const { qualifications, quota_groups } = (await on.advanced('GET', `/v2/survey-quals-quotas?stmid=${body.stmid}`))
        .body
      const rate = (await on.advanced('GET', `/v1/survey-buyer-rate/${surveyId}`)).body.pm_sy_client_cpi
      expect([sellers, qualifications, quota_groups[0].quotas[0].target, rate]).toEqual([
        [[on.study.supplierId, 100, 2]],
        QUOTAS.qualifications,
        40,
        9.25,
      ])
    })

    test('its history lists the launch after the save, though both have the same time (api:T8)', async () => {
      await asOwner(platform().databaseUrl, "select setval(pg_get_serial_sequence('object_edit', 'edit_no'), 1000000)")
      const { body } = await on.advanced(
        'POST',
        '/v1/survey-streams',
        whole(await newSurvey(), { stream_status_cd: 1 }),
      )
      const history = await on.advanced('GET', `/v1/history/source/${body.stmid}`)
      expect(history.body.map(({ act }: Body) => act)).toEqual(['status', 'edited', 'edited', 'created'])
    })

    test.each([
      [
        { suppliers: [{ pm_sup_ud: 9_999_999, allocation_percent: 100 }] },
        'suppliers_0_pm_sup_ud: Supplier is not in the list',
      ],
      [
        { type: 'lucid', suppliers: [{ pm_sup_ud: 1, allocation_percent: 100, supplier_cpi: 2 }] },
        'suppliers_0_supplier_cpi: An exchange source has one CPI, and no prices of suppliers',
      ],
      [
        { quota_groups: [{ name: 'Age', quotas: [{ name: 'Young', conditions: [], target: 40 }] }] },
        'quota_groups_0_quotas_0_conditions: A quota needs a condition',
      ],
      [{ survey_version: 99 }, 'pm_sy_client_cpi: The survey has changed in the meantime: its rate is 8.50 now'],
      [{ pm_sy_client_cpi: 301 }, 'pm_sy_client_cpi: Sell Price cannot be greater than $300'],
    ])('a fault of a part leaves nothing behind, neither source nor rate: %j (§5.28, api:T8)', async (fault, said) => {
      const surveyId = await newSurvey()
      const answer = await on.advanced('POST', '/v1/survey-streams', whole(surveyId, fault), {
        'Idempotency-Key': `fault ${said}`,
      })
      expect([answer.status, faultsOf(answer).includes(said)]).toEqual([422, true])
      expect([
        await sourcesOf(surveyId),
        (await on.advanced('GET', `/v1/survey-buyer-rate/${surveyId}`)).body.pm_sy_client_cpi,
      ]).toEqual([0, 8.5])
      expect(
        (await on.advanced('POST', '/v1/survey-streams', whole(surveyId), { 'Idempotency-Key': `fault ${said}` }))
          .status,
      ).toBe(200)
      expect(await sourcesOf(surveyId)).toBe(1)
    })

    test('each part needs its own permission: suppliers in the plain external view, alias and Auto-Boost without the right are refused (domain.md §4, api:T8)', async () => {
      const surveyId = await newSurvey()
      const { supplier_cpi: _, ...unpriced } = FORM
      const alone = { pm_sy_ud: surveyId, type: 'diy', ...unpriced }
      const answers = await Promise.all(
        [{ suppliers: [] }, { alias: 'Tea' }, { auto_boost: false }].map(part =>
          on.plain('POST', '/v1/survey-streams', { ...alone, ...part }),
        ),
      )
      expect([answers.map(({ status }) => status), await sourcesOf(surveyId)]).toEqual([[403, 403, 403], 0])
    })

    test('everything that blocks its launch is listed, also in the plain external view (domain.md §2, api:T10)', async () => {
      const surveyId = await newSurvey()
      const { supplier_cpi: _, ...unpriced } = FORM
      const { body } = await on.plain('POST', '/v1/survey-streams', {
        pm_sy_ud: surveyId,
        type: 'diy',
        ...unpriced,
        respondents: 0,
      })
      expect(body.live_blocks).toEqual(['target_missing', 'price_missing', 'supplier_missing'])
    })
  })

  test('a survey has at most 1,000, also when several come at once, made or copied (api:T8, api:T13)', async () => {
    const { pm_sy_ud: surveyId, pm_proj_ud: projectId, stmid } = await made()
    await platform().database.asSystem(tx =>
      sql`insert into source (account_id, survey_id, project_id, name, type, target, supply_price_cents, test_token)
          select ${on.study.accountId}, ${surveyId}, ${projectId}, 'Source ' || n, 'diy', 1, 100, 'token ' || n from generate_series(1, 998) n`.execute(
        tx,
      ),
    )
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: surveyId, type: 'diy', ...FORM })),
      ...[1, 2, 3].map(() => on.advanced('POST', '/v1/copystream', { stmid, pm_sy_ud: surveyId })),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, another) => one - another)).toEqual([
      200, 422, 422, 422, 422, 422,
    ])
  })

  test('all missing fields are reported at once (§5.18, §5.28)', async () => {
    const answer = await on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: on.study.surveyId, type: 'diy' })
    expect([answer.status, ...faultsOf(answer)]).toEqual([
      422,
      'stream_name: Source Name is required',
      'respondents: Target (N) is required',
      'stream_status_cd: Status is required',
    ])
  })

  test.each([
    [{ calculation_type_code_ud: null }, 'calculation_type_code_ud: Calculation Type is required'],
    [{ supplier_cpi: 200.01 }, 'supplier_cpi: Supply Price value must be less than $200.00'],
    [{ supplier_cpi: 'two' }, 'supplier_cpi: Supply Price must be a valid number'],
    [{ supplier_cpi: null }, 'supplier_cpi: Supply Price is required'],
    [{ country_id: 9_999_999 }, 'country_id: Country is not in the list'],
    [{ out_of_field_time_zone_code: 9_999 }, 'out_of_field_time_zone_code: Timezone is not in the list'],
    [{ stream_status_cd: 2 }, 'stream_status_cd: A new source is a draft or live'],
    [{ respondents: 1e9 }, 'respondents: Target (N) cannot be greater than 10000000'],
  ])('%j is refused by its field and makes nothing (§5.18, §5.19, §5.28)', async (fault, said) => {
    const surveyId = await newSurvey()
    const answer = await on.advanced('POST', '/v1/survey-streams', {
      pm_sy_ud: surveyId,
      type: 'diy',
      ...FORM,
      ...fault,
    })
    expect([
      answer.status,
      ...faultsOf(answer),
      (await on.advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)).body,
    ]).toEqual([422, said, []])
  })

  test('a blocked "Save and launch" stores the draft and says why; once fixed it goes live (§4.1, api:T8, api:T9)', async () => {
    const blocked = await on.advanced('POST', '/v1/survey-streams', {
      pm_sy_ud: await newSurvey(),
      type: 'diy',
      ...FORM,
      stream_status_cd: 1,
    })
    expect([blocked.status, blocked.body.reason, blocked.body.message, blocked.body.current.stream_status_cd]).toEqual([
      409,
      'supplier_missing',
      'The source has no supplier.',
      3,
    ])
    const draft = (await on.advanced('GET', `/v1/survey-streams/${blocked.body.current.stmid}`)).body
    expect(draft).toEqual(blocked.body.current)
    await on.advanced('PUT', `/v1/stream-suppliers/${draft.stmid}`, {
      suppliers: [{ pm_sup_ud: on.study.supplierId, allocation_percent: 100 }],
    })
    const launched = await on.advanced('PUT', '/v1/survey-streams', { ...changesOf(draft), stream_status_cd: 1 })
    expect([
      launched.status,
      launched.body.stream_status_cd,
      launched.body.status_version,
      launched.body.version,
    ]).toEqual([200, 1, 2, 1])
    const [newest] = (await on.advanced('GET', `/v1/history/source/${draft.stmid}`)).body
    expect([newest.act, newest.changes]).toEqual(['status', [{ field: 'status', from: 3, to: 1 }]])
  })

  test('a blocked launch repeated under its key makes no second draft (api:T8)', async () => {
    const surveyId = await newSurvey()
    const launch = () =>
      on.advanced(
        'POST',
        '/v1/survey-streams',
        { pm_sy_ud: surveyId, type: 'diy', ...FORM, stream_status_cd: 1 },
        { 'Idempotency-Key': 'blocked-launch' },
      )
    const [first, second] = [await launch(), await launch()]
    expect([
      first.status,
      second.status,
      second.body.current,
      (await on.advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)).body.length,
    ]).toEqual([409, 409, first.body.current, 1])
  })
})

describe('the plain external view', () => {
  test('neither sees nor sets a supply price: a sent one is ignored, and the stored one stays (§3.2, api:T8, api:T9)', async () => {
    const surveyId = await newSurvey()
    const { supplier_cpi: _, ...unpriced } = FORM
    const own = await on.plain('POST', '/v1/survey-streams', {
      pm_sy_ud: surveyId,
      type: 'diy',
      ...FORM,
      supplier_cpi: 0.5,
    })
    expect([
      own.status,
      'supplier_cpi' in own.body,
      (await on.advanced('GET', `/v1/survey-streams/${own.body.stmid}`)).body.supplier_cpi,
    ]).toEqual([200, false, null])
    const source = await made()
    const edited = await on.plain('PUT', '/v1/survey-streams', {
      ...unpriced,
      stmid: source.stmid,
      version: 1,
      respondents: 99,
    })
    expect([edited.status, edited.body.respondents, 'supplier_cpi' in edited.body, 'suppliers' in edited.body]).toEqual(
      [200, 99, false, false],
    )
    expect((await on.advanced('GET', `/v1/survey-streams/${source.stmid}`)).body.supplier_cpi).toBe(4.35)
    const stale = await on.plain('PUT', '/v1/survey-streams', {
      ...unpriced,
      stmid: source.stmid,
      version: 1,
      respondents: 98,
    })
    expect([stale.status, 'supplier_cpi' in stale.body.current]).toEqual([409, false])
    const changes = (await on.plain('GET', `/v1/history/source/${source.stmid}`)).body.flatMap((entry: Body) =>
      entry.changes.map(({ field }: Body) => field),
    )
    expect(changes).not.toContain('supplier_cpi')
  })
})

describe('copies', () => {
  const filled = async () => {
    const source = await made()
    const { stmid } = source
    await on.advanced('PUT', `/v1/stream-suppliers/${stmid}`, {
      suppliers: [{ pm_sup_ud: on.study.supplierId, allocation_percent: 100, supplier_cpi: 1.99 }],
    })
    await on.advanced('POST', '/v2/survey-quals-quotas', {
      stmid,
      qualifications: [{ name: 'Age', param: 'age', min: 18, max: 64 }],
      quota_groups: [
        {
          name: 'Women',
          conditions: [{ param: 'gender', in: ['2'] }],
          target: 50,
          quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 34 }], target: 50 }],
        },
      ],
    })
    return source
  }

  test('a copy in another survey has the source’s whole setup, as a draft with its own test link (api:T13)', async () => {
    const source = await filled()
    const surveyId = await newSurvey()
    const { status, body } = await on.advanced('POST', '/v1/copystream', { stmid: source.stmid, pm_sy_ud: surveyId })
    expect([
      status,
      body.pm_sy_ud,
      body.stream_name,
      body.stream_status_cd,
      body.respondents,
      body.supplier_cpi,
    ]).toEqual([200, surveyId, 'Open panel', 3, 250, 4.35])
    const quotas = async (stmid: number) => {
      const {
        stmid: _,
        version: __,
        ...rest
      } = (await on.advanced('GET', `/v2/survey-quals-quotas?stmid=${stmid}`)).body
      return rest
    }
    expect(await quotas(body.stmid)).toEqual(await quotas(source.stmid))
    const suppliers = async (stmid: number) =>
      (await on.advanced('GET', `/v1/stream-suppliers/${stmid}`)).body.suppliers
    expect(await suppliers(body.stmid)).toEqual(await suppliers(source.stmid))
    const tokenOf = async (stmid: number) =>
      new URL((await on.advanced('GET', `/v1/survey/stream/${stmid}/test-survey`)).body.entry).searchParams.get('t')
    expect(await tokenOf(body.stmid)).not.toBe(await tokenOf(source.stmid))
    expect((await on.advanced('GET', `/v1/history/source/${body.stmid}`)).body[0].changes).toContainEqual({
      field: 'copy_of',
      from: null,
      to: source.stmid,
    })
  })

  test('n copies beside it, each named; 50 requests with one key make n (api:T16)', async () => {
    const source = await filled()
    const ask = () =>
      on.advanced(
        'POST',
        '/v1/duplicate-survey-stream',
        { stmid: source.stmid, copies: 3 },
        { 'Idempotency-Key': 'three-copies' },
      )
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(
      new Set(answers.map(({ status, body }) => JSON.stringify([status, body.map(({ stmid }: Body) => stmid)]))).size,
    ).toBe(1)
    expect(answers[0]?.body.map(({ stream_name }: Body) => stream_name)).toEqual([
      'Open panel (copy 1)',
      'Open panel (copy 2)',
      'Open panel (copy 3)',
    ])
    expect((await on.advanced('GET', `/v1/survey-stream-metrics/${source.pm_sy_ud}`)).body).toHaveLength(4)
  })

  test('no copy of or into another account (api:T13, api:T16)', async () => {
    const [stmid] = on.study.sourceIds
    const foreign = await on.make.study({ accountId: await on.make.account() })
    expect([
      (await on.advanced('POST', '/v1/copystream', { stmid, pm_sy_ud: foreign.surveyId })).status,
      (await on.advanced('POST', '/v1/copystream', { stmid: foreign.sourceIds[0], pm_sy_ud: on.study.surveyId }))
        .status,
      (await on.advanced('POST', '/v1/duplicate-survey-stream', { stmid: foreign.sourceIds[0] })).status,
    ]).toEqual([404, 404, 404])
  })
})

test('a user who has Auto-Boost is offered it, of whichever source: the present user says so; with a new one it comes along (api:A3, api:T8, api:T20)', async () => {
  const surveyId = await newSurvey()
  const { userId, username } = await on.make.user({ accountId: on.study.accountId, roleId: 1, advancedView: true })
  await platform().database.asSystem(tx =>
    sql`update app_user set auto_boost_access = true where user_id = ${userId}`.execute(tx),
  )
  const token = await platform().signIn(username, 'Desk-test-1')
  const { body: me } = await platform().call('GET', '/v1/user-login-details', { token })
  const source = await platform().call('POST', '/v1/survey-streams', {
    token,
    body: {
      pm_sy_ud: surveyId,
      type: 'diy',
      ...FORM,
      alias: ' Prime ',
      auto_boost: true,
      boost_step: 0.25,
      boost_cap: 9,
    },
  })
  expect([may(me, 'boost sources'), source.status, source.body.alias, source.body.auto_boost]).toEqual([
    true,
    200,
    'Prime',
    true,
  ])
  const { body: other } = await on.advanced('GET', '/v1/user-login-details')
  expect(may(other, 'boost sources')).toBe(false)
})

test('of two alias changes the later one is refused with the stored source, and so is a form opened before; a repeat passes (api:T20)', async () => {
  const source = await made()
  const path = `/v1/survey-stream/${source.stmid}/alias`
  const { userId, username } = await on.make.user({ accountId: on.study.accountId, roleId: 1, advancedView: true })
  await platform().database.asSystem(tx =>
    sql`update app_user set auto_boost_access = true where user_id = ${userId}`.execute(tx),
  )
  const token = await platform().signIn(username, 'Desk-test-1')
  const setAlias = (alias: string) =>
    platform().call('POST', path, { token, body: { alias, auto_boost: false, version: source.version } })
  const [won, lost, repeated] = [await setAlias('Prime'), await setAlias('Other'), await setAlias('Prime')]
  expect([
    won.status,
    won.body.version,
    lost.status,
    lost.body.reason,
    lost.body.current,
    repeated.status,
    repeated.body,
  ]).toEqual([200, source.version + 1, 409, 'stale_version', won.body, 200, won.body])
  const form = await on.advanced('PUT', '/v1/survey-streams', { ...changesOf(source), stream_name: 'Renamed' })
  expect([form.status, form.body.reason, form.body.current.alias]).toEqual([409, 'stale_version', 'Prime'])
})
