import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
const HOUR_MS = 3_600_000
const HOUR_NOW_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const DAY_HOURS = 24
const in5Days = new Date(HOUR_NOW_MS + 5 * DAY_HOURS * HOUR_MS)
let on: Stage

const rows = (text: string, values: readonly unknown[]) =>
  platform().database.asSystem(async tx => (await tx.client.query(text, [...values])).rows)

interface Past {
  readonly target?: number
  /** Completes of each hour, the last of them an hour ago. */
  readonly completes?: readonly number[]
  readonly outOfFieldAt?: Date | null
  readonly endedHoursAgo?: number
  readonly supplierId?: number
}

/** A source of the study with completes by the hour. */
async function sourceWith(past: Past = {}): Promise<number> {
  const { accountId, projectId, surveyId, supplierId } = on.study
  const { target = 100, completes = [], outOfFieldAt = in5Days, endedHoursAgo } = past
  const supplierIds = [past.supplierId ?? supplierId]
  const id = await on.make.source({ accountId, projectId, surveyId, target, outOfFieldAt, supplierIds })
  const all = completes.reduce((sum, count) => sum + count, 0)
  await on.make.rollup(accountId, 'source', id, { entrants: 5 * all, completes: all })
  const firstMs = HOUR_NOW_MS - ((endedHoursAgo ?? 0) + completes.length) * HOUR_MS
  await rows(
    `insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live)
     select $1, 3, $2, to_timestamp($3::float8 / 1000) + (u.ord - 1) * interval '1 hour', u.n * 5, u.n from unnest($4::int[]) with ordinality u (n, ord)`,
    [accountId, id, firstMs, completes],
  )
  await rows(
    `insert into status_event (account_id, scope, scope_id, from_status, to_status, version, at)
     values ($1, 'source', $2, 3, 1, 1, to_timestamp($3::float8 / 1000))`,
    [accountId, id, firstMs],
  )
  return id
}
const flat = (hours: number, each: number) => Array.from({ length: hours }, () => each)
/** A finished source, whose price rose from 2 to 3 where its pace doubled. */
async function repriced(more: Past = {}) {
  const id = await sourceWith({ target: 156, completes: [...flat(52, 1), ...flat(52, 2)], endedHoursAgo: 60, ...more })
  await priced(id, (more.endedHoursAgo ?? 60) + 52 - 0.5)
  return id
}
const priced = (id: number, hoursAgo: number) =>
  rows(
    `insert into object_edit (account_id, scope, object_id, act, changes, at)
     values ($1, 'source', $2, 'edited', '[{"field": "supplier_cpi", "from": 2, "to": 3}]', to_timestamp($3::float8 / 1000))`,
    [on.study.accountId, id, HOUR_NOW_MS - hoursAgo * HOUR_MS],
  )

/** The outlook of an account is cached: each test has an account of its own. */
const restage = async () => {
  on = await stage(platform())
}
const ask = (id: number, query: string, as: keyof Pick<Stage, 'plain' | 'advanced'> = 'advanced') =>
  on[as]('GET', `/v1/forecasts/source/${id}/what-if?${query}`)
const hoursUntil = (at: string) => (Date.parse(at) - HOUR_NOW_MS) / HOUR_MS

describe('a what-if', () => {
  beforeAll(restage)

  test('a dearer source is sooner full, by the price steps of like sources, and stores nothing (forecast.md §3)', async () => {
    // each at other hours of the week
    for (let no = 0; no < 4; no++) await repriced({ endedHoursAgo: 60 + 29 * no })
    const id = await sourceWith({ completes: flat(50, 1), target: 150 })
    const { status, body } = await ask(id, 'price=3.75')
    expect(status).toBe(200)
    expect(body.price).toMatchObject({ count: 4, of: 'like', is_enough: true })
    expect(body.now).toMatchObject({ state: 'forecast', cost_to_finish: 250, margin_to_finish: 600 })
    expect(body.changed).toMatchObject({ state: 'forecast', cost_to_finish: 375, margin_to_finish: 475 })
    expect(hoursUntil(body.changed.p50_at)).toBeLessThan(hoursUntil(body.now.p50_at) / 1.2)
    expect(body.changed.p_full).toBeGreaterThan(body.now.p_full)
    expect(Date.parse(body.price.from_at)).toBeLessThan(Date.parse(body.price.to_at))
    expect(await rows('select from forecast where account_id = $1', [on.study.accountId])).toEqual([])
  })
})

