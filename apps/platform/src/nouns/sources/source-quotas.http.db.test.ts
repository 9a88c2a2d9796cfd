import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const AGE = { name: 'Age', param: 'age', min: 18, max: 64 }
const YOUNG = { name: 'Young', conditions: [{ param: 'age', min: 18, max: 34 }], target: 2 }
const OLD = { name: 'Old', conditions: [{ param: 'age', min: 35, max: 64 }], target: 3 }
const WOMEN = { name: 'Women', conditions: [{ param: 'gender', in: ['2'] }], target: 5, quotas: [YOUNG, OLD] }
const V1 = '/v1/survey-quals-quotas'
const V2 = '/v2/survey-quals-quotas'

/** The answer, in the shape that the test states. */
type Body = Answer['body']

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const faultsOf = ({ body: { details } }: Answer): string[] =>
  details.map(({ path, message }: Body) => `${path.join('_')}: ${message}`)
const newSource = (options: { status?: 1 | 3; target?: number } = {}) =>
  on.make.source({
    accountId: on.study.accountId,
    projectId: on.study.projectId,
    surveyId: on.study.surveyId,
    supplierIds: [on.study.supplierId],
    ...options,
  })
const replace = (stmid: number, input: object) =>
  on.advanced('POST', V2, { stmid, qualifications: [], quota_groups: [], ...input })

