import { beforeAll, describe, expect, test } from 'vitest'
import { defenderStage, type DefenderStage } from '#defender/testing/defender-stage'
import { usePlatform } from '#testing/platform'
import { askAs } from '#testing/stage'
import { StudyMaker } from '#testing/study'

const platform = usePlatform()
const PATH = '/v1/privacy/objections'
let on: DefenderStage
let supplierId: number

const select = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
  // rows of the columns that the text names
  platform().database.asSystem(async tx => (await tx.client.query(text, [...values])).rows as Row[])
const verdictsOf = async (hex: string) =>
  (
    await select<{ rule: string; refused: boolean }>(
      'select rule, refused from rule_verdict where account_id = $1 and rdud = $2 order by place',
      [on.study.accountId, hex],
    )
  ).map(({ rule, refused }) => [rule, refused])

beforeAll(async () => {
  const make = new StudyMaker(platform().database)
  on = await defenderStage(platform(), {
    accountId: await make.account(),
    defender: [
      { rule: 'country', mode: 'refuse' },
      { rule: 'activity', mode: 'refuse', threshold: 1 },
    ],
    country: 'US',
  })
  const { accountId } = on.study
  await select(
    `insert into account_defender (account_id, rules, version) values ($1, '[{"rule": "datacentre", "mode": "refuse", "threshold": null, "window_hours": null}]', 1)`,
    [accountId],
  )
  const [supplier] = await select<{ id: number }>('select supplier_id as id from supplier where account_id = $1', [
    accountId,
  ])
  supplierId = supplier?.id ?? 0
  await on.admin('POST', '/v1/defender/marks', {
    list: 'block',
    kind: 'fingerprint',
    text: 'f-blocked',
    note: '',
    until: null,
    take: 'all',
  })
})

const HOSTILE = { fingerprint: 'f-blocked', address: '198.51.100.9', country: 'US', fromDatacentre: true }

describe('an objection (docs/decisions/0118)', () => {
  test('takes lists, the account’s rules and rules across studies away, and the verdict says so', async () => {
    expect(await verdictsOf((await on.enter('first', HOSTILE)).hex)).toEqual([
      ['block_list', true],
      ['datacentre', true],
    ])
    expect((await on.admin('POST', PATH, { supplier_id: supplierId, rid: 'ann' })).status).toBe(200)
    const ann = await on.enter('ann', HOSTILE)
    expect([ann.code, await verdictsOf(ann.hex)]).toEqual([11, [['objected', false]]])
    const bob = await on.enter('bob', HOSTILE)
    expect([bob.code, (await verdictsOf(bob.hex)).map(([rule]) => rule)]).toEqual([
      20,
      ['block_list', 'activity', 'datacentre'],
    ])
  })

  test('leaves the study’s own rules', async () => {
    await on.admin('POST', PATH, { supplier_id: supplierId, rid: 'cas' })
    const cas = await on.enter('cas', { ...HOSTILE, country: 'CA' })
    expect([cas.code, await verdictsOf(cas.hex)]).toEqual([
      20,
      [
        ['objected', false],
        ['country', true],
      ],
    ])
  })

  test('is listed with its author, and ends with its withdrawal; the audit log has both without the ID', async () => {
    const { body: made } = await on.admin('POST', PATH, { supplier_id: supplierId, rid: 'dan' })
    const again = await on.admin('POST', PATH, { supplier_id: supplierId, rid: 'dan' })
    expect(again.body.objection_id).toBe(made.objection_id)
    expect((await on.enter('dan', HOSTILE)).code).toBe(11)
    const withdraw = `${PATH}/${made.objection_id}/withdraw`
    expect((await on.admin('POST', withdraw)).body).toMatchObject({ rid: 'dan', withdrawn_by: made.made_by })
    expect((await on.admin('POST', withdraw)).status).toBe(200)
    const { body: listed } = await on.admin('GET', PATH)
    expect(
      listed.map(({ rid, withdrawn_at: at }: { rid: string; withdrawn_at: string | null }) => [rid, at !== null]),
    ).toEqual([
      ['cas', false],
      ['ann', false],
      ['dan', true],
    ])
    const log = await select<{ act: string; content: string }>(
      "select act, content from audit_entry where account_id = $1 and scope = 'objection' and object_id = $2 order by entry_no",
      [on.study.accountId, made.objection_id],
    )
    expect(log.map(({ act, content }) => [act, content.includes('dan')])).toEqual([
      ['created', false],
      ['deleted', false],
    ])
  })

  test('of an unknown supplier, another account or without the right is refused', async () => {
    const make = new StudyMaker(platform().database)
    const other = await askAs(platform(), make, { accountId: await make.account(), roleId: 1 })
    const [first] = (await on.admin('GET', PATH)).body
    expect([
      (await on.admin('POST', PATH, { supplier_id: 999_999, rid: 'x' })).status,
      (await on.admin('POST', PATH, { supplier_id: supplierId, rid: ' ' })).status,
      (await other('POST', `${PATH}/${first.objection_id}/withdraw`)).status,
      (await on.plain('POST', PATH, { supplier_id: supplierId, rid: 'x' })).status,
    ]).toEqual([422, 422, 404, 403])
  })
})

describe('access (docs/decisions/0118)', () => {
  test('gives every row about a person by RDUD or supplier and ID, and is in the audit log without the ID', async () => {
    const { rdud } = await on.enter('eve', { ...HOSTILE, fingerprint: 'f-eve' })
    await on.admin('POST', PATH, { supplier_id: supplierId, rid: 'eve' })
    const byRdud = await on.admin('GET', `/v1/privacy/access?rdud=${rdud}`)
    const byRid = await on.admin('GET', `/v1/privacy/access?supplier_id=${supplierId}&rid=eve`)
    expect(byRdud.status).toBe(200)
    expect(byRid.body).toEqual(byRdud.body)
    expect(byRdud.body).toMatchObject({
      rid: 'eve',
      supplier_id: supplierId,
      entries: [{ rdud, address: '198.51.100.9', fingerprint: 'f-eve', code: 20 }],
      verdicts: [{ rule: 'activity' }, { rule: 'datacentre' }],
      objections: [{ rid: 'eve', withdrawn_at: null }],
      is_partial: false,
    })
    expect(byRdud.body.events.length).toBeGreaterThan(0)
    const log = await select<{ content: string }>(
      "select content from audit_entry where account_id = $1 and scope = 'respondent'",
      [on.study.accountId],
    )
    expect(log.map(({ content }) => [content.includes(rdud), content.includes('eve')])).toEqual([
      [true, false],
      [true, false],
    ])
  })

  test('of a listed device names its entry; an unknown person and another account answer 404', async () => {
    const { rdud } = await on.enter('fay', HOSTILE)
    const { body } = await on.admin('GET', `/v1/privacy/access?rdud=${rdud}`)
    expect(body.listed).toMatchObject([{ list: 'block', value: 'f-blocked' }])
    const make = new StudyMaker(platform().database)
    const other = await askAs(platform(), make, { accountId: await make.account(), roleId: 1 })
    expect([
      (await other('GET', `/v1/privacy/access?rdud=${rdud}`)).status,
      (await other('GET', `/v1/privacy/access?supplier_id=${supplierId}&rid=fay`)).status,
      (await on.admin('GET', '/v1/privacy/access')).status,
      (await on.admin('GET', '/v1/privacy/access?rdud=nobody')).status,
      (await on.plain('GET', `/v1/privacy/access?rdud=${rdud}`)).status,
    ]).toEqual([404, 404, 404, 404, 403])
  })
})
