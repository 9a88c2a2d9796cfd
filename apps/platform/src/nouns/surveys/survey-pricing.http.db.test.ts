import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

describe('buyer pricing (api:S9)', () => {
  const card = (
    accountId: number,
    name: string,
    {
      unit = null,
      country = null,
      version = 1,
      from = '2026-01-01T00:00:00Z',
      cents = 100,
    }: { unit?: number | null; country?: number | null; version?: number; from?: string; cents?: number },
  ) =>
    platform().database.asSystem(tx =>
      sql`insert into rate_card (account_id, name, business_unit_id, country_id, currency, version, effective_from, loi_minutes, ir_percents, prices_minor)
          values (${accountId}, ${name}, ${unit}, ${country}, 'USD', ${version}, ${from}, '{10,20}', '{50,25.5}', ${JSON.stringify(
            [
              [cents, cents * 2],
              [cents * 3, null],
            ],
          )}::jsonb)`.execute(tx),
    )
  let accountId: number
  let ask: Stage['plain']
  const price = async (query: string) => {
    const { body } = await ask('GET', `/v1/buyer-pricing?${query}`)
    return [body.rate_card_name, body.price, body.reason]
  }
  beforeAll(async () => {
    accountId = await on.make.account({})
    ask = await askAs(platform(), on.make, { accountId, roleId: 2 })
  })

  test('without a card, or outside its grid, a quote is needed; inside, the price is the cell’s (api:S9)', async () => {
    expect(await price('est_loi=10&qualifying_rate=50')).toEqual([null, null, 'no_rate_card'])
    await card(accountId, 'All', {})
    const { body } = await ask('GET', '/v1/buyer-pricing?est_loi=8&qualifying_rate=26')
    expect(body).toEqual({
      rate_card_ud: body.rate_card_ud,
      rate_card_name: 'All',
      version: 1,
      effective_from: '2026-01-01T00:00:00.000Z',
      currency: 'USD',
      price: 2,
      reason: null,
      loi_minutes: 10,
      ir_percent: 25.5,
      is_predicted: true,
    })
    expect([
      await price('est_loi=21&qualifying_rate=50'),
      await price('est_loi=5&qualifying_rate=25'),
      await price('est_loi=20&qualifying_rate=30'),
    ]).toEqual([
      ['All', null, 'loi_outside'],
      ['All', null, 'ir_outside'],
      ['All', null, 'no_price'],
    ])
    expect([
      (await on.otherAccount('GET', '/v1/buyer-pricing?est_loi=8&qualifying_rate=26')).body.reason,
      (await on.defender('GET', '/v1/buyer-pricing?est_loi=8&qualifying_rate=26')).status,
    ]).toEqual(['no_rate_card', 403])
  })

  test('the most specific card counts: of the business unit, then of the country, then the newest in force (api:S9)', async () => {
    const unit = await on.make.businessUnit({ accountId, name: 'North' })
    await card(accountId, 'All, second', { version: 2, from: '2026-06-01T00:00:00Z' })
    await card(accountId, 'All, to come', { version: 3, from: '2199-01-01T00:00:00Z' })
    await card(accountId, 'Germany', { country: 276 })
    await card(accountId, 'North', { unit })
    const projectId = await on.make.project({ accountId, businessUnitId: unit })
    const base = 'est_loi=10&qualifying_rate=50'
    expect([
      (await price(base))[0],
      (await price(`${base}&pm_cy_cs_id=276`))[0],
      (await price(`${base}&pm_cy_cs_id=276&pm_proj_ud=${projectId}`))[0],
    ]).toEqual(['All, second', 'Germany', 'North'])
    expect((await on.otherAccount('GET', `/v1/buyer-pricing?${base}&pm_proj_ud=${projectId}`)).status).toBe(404)
  })

  test('a survey keeps the card that was in force when it was launched (api:S9)', async () => {
    const own = await on.make.account({})
    const asOwn = await askAs(platform(), on.make, { accountId: own, roleId: 2 })
    await card(own, 'First', {})
    const projectId = await on.make.project({ accountId: own })
    const surveyId = await on.make.survey({ accountId: own, projectId, status: 3 })
    await platform().database.asSystem(tx =>
      sql`insert into status_event (account_id, scope, scope_id, from_status, to_status, version, at) values (${own}, 'survey', ${surveyId}, 3, 1, 2, '2026-02-01T00:00:00Z')`.execute(
        tx,
      ),
    )
    await card(own, 'Second', { version: 2, from: '2026-03-01T00:00:00Z', cents: 500 })
    const asked = async (query: string) => {
      const { body } = await asOwn('GET', `/v1/buyer-pricing?est_loi=10&qualifying_rate=50${query}`)
      return [body.rate_card_name, body.price, body.is_predicted]
    }
    expect([await asked(''), await asked(`&pm_sy_ud=${surveyId}`)]).toEqual([
      ['Second', 5, true],
      ['First', 1, false],
    ])
  })

  test('LOI and IR are required numbers (api:S9)', async () => {
    const answers = await Promise.all(
      [
        '',
        'est_loi=10',
        'est_loi=x&qualifying_rate=50',
        'est_loi=0&qualifying_rate=50',
        'est_loi=10&qualifying_rate=101',
        'est_loi=NaN&qualifying_rate=Infinity',
      ].map(query => ask('GET', `/v1/buyer-pricing?${query}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422])
  })
})
