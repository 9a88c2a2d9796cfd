import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker } from '#testing/study'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})

const csv = (price: string) => `LOI,90,50\r\n10,${price},${price}\r\n`
const file = (price: string) => ({ filename: 'card.csv', base64: Buffer.from(csv(price)).toString('base64') })

/** An account that invoices by business unit, with a card for all of it at 2.00 and one for its unit at 3.00. */
async function account() {
  const accountId = await make.account({ invoicesByBusinessUnit: true })
  const admin = await askAs(platform(), make, { accountId, roleId: 1 })
  const unit = await make.businessUnit({ accountId, name: 'Health' })
  const card = async (body: object) => {
    const answer = await admin('POST', '/v1/ratecard', body)
    expect([answer.status, answer.body.details]).toEqual([200, undefined])
    return answer.body
  }
  await card({ rate_card_name: 'All units', file: file('2.00') })
  const ofUnit = await card({ rate_card_name: 'Health card', business_unit_ud: unit, file: file('3.00') })
  const priced = async (more = `&business_unit_ud=${unit}`) => {
    const { body } = await admin('GET', `/v1/buyer-pricing?est_loi=10&qualifying_rate=60${more}`)
    return [body.rate_card_name, body.price]
  }
  /** A survey of the unit that is launched now. */
  const launched = async () => {
    const projectId = await make.project({ accountId, businessUnitId: unit })
    const surveyId = await make.survey({ accountId, projectId })
    await platform().database.asSystem(tx =>
      sql`insert into status_event (account_id, scope, scope_id, from_status, to_status, version, at) values (${accountId}, 'survey', ${surveyId}, 3, 1, 2, clock_timestamp())`.execute(
        tx,
      ),
    )
    return `&pm_sy_ud=${surveyId}`
  }
  const retire = () =>
    admin('PUT', `/v1/dashboard/${accountId}/businessunits/${unit}`, { business_unit_name: 'Health', status_id: 2 })
  return { accountId, admin, unit, ofUnit, priced, launched, retire }
}

const withdraw = (ask: Ask, id: number, body: object = {}, headers?: Record<string, string>) =>
  ask('POST', `/v1/ratecard/${id}/withdraw`, body, headers)
const restore = (ask: Ask, id: number, body: object = {}) => ask('POST', `/v1/ratecard/${id}/restore`, body)