describe('qualifications and quotas (api:T1–T4)', () => {
  test('are replaced as a whole and read nested and flat (api:T1, api:T3, api:T4)', async () => {
    const stmid = await newSource({ target: 10 })
    const { status, body } = await replace(stmid, { qualifications: [AGE], quota_groups: [WOMEN] })
    const counted = (no: number, quota: typeof YOUNG) => ({
      quota_no: no,
      ...quota,
      completes: 0,
      inflight: 0,
      remaining: quota.target,
    })
    expect([status, body]).toEqual([
      200,
      {
        stmid,
        version: 2,
        respondents: 10,
        qualifications: [AGE],
        quota_groups: [{ ...WOMEN, quotas: [counted(1, YOUNG), counted(2, OLD)] }],
        problems: [],
      },
    ])
    expect((await on.advanced('GET', `${V2}?stmid=${stmid}`)).body).toEqual(body)
    const flat = await on.advanced('GET', `${V1}?stmid=${stmid}`)
    expect(flat.body.quotas).toEqual(
      [YOUNG, OLD].map((quota, at) => ({
        ...counted(at + 1, quota),
        conditions: [...WOMEN.conditions, ...quota.conditions],
      })),
    )
    const plain = (await on.plain('GET', `${V2}?stmid=${stmid}`)).body
    expect(plain.quota_groups[0].quotas.map((quota: object) => 'inflight' in quota)).toEqual([false, false])
  })

  test('flat ones are one group; the history has a line for each (api:T2)', async () => {
    const stmid = await newSource()
    const { status, body } = await on.advanced('POST', V1, { stmid, qualifications: [AGE], quotas: [YOUNG] })
    expect([
      status,
      body.quotas.length,
      (await on.advanced('GET', `${V2}?stmid=${stmid}`)).body.quota_groups[0].name,
    ]).toEqual([200, 1, 'Quotas'])
    expect((await on.advanced('GET', `/v1/history/source/${stmid}`)).body[0].changes).toEqual([
      { field: 'qualifications', from: null, to: ['Age (age): 18 to 64'] },
      { field: 'quotas', from: null, to: ['Quotas › Young (age: 18 to 34): 2'] },
    ])
  })

  test('the history names answers by the text of the survey’s country and language; a private qualification’s stay codes (§3.25, api:T4)', async () => {
    const { accountId, projectId, supplierId } = on.study
    const { rows } = await platform().database.asSystem(tx =>
      sql<{ english: number }>`select language_id as english from language where iso = 'en'`.execute(tx),
    )
    const english = rows[0]?.english
    const surveyId = await on.make.survey({ accountId, projectId })
    await platform().database.asSystem(tx =>
      sql`update survey set country_id = 840, language_id = ${english}::int where survey_id = ${surveyId}`.execute(tx),
    )
    const { body: drink } = await on.advanced('POST', '/v1/qualifications', {
      qualifications_name: 'Drink',
      qualification_type_cd: 1,
      qualification_category_cd: 1,
      qualification_class_cd: 1,
      qualification_access_cd: 1,
      precode: 'drink',
      qualification_univeral_name: 'DRINK',
      qualification_texts: [{ qualification_texts_name: 'What do you drink?', languages_id: english, country_id: 840 }],
    })
    const named = (precode: string, name: string) => ({
      precode,
      sort_order_nbr: Number(precode),
      qualification_options_name: name,
      qualification_options_english_name: name,
    })
    await on.advanced(
      'PUT',
      `/v2/qualification-texts/${drink.qualification_texts[0].qualification_texts_id}/qualification-options`,
      { qualification_options: [named('1', 'Tea'), named('2', 'Coffee')] },
    )
    const stmid = await on.make.source({ accountId, projectId, surveyId, supplierIds: [supplierId] })
    const qualifications = [{ name: 'Drink', param: 'drink', in: ['1', '2', '9'] }]
    const changesOf = async () =>
      (await on.advanced('GET', `/v1/history/source/${stmid}`)).body[0].changes.map(({ to }: Body) => to)
    await replace(stmid, {
      qualifications,
      quota_groups: [
        { name: 'Drinks', quotas: [{ name: 'Leaves', conditions: [{ param: 'drink', in: ['1'] }], target: 2 }] },
      ],
    })
    expect(await changesOf()).toEqual([['Drink (drink): Tea, Coffee, 9'], ['Drinks › Leaves (drink: Tea): 2']])
    await on.advanced('PATCH', `/v2/qualifications/${drink.qualifications_ud}`, { qualification_access_cd: 2 })
    await replace(stmid, { qualifications: [{ ...qualifications[0], in: ['2'] }] })
    expect(await changesOf()).toEqual([['Drink (drink): 2'], null])
  })

  test('a stale change is refused with the stored quotas; their version is separate from the form’s (api:T4)', async () => {
    const stmid = await newSource()
    const won = await replace(stmid, { qualifications: [AGE], version: 1 })
    const lost = await replace(stmid, { qualifications: [], version: 1 })
    expect([won.body.version, lost.status, lost.body.reason, lost.body.current]).toEqual([
      2,
      409,
      'stale_version',
      won.body,
    ])
    expect((await replace(stmid, { qualifications: [AGE], version: 1 })).body).toEqual(won.body)
    expect((await on.advanced('GET', `/v1/survey-streams/${stmid}`)).body.version).toBe(1)
  })

  test('duplicates, unknown precodes and invalid conditions are refused by their paths, and change nothing (§5.28, api:T2, api:T4)', async () => {
    const stmid = await newSource()
    const refused = await replace(stmid, {
      qualifications: [AGE, AGE],
      quota_groups: [{ ...WOMEN, quotas: [{ ...YOUNG, quota_no: 77 }] }],
    })
    expect([refused.status, ...faultsOf(refused)]).toEqual([
      422,
      'qualifications_1_param: Qualification age is there twice',
    ])
    expect(
      faultsOf(await replace(stmid, { quota_groups: [{ ...WOMEN, quotas: [{ ...YOUNG, quota_no: 77 }] }] })),
    ).toEqual(['quota_groups_0_quotas_0_quota_no: There is no quota 77 in this source'])
    expect(
      faultsOf(await replace(stmid, { qualifications: [{ name: 'Age', param: 'age', min: 40, max: 30 }] })),
    ).toEqual(['qualifications_0_max: The range is empty: its end is below its beginning'])
    const flat = await on.advanced('POST', V1, { stmid, qualifications: [], quotas: [YOUNG, YOUNG] })
    expect([flat.status, ...faultsOf(flat)]).toEqual([422, 'quotas_1_conditions: Quota Young has the same conditions'])
    expect((await on.advanced('GET', `${V2}?stmid=${stmid}`)).body).toMatchObject({
      version: 1,
      qualifications: [],
      quota_groups: [],
    })
  })
})