describe('with the steps of two like sources', () => {
  beforeAll(restage)

  test('it cannot tell, and says the money all the same (forecast.md §3)', async () => {
    await repriced()
    const other = await repriced()
    // its price changes every hour: no side of a step is long enough
    const hourly = await sourceWith({ completes: flat(60, 2), endedHoursAgo: 5, target: 300 })
    for (let hour = 5; hour < 60; hour++) await priced(hourly, hour + 0.5)
    const { body } = await ask(await sourceWith({ completes: flat(20, 1) }), 'price=3.75')
    expect(body.price).toEqual({ count: 2, of: 'like', is_enough: false, from_at: null, to_at: null })
    expect(body.changed).toMatchObject({ state: 'cannot_tell', p50_at: null, p_full: null, cost_to_finish: 300 })
    expect((await ask(other, 'price=3')).body.changed).toMatchObject({ state: 'full', cost_to_finish: 0 })
  })

  test.each([
    ['no completes', [], 'too_few'],
    ['one complete', [1], 'too_few'],
  ] as const)(
    'a source with %s and two like ones has no forecast yet (forecast.md §1)',
    async (_, completes, state) => {
      const { body } = await ask(await sourceWith({ completes }), 'target=50')
      expect([body.now.state, body.changed.state]).toEqual([state, state])
    },
  )
})

describe('other inputs', () => {
  beforeAll(restage)

  test('a target below the completes is full, and one above costs more (forecast.md §3)', async () => {
    const id = await sourceWith({ completes: flat(40, 1) })
    expect((await ask(id, 'target=30')).body.changed).toMatchObject({ state: 'full', target: 30, cost_to_finish: 0 })
    expect((await ask(id, 'target=140')).body.changed).toMatchObject({ target: 140, cost_to_finish: 250 })
  })

  test('an end after that of the survey is the survey’s, and one that has passed has no chance (forecast.md §3)', async () => {
    const id = await sourceWith({ completes: flat(40, 1) })
    await rows('update survey set out_of_field_at = $2 where survey_id = $1', [on.study.surveyId, in5Days])
    expect((await ask(id, 'ends_at=2099-01-01T00:00:00Z')).body.changed.ends_at).toBe(in5Days.toISOString())
    expect((await ask(id, 'ends_at=none')).body.changed.ends_at).toBe(in5Days.toISOString())
    expect((await ask(id, 'ends_at=2020-01-01T00:00:00Z')).body.changed.p_full).toBe(0)
  })

  test('a survey is asked for its target and end, over the sum of its live sources (forecast.md §3)', async () => {
    await restage()
    await sourceWith({ completes: flat(40, 1), target: 200 })
    await on.make.rollup(on.study.accountId, 'survey', on.study.surveyId, { entrants: 200, completes: 40 })
    await rows('update project set out_of_field_at = $2 where project_id = $1', [on.study.projectId, in5Days])
    const path = `/v1/forecasts/survey/${on.study.surveyId}/what-if`
    const { body } = await on.advanced('GET', `${path}?target=80`)
    expect(body).toMatchObject({ completes: 40, now: { state: 'forecast', target: 200 }, changed: { target: 80 } })
    expect(hoursUntil(body.changed.p50_at)).toBeLessThan(hoursUntil(body.now.p50_at) / 2)
    expect(body.changed.p_full).toBeGreaterThan(body.now.p_full)
    const { body: later } = await on.advanced('GET', `${path}?ends_at=2099-01-01T00:00:00Z`)
    expect(later.changed.ends_at).toBe(in5Days.toISOString())
    expect((await on.advanced('GET', `${path}?price=2`)).status).toBe(422)
  })

  test('a source that has been paused for a week is forecast as if it went live now (forecast.md §1)', async () => {
    const id = await sourceWith({ completes: flat(40, 1), endedHoursAgo: 168 })
    await rows('update source set status = 2 where source_id = $1', [id])
    await rows(
      `insert into status_event (account_id, scope, scope_id, from_status, to_status, version, at)
       values ($1, 'source', $2, 1, 2, 2, to_timestamp($3::float8 / 1000))`,
      [on.study.accountId, id, HOUR_NOW_MS - 168 * HOUR_MS],
    )
    const { body } = await ask(id, 'target=50')
    expect(body).toMatchObject({ is_paused: true, changed: { state: 'forecast' } })
    expect(hoursUntil(body.changed.p50_at)).toBeLessThan(30)
  })

  test('a supplier without like sources cannot tell (forecast.md §3)', async () => {
    const other = await on.make.supplier({ accountId: on.study.accountId, name: 'Kestrel' })
    const { body } = await ask(await sourceWith({ completes: flat(40, 1) }), `supplier=${other}`)
    expect(body.supplier).toEqual({ count: 0, of: 'like', is_enough: false })
    expect(body.changed.state).toBe('cannot_tell')
  })

  test.each(['price=0', 'price=1e2', 'target=-4', 'ends_at=soon', 'pacing=9', 'supplier=x'])(
    'a query of %s is refused at its field',
    async query => {
      const { status, body } = await ask(await sourceWith(), query)
      expect([status, body.details[0].path]).toEqual([422, [query.split('=')[0]]])
    },
  )
})

