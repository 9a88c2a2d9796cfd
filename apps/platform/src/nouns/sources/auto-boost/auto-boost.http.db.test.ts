import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'
import { sweepBoosts } from './raise-prices.ts'

const FORM = {
  stream_name: 'Open panel',
  respondents: 250,
  stream_status_cd: 3,
  pacing: 1,
  supplier_cpi: 1.15,
} as const
const HOUR_MS = 3_600_000

const platform = usePlatform()
let on: Stage
let booster: Ask
/** With Auto-Boost, and without the supply side. */
let blindBooster: Ask
beforeAll(async () => {
  on = await stage(platform())
  booster = await signedIn(true)
  blindBooster = await signedIn(false)
})

async function signedIn(advancedView: boolean): Promise<Ask> {
  const { userId, username } = await on.make.user({ accountId: on.study.accountId, roleId: 2, advancedView })
  await platform().database.asSystem(tx =>
    sql`update app_user set auto_boost_access = true where user_id = ${userId}`.execute(tx),
  )
  const token = await platform().signIn(username, 'Desk-test-1')
  return (method, path, body) => platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
}

async function made(more: object = {}): Promise<number> {
  const { accountId } = on.study
  const surveyId = await on.make.survey({ accountId, projectId: await on.make.project({ accountId }) })
  const { body } = await on.advanced('POST', '/v1/survey-streams', {
    pm_sy_ud: surveyId,
    type: 'diy',
    ...FORM,
    ...more,
  })
  return body.stmid
}
const boostOf = ({ body: { auto_boost, boost_step, boost_cap, boost_minutes } }: Answer) => ({
  auto_boost,
  boost_step,
  boost_cap,
  boost_minutes,
})
const faultsOf = ({ status, body: { details = [] } }: Answer): unknown => [
  status,
  ...details.map(({ path, message }: Answer['body']) => `${path.join('_')}: ${message}`),
]
const BOOST = { boost_step: 0.25, boost_cap: 4.35, boost_minutes: 90 }

test('alias and boost are for users with the flag, stored, in their history, and no one else sees how it is raised (§6.8, api:T20)', async () => {
  const id = await made()
  const path = `/v1/survey-stream/${id}/alias`
  const wanted = { alias: ' Prime ', auto_boost: true, ...BOOST }
  const refused = await Promise.all([on.advanced, on.otherAccount, on.defender].map(ask => ask('POST', path, wanted)))
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  const boosted = await booster('POST', path, wanted)
  expect([boosted.status, boosted.body.alias, boostOf(boosted)]).toEqual([200, 'Prime', { auto_boost: true, ...BOOST }])
  const read = (ask: Ask) => ask('GET', `/v1/survey-streams/${id}`)
  expect([boostOf(await read(booster)), boostOf(await read(on.advanced)), boostOf(await read(blindBooster))]).toEqual([
    { auto_boost: true, ...BOOST },
    { auto_boost: true },
    { auto_boost: true },
  ])
  const changes = async (ask: Ask) => (await ask('GET', `/v1/history/source/${id}`)).body[0].changes
  const seenByAll = [
    { field: 'alias', from: null, to: 'Prime' },
    { field: 'auto_boost', from: null, to: true },
  ]
  expect([await changes(booster), await changes(on.advanced), await changes(blindBooster)]).toEqual([
    [
      ...seenByAll,
      { field: 'boost_step', from: null, to: 0.25 },
      { field: 'boost_cap', from: null, to: 4.35 },
      { field: 'boost_minutes', from: null, to: 90 },
    ],
    seenByAll,
    seenByAll,
  ])
})

test('who may boost and not see prices sets the alias, and no price (§6.8, domain.md §4)', async () => {
  const path = `/v1/survey-stream/${await made()}/alias`
  expect([
    (await blindBooster('POST', path, { alias: 'Prime', auto_boost: false })).status,
    (await blindBooster('POST', path, { alias: 'Prime', auto_boost: true, boost_cap: 9 })).status,
    faultsOf(await blindBooster('POST', path, { alias: 'Prime', auto_boost: true })),
  ]).toEqual([200, 403, [422, 'boost_step: Step is required', 'boost_cap: Highest price is required']])
})