describe('quotas that no respondent can meet', () => {
  test('are stored with their problems and block the launch until they or the target are fixed (§4.1, api:T3, api:T4, api:T9)', async () => {
    const stmid = await newSource({ status: 3, target: 4 })
    const launch = (respondents: number) =>
      on.advanced('PUT', '/v1/survey-streams', {
        stmid,
        stream_name: 'Main',
        respondents,
        supplier_cpi: 2.5,
        stream_status_cd: 1,
      })
    const { body } = await replace(stmid, {
      qualifications: [AGE, { name: 'Shoes', param: 'shoe_size', min: 1, max: 60 }],
      quota_groups: [
        {
          ...WOMEN,
          quotas: [YOUNG, OLD, { name: 'Children', conditions: [{ param: 'age', min: null, max: 17 }], target: 0 }],
        },
      ],
    })
    const said = body.problems.map(({ path, message }: Body) => `${path.join('_')}: ${message}`)
    expect(said).toEqual([
      'qualifications_1_param: No qualification has the precode shoe_size',
      'quota_groups_0_quotas_2_conditions_0: No respondent can meet this: the source takes Age 18 to 64 alone',
      'quota_groups: The quotas add up to 5, more than the Target (N) of 4',
    ])
    const blocked = await launch(4)
    expect([blocked.status, blocked.body.reason, blocked.body.message]).toEqual([
      409,
      'quotas_unmeetable',
      'Its qualifications or quotas cannot be met.',
    ])
    expect(blocked.body.current.allowed).toContainEqual({ to: 1, allowed: false, reason: 'quotas_unmeetable' })
    await replace(stmid, {
      qualifications: [AGE],
      quota_groups: [
        {
          ...WOMEN,
          quotas: body.quota_groups[0].quotas
            .slice(0, 2)
            .map(({ quota_no, name, conditions, target }: Body) => ({ quota_no, name, conditions, target })),
        },
      ],
    })
    // the target alone is too small now
    expect((await launch(4)).body.reason).toBe('quotas_unmeetable')
    expect((await launch(5)).body.stream_status_cd).toBe(1)
  })

  test('are judged by the present qualifications: removing an option or a precode later blocks the launch, and restoring it unblocks (§4.1, api:T3, api:T10)', async () => {
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{ english: number }>`select language_id as english from language where iso = 'en'`.execute(tx),
    )
    const made = await on.advanced('POST', '/v2/qualifications', {
      qualifications_name: 'Tea drinker',
      qualification_type_cd: 1,
      qualification_category_cd: 9,
      qualification_class_cd: 2,
      qualification_access_cd: 1,
      precode: 'tea',
      qualification_univeral_name: 'TEA',
      qualification_texts: [
        { qualification_texts_name: 'Do you drink tea?', languages_id: rows[0]?.english, country_id: 840 },
      ],
    })
    const textId = made.body.qualification_texts[0].qualification_texts_id
    const option = (precode: string) => ({
      precode,
      sort_order_nbr: Number(precode),
      qualification_options_name: precode,
      qualification_options_english_name: precode,
    })
    const giveOptions = (...precodes: string[]) =>
      on.advanced('PUT', `/v2/qualification-texts/${textId}/qualification-options`, {
        qualification_options: precodes.map(option),
      })
    await giveOptions('1', '2', '3')
    const stmid = await newSource({ status: 3, target: 10 })
    const tea = (...codes: string[]) => ({ param: 'tea', in: codes })
    await replace(stmid, {
      qualifications: [{ name: 'Tea', ...tea('2', '3') }],
      quota_groups: [{ name: 'Green', quotas: [{ name: 'Third', conditions: [tea('3')], target: 5 }] }],
    })
    const now = async () => {
      const said = (await on.advanced('GET', `${V2}?stmid=${stmid}`)).body.problems.map(
        ({ path, message }: Body) => `${path.join('_')}: ${message}`,
      )
      const { allowed } = (await on.advanced('GET', `/v1/survey-streams/${stmid}`)).body
      return [said, allowed.find(({ to }: Body) => to === 1).reason ?? null]
    }
    expect(await now()).toEqual([[], null])
    await giveOptions('1', '2')
    expect(await now()).toEqual([
      ['quota_groups_0_quotas_0_conditions_0_in: tea has no option with the precode 3'],
      'quotas_unmeetable',
    ])
    const { body: options } = await on.advanced('GET', `/v1/statuses/source/${stmid}`)
    expect(
      (
        await on.advanced('PATCH', '/v1/survey-streams', {
          scope: 'source',
          id: stmid,
          statusid: 1,
          version: options.status.version,
        })
      ).body.reason,
    ).toBe('quotas_unmeetable')
    await giveOptions('1', '2', '3')
    await on.advanced('PATCH', `/v2/qualifications/${made.body.qualifications_ud}`, { precode: 'matcha' })
    expect(await now()).toEqual([['qualifications_0_param: No qualification has the precode tea'], 'quotas_unmeetable'])
    await on.advanced('PATCH', `/v2/qualifications/${made.body.qualifications_ud}`, { precode: 'tea' })
    expect(
      (
        await on.advanced('PATCH', '/v1/survey-streams', {
          scope: 'source',
          id: stmid,
          statusid: 1,
          version: options.status.version,
        })
      ).body.status.statusid,
    ).toBe(1)
  })

  test('500 of them are stored and read within two seconds each (api:T3, api:T4)', async () => {
    const stmid = await newSource({ target: 10_000 })
    const codes = Array.from({ length: 5_000 }, (_, code) => String(10_000 + code))
    const quotas = Array.from({ length: 500 }, (_, at) => ({
      name: `Area ${at}`,
      conditions: [{ param: 'zip', in: codes.slice(at * 10, at * 10 + 10) }],
      target: 20,
    }))
    const begun = performance.now()
    const stored = await replace(stmid, {
      qualifications: [{ name: 'ZIP', param: 'zip', in: codes }],
      quota_groups: [{ name: 'Areas', quotas }],
    })
    const storedMs = performance.now() - begun
    const read = await on.advanced('GET', `${V2}?stmid=${stmid}`)
    expect([stored.status, stored.body.problems, read.body]).toEqual([200, [], stored.body])
    expect([storedMs < 2_000, performance.now() - begun - storedMs < 2_000]).toEqual([true, true])
  })
})