describe('the acts that would help', () => {
  beforeAll(restage)
  const acts = (id: number, as: 'plain' | 'advanced' = 'advanced') => on[as]('GET', `/v1/forecasts/source/${id}/acts`)

  test('are the least price that is enough, then a later end, with their effect (day.md §2)', async () => {
    for (let no = 0; no < 4; no++) await repriced({ endedHoursAgo: 60 + 29 * no })
    const outOfFieldAt = new Date(HOUR_NOW_MS + 36 * HOUR_MS)
    const id = await sourceWith({ completes: flat(50, 1), target: 100, outOfFieldAt })
    const { status, body } = await acts(id)
    expect(status).toBe(200)
    const [price, end] = body.acts
    expect(body.now.p_full).toBeLessThan(0.8)
    expect(price).toMatchObject({ kind: 'price', is_enough: true, like: { count: 4, of: 'like' } })
    expect(price.price).toBeGreaterThan(2.5)
    expect(price.extra_cost).toBeCloseTo(50 * (price.price - 2.5), 2)
    expect(price.outcome.p_full).toBeGreaterThanOrEqual(0.8)
    expect(end).toMatchObject({ kind: 'ends_at', extra_cost: 0, price: null })
    // no price for those who do not see one
    expect((await acts(id, 'plain')).body.acts.map(({ kind }: { kind: string }) => kind)).toEqual(['ends_at'])
  })

  test('are none for a source that the model knows too little of, and never after the survey’s end (day.md §2)', async () => {
    const outOfFieldAt = new Date(HOUR_NOW_MS + 45 * HOUR_MS)
    await rows('update survey set out_of_field_at = $2 where survey_id = $1', [on.study.surveyId, outOfFieldAt])
    const { body } = await acts(await sourceWith({ completes: flat(50, 1), target: 400, outOfFieldAt }))
    expect(body.acts.map(({ kind }: { kind: string }) => kind)).not.toContain('ends_at')
    await restage()
    expect((await acts(await sourceWith({ completes: [1], outOfFieldAt }))).body.acts).toEqual([])
  })
})

describe('without the view of money', () => {
  beforeAll(restage)

  test('there is no cost, and a price or supplier is not answered, as it would give the present one away (§6.4)', async () => {
    const id = await sourceWith({ completes: flat(40, 1) })
    const { body } = await ask(id, 'target=150', 'plain')
    expect(body.changed.state).toBe('forecast')
    expect(JSON.stringify(body)).not.toMatch(/cost|margin/)
    expect((await ask(id, 'price=2.50', 'plain')).status).toBe(403)
    expect((await ask(id, `supplier=${on.study.supplierId}`, 'plain')).status).toBe(403)
  })

  test('a user of another account gets 404', async () => {
    const id = await sourceWith({ completes: flat(40, 1) })
    expect((await on.otherAccount('GET', `/v1/forecasts/source/${id}/what-if?target=150`)).status).toBe(404)
  })
})

describe('feasibility', () => {
  beforeAll(restage)
  const feasible = (query: string, as: 'plain' | 'advanced' = 'advanced') =>
    on[as]('GET', `/v1/forecasts/feasibility?${query}`)
  const query = `loi=9&ir=55&target=100&ends_at=${in5Days.toISOString()}`

  test('says completes by when from finished sources of the same country, IR and LOI (forecast.md §3)', async () => {
    for (let no = 0; no < 4; no++) await repriced()
    const { status, body } = await feasible(`country_id=840&${query}&price=2.50&sell_price=8.50`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      like_count: 4,
      like_of: 'any_supplier',
      ir_band: { from: 50, to: 70 },
      loi_band: { from: 6, to: 11 },
      price: { count: 4, is_enough: true },
    })
    expect(body.outcome).toMatchObject({ state: 'forecast', cost_to_finish: 250, margin_to_finish: 600 })
    const { p10, p50, p90 } = body.outcome.completes_at_end
    expect(p10).toBeLessThanOrEqual(p50)
    expect(p50).toBeLessThanOrEqual(p90)
    const dearer = await feasible(`country_id=840&${query}&price=5`)
    expect(Date.parse(dearer.body.outcome.p50_at)).toBeLessThan(Date.parse(body.outcome.p50_at))
  })

  test('cannot tell from sources of another country, IR or LOI band (forecast.md §3)', async () => {
    for (const other of [`country_id=276&${query}`, `country_id=840&${query.replace('ir=55', 'ir=5')}`]) {
      const { body } = await feasible(other)
      expect(body).toMatchObject({ like_count: 0, outcome: { state: 'cannot_tell', p50_at: null } })
    }
  })

  test('without the view of money it has none, and no supplier (§6.4)', async () => {
    const { body } = await feasible(`country_id=840&${query}&price=2.50&supplier=${on.study.supplierId}`, 'plain')
    expect(body).toMatchObject({ like_of: 'any_supplier', price: null })
    expect(JSON.stringify(body)).not.toMatch(/cost|margin/)
  })
})