test('a boost that makes no sense is refused under its field, and nothing is stored', async () => {
  const id = await made()
  const path = `/v1/survey-stream/${id}/alias`
  const send = async (boost: object) =>
    faultsOf(await booster('POST', path, { alias: null, auto_boost: true, ...BOOST, ...boost }))
  const MINUTES = 'boost_minutes: Minutes between steps must be a whole number from 15 to 10,080'
  expect([
    await send({ boost_cap: 1.14 }),
    await send({ boost_step: 0 }),
    await send({ boost_step: -1 }),
    await send({ boost_step: 0.001 }),
    await send({ boost_step: 1e300 }),
    await send({ boost_step: '1' }),
    await send({ boost_cap: 200.01 }),
    await send({ boost_cap: null }),
    await send({ boost_minutes: 14 }),
    await send({ boost_minutes: 15.5 }),
    await send({ boost_minutes: 10_081 }),
    (await booster('GET', `/v1/survey-streams/${id}`)).body.version,
  ]).toEqual([
    [422, 'boost_cap: Highest price must not be below the supply price'],
    [422, 'boost_step: Step must be at least $0.01'],
    [422, 'boost_step: Step must be at least $0.01'],
    [422, 'boost_step: Step must be at least $0.01'],
    [422, 'boost_step: Step must be at most $200.00'],
    [422, 'boost_step: Step must be a valid number'],
    [422, 'boost_cap: Highest price must be at most $200.00'],
    [422, 'boost_cap: Highest price must be a valid number'],
    [422, MINUTES],
    [422, MINUTES],
    [422, MINUTES],
    1,
  ])
})

test('a Lucid source has no price to raise; a new source takes its boost along (api:T8)', async () => {
  const { supplier_cpi: _, ...unpriced } = FORM
  const lucid = await made({ type: 'lucid', ...unpriced })
  const { accountId } = on.study
  const surveyId = await on.make.survey({ accountId, projectId: await on.make.project({ accountId }) })
  const create = (more: object) =>
    booster('POST', '/v1/survey-streams', { pm_sy_ud: surveyId, type: 'diy', ...FORM, ...more })
  expect([
    faultsOf(await booster('POST', `/v1/survey-stream/${lucid}/alias`, { alias: null, auto_boost: true, ...BOOST })),
    boostOf(await create({ auto_boost: true, boost_step: 0.5, boost_cap: 3 })),
    faultsOf(await create({ auto_boost: true, ...BOOST, boost_cap: 1 })),
    faultsOf(
      await create({
        auto_boost: true,
        ...BOOST,
        suppliers: [{ pm_sup_ud: on.study.supplierId, allocation_percent: 100, supplier_cpi: 1 }],
      }),
    ),
    (await on.advanced('POST', '/v1/survey-streams', { pm_sy_ud: surveyId, type: 'diy', ...FORM, ...BOOST })).status,
  ]).toEqual([
    [422, 'auto_boost: The exchange sets the supply price of a Lucid source'],
    { auto_boost: true, boost_step: 0.5, boost_cap: 3, boost_minutes: 60 },
    [422, 'boost_cap: Highest price must not be below the supply price'],
    [422, 'auto_boost: Every supplier of this source has its own price'],
    403,
  ])
})

test('switched off and on again it keeps its numbers, and its pace is watched from then on; an open form is stale after a step', async () => {
  const id = await made({ stream_status_cd: 3, respondents: 100 })
  const path = `/v1/survey-stream/${id}/alias`
  await booster('POST', path, { alias: null, auto_boost: true, ...BOOST })
  const off = await booster('POST', path, { alias: null, auto_boost: false })
  const back = await booster('POST', path, { alias: null, auto_boost: true })
  expect([boostOf(off), boostOf(back)]).toEqual([
    { auto_boost: false, ...BOOST },
    { auto_boost: true, ...BOOST },
  ])
  const now = Date.now()
  await platform().database.asSystem(tx =>
    sql`update source set status = 1, live_since = now() - interval '9 hours', out_of_field_at = ${new Date(now + 20 * HOUR_MS)} where source_id = ${id}`.execute(
      tx,
    ),
  )
  const sweep = (afterMs: number) => sweepBoosts({ database: platform().database, nowMs: () => now + afterMs })
  await sweep(89 * 60_000)
  const before = (await booster('GET', `/v1/survey-streams/${id}`)).body
  await sweep(2 * HOUR_MS)
  const after = (await booster('GET', `/v1/survey-streams/${id}`)).body
  const form = await booster('PUT', '/v1/survey-streams', {
    ...FORM,
    stmid: id,
    version: before.version,
    stream_status_cd: 1,
    supplier_cpi: 1.2,
  })
  expect([
    before.supplier_cpi,
    after.supplier_cpi,
    form.status,
    form.body.reason,
    form.body.current.supplier_cpi,
  ]).toEqual([1.15, 1.4, 409, 'stale_version', 1.4])
  const [step] = (await booster('GET', `/v1/history/source/${id}`)).body
  expect(step).toMatchObject({
    by: null,
    reason: 'auto_boost',
    changes: [{ field: 'supplier_cpi', from: 1.15, to: 1.4 }],
  })
})