describe('the door', () => {
  const entryOf = async (stmid: number, rid: string, answers: string) =>
    (
      await fetch(`${platform().url}/entry/${stmid}?sup=${on.study.supplierId}&rid=${rid}&${answers}`, {
        redirect: 'manual',
      })
    ).headers.get('location')
  const isIn = async (stmid: number, rid: string, answers: string) =>
    (await entryOf(stmid, rid, answers))?.startsWith('https://survey.example') ?? false
  const quotasOf = async (stmid: number) => (await on.advanced('GET', `${V1}?stmid=${stmid}`)).body.quotas

  test('a changed quota keeps its counts, and its new target applies to the very next respondent (§3.13, api:T4)', async () => {
    const stmid = await newSource()
    await replace(stmid, { quota_groups: [WOMEN] })
    expect([
      await isIn(stmid, 'r1', 'age=20&gender=2'),
      await isIn(stmid, 'r2', 'age=21&gender=2'),
      await isIn(stmid, 'r3', 'age=22&gender=2'),
    ]).toEqual([true, true, false])
    const [young, old] = await quotasOf(stmid)
    expect([young.inflight, young.remaining, old.inflight]).toEqual([2, 2, 0])
    // one more place, and "old" begins at 30: the respondents in progress stay where they are
    const grown = [
      { quota_no: young.quota_no, name: 'Younger', conditions: [{ param: 'age', min: 18, max: 29 }], target: 3 },
      { quota_no: old.quota_no, ...OLD, conditions: [{ param: 'age', min: 30, max: 64 }] },
    ]
    const stored = await replace(stmid, { quota_groups: [{ ...WOMEN, target: 6, quotas: grown }] })
    expect(
      stored.body.quota_groups[0].quotas.map(({ quota_no, name, inflight }: Body) => [quota_no, name, inflight]),
    ).toEqual([
      [1, 'Younger', 2],
      [2, 'Old', 0],
    ])
    expect([
      await isIn(stmid, 'r4', 'age=20&gender=2'),
      await isIn(stmid, 'r5', 'age=20&gender=2'),
      await isIn(stmid, 'r6', 'age=30&gender=2'),
      await isIn(stmid, 'r7', 'age=30&gender=1'),
    ]).toEqual([true, false, true, false])
    expect((await quotasOf(stmid)).map(({ inflight }: Body) => inflight)).toEqual([3, 1])
  })

  test('a removed quota’s number is never reused, and its respondents can finish (§3.17, api:T4)', async () => {
    const stmid = await newSource()
    await replace(stmid, { quota_groups: [{ ...WOMEN, quotas: [YOUNG] }] })
    const rdud = /id=(.*)$/.exec((await entryOf(stmid, 'r1', 'age=20&gender=2')) ?? '')?.[1] ?? ''
    const replaced = await replace(stmid, { quota_groups: [{ ...WOMEN, quotas: [OLD] }] })
    expect(replaced.body.quota_groups[0].quotas.map(({ quota_no, inflight }: Body) => [quota_no, inflight])).toEqual([
      [2, 0],
    ])
    await fetch(`${platform().url}/return?inbound_code=1000&rdud=${rdud}`, { redirect: 'manual' })
    const row = (await on.advanced('GET', `/v1/survey-stream-metrics/${on.study.surveyId}`)).body.find(
      (source: Body) => source.stmid === stmid,
    )
    expect([row.completes, row.inflight, (await quotasOf(stmid))[0].completes]).toEqual([1, 0, 0])
    expect(await verifyLedger(platform().database)).toEqual([])
  })

  test('new qualifications apply within about a second (§3.12, api:T4)', async () => {
    const stmid = await newSource()
    expect(await isIn(stmid, 'before', 'age=12')).toBe(true)
    await replace(stmid, { qualifications: [AGE] })
    await vi.waitFor(async () => expect(await isIn(stmid, crypto.randomUUID(), 'age=12')).toBe(false), {
      timeout: 10_000,
      interval: 200,
    })
    expect(await isIn(stmid, 'grown-up', 'age=18')).toBe(true)
  })

  test('of twelve entrants and a change of the quotas that come together none is counted twice or lost', async () => {
    const stmid = await newSource()
    const { body } = await replace(stmid, {
      quota_groups: [{ ...WOMEN, target: null, quotas: [{ ...YOUNG, target: 50 }] }],
    })
    const [{ quotas }] = body.quota_groups
    const kept = (target: number) =>
      replace(stmid, {
        quota_groups: [{ ...WOMEN, target: null, quotas: [{ quota_no: quotas[0].quota_no, ...YOUNG, target }] }],
      })
    const [ins] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, (_, no) => isIn(stmid, `at-once-${no}`, 'age=20&gender=2'))),
      kept(40),
      kept(45),
      kept(60),
    ])
    expect([ins.filter(Boolean).length, (await quotasOf(stmid))[0].inflight]).toEqual([12, 12])
    expect(await verifyLedger(platform().database)).toEqual([])
  })
})