describe('a rate card that is withdrawn (§2.25, §7.29, docs/decisions/0040)', () => {
  test('prices no new study, leaves its place to the next card, and frees its business unit; a launched study keeps its price (api:S9)', async () => {
    const { admin, ofUnit, priced, launched, retire } = await account()
    const before = await launched()
    const inUse = await retire()
    const { status, body } = await withdraw(admin, ofUnit.rate_card_ud, { version: 1 })
    const between = await launched()
    expect([
      [inUse.status, inUse.body.current.rate_cards_count],
      [status, body],
      [await priced(), await priced(before), await priced(between)],
    ]).toEqual([
      [409, 1],
      [
        200,
        {
          ...ofUnit,
          rate_card_ud: expect.any(Number),
          version: 2,
          is_withdrawn: true,
          effective_from: expect.any(String),
          uploaded_at: expect.any(String),
        },
      ],
      [
        ['All units', 2],
        ['Health card', 3],
        ['All units', 2],
      ],
    ])
    const back = await restore(admin, body.rate_card_ud, { version: 2 })
    expect([
      [back.status, back.body.version, back.body.is_withdrawn, back.body.grid],
      [await priced(), await priced(before), await priced(between)],
    ]).toEqual([
      [200, 3, false, ofUnit.grid],
      [
        ['Health card', 3],
        ['Health card', 3],
        ['All units', 2],
      ],
    ])
  })

  test('lets its unit be retired, and comes back only after the unit did: by itself, or by a new version', async () => {
    const { accountId, admin, unit, ofUnit, retire } = await account()
    await withdraw(admin, ofUnit.rate_card_ud)
    const retired = await retire()
    const put = () =>
      admin('PUT', '/v1/ratecard', {
        rate_card_name: 'Health card',
        rate_card_ud: ofUnit.rate_card_ud,
        file: file('4.00'),
      })
    const refusals = [await restore(admin, ofUnit.rate_card_ud), await put()]
    await admin('PUT', `/v1/dashboard/${accountId}/businessunits/${unit}`, {
      business_unit_name: 'Health',
      status_id: 1,
    })
    const again = await put()
    expect([
      retired.status,
      refusals.map(({ status, body }) => [status, body.reason, body.message]),
      [again.status, again.body.version, again.body.is_withdrawn],
    ]).toEqual([
      200,
      Array.from({ length: 2 }, () => [
        409,
        'unit_retired',
        'Its business unit, Health, is retired. Take the unit back into use first.',
      ]),
      [200, 3, false],
    ])
  })

  test('says so in its history and in the refusal of a second card; the same prices uploaded again take it back into use', async () => {
    const { admin, unit, ofUnit } = await account()
    const { body } = await withdraw(admin, ofUnit.rate_card_ud)
    const second = await admin('POST', '/v1/ratecard', {
      rate_card_name: 'Another',
      business_unit_ud: unit,
      file: file('3.00'),
    })
    const listed = (await admin('GET', '/v1/ratecard')).body.map((row: Record<string, unknown>) => [
      row['rate_card_name'],
      row['is_withdrawn'],
    ])
    const again = await admin('PUT', '/v1/ratecard', {
      rate_card_name: 'Health card',
      rate_card_ud: ofUnit.rate_card_ud,
      version: 2,
      file: file('3.00'),
    })
    const { body: history } = await admin('GET', `/v1/history/rate_card/${ofUnit.rate_card_ud}`)
    expect([
      [second.status, second.body.message],
      listed,
      [again.body.version, again.body.is_withdrawn],
      history.map(({ changes }: { changes: object }) => changes).slice(0, 2),
    ]).toEqual([
      [
        409,
        'There is a rate card for this business unit and country already: Health card, which is withdrawn. Upload a new version of it.',
      ],
      [
        ['All units', false],
        ['Health card', true],
      ],
      [3, false],
      [
        [
          { field: 'version', from: 2, to: 3 },
          { field: 'effective_from', from: body.effective_from, to: again.body.effective_from },
          { field: 'state', from: 'Withdrawn', to: 'In use' },
        ],
        [
          { field: 'version', from: 1, to: 2 },
          { field: 'effective_from', from: ofUnit.effective_from, to: body.effective_from },
          { field: 'state', from: 'In use', to: 'Withdrawn' },
        ],
      ],
    ])
  })

  test('takes with it a version that was still to begin, which comes back at its date', async () => {
    const { admin, ofUnit, priced } = await account()
    const from = '2099-01-01T00:00:00.000Z'
    const next = await admin('PUT', '/v1/ratecard', {
      rate_card_name: 'Health card',
      rate_card_ud: ofUnit.rate_card_ud,
      file: file('5.00'),
      effective_from: from,
    })
    const { body } = await withdraw(admin, next.body.rate_card_ud, { version: 2 })
    await restore(admin, body.rate_card_ud, { version: 3 })
    const versions = (await admin('GET', `/v1/ratecard?rate_card_ud=${ofUnit.rate_card_ud}`)).body
    expect([
      versions.map((row: Record<string, unknown>) => [row['version'], row['is_withdrawn'], row['effective_from']]),
      await priced(),
    ]).toEqual([
      [
        [5, false, from],
        [4, false, expect.any(String)],
        [3, true, body.effective_from],
        [2, false, from],
        [1, false, ofUnit.effective_from],
      ],
      ['Health card', 3],
    ])
  })

  test('is withdrawn once: a stale edit is refused with the stored card, a repeated one is the same, ten at once store one version', async () => {
    const { admin, ofUnit } = await account()
    const id = ofUnit.rate_card_ud
    const all = await Promise.all(Array.from({ length: 10 }, () => withdraw(admin, id)))
    const repeated = await withdraw(admin, id, { version: 1 })
    const stale = await restore(admin, id, { version: 1 })
    const key = { 'Idempotency-Key': 'once' }
    const [one, two] = [
      await admin('POST', `/v1/ratecard/${id}/restore`, { version: 2 }, key),
      await admin('POST', `/v1/ratecard/${id}/restore`, { version: 2 }, key),
    ]
    expect([
      new Set(all.map(({ status, body }) => `${status} ${body.version}`)),
      [repeated.status, repeated.body.version],
      [stale.status, stale.body.reason, stale.body.current.version],
      [one.body.version, two.body],
    ]).toEqual([new Set(['200 2']), [200, 2], [409, 'stale_version', 2], [3, one.body]])
  })

  test('stays with the admins of its account', async () => {
    const { accountId, ofUnit, priced } = await account()
    const user = await askAs(platform(), make, { accountId, roleId: 2 })
    const other = await askAs(platform(), make, { accountId: await make.account(), roleId: 1 })
    const answers = [
      await withdraw(user, ofUnit.rate_card_ud),
      await withdraw(other, ofUnit.rate_card_ud),
      await restore(other, ofUnit.rate_card_ud),
    ]
    expect([answers.map(({ status }) => status), await priced()]).toEqual([
      [403, 404, 404],
      ['Health card', 3],
    ])
  })
})
