import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { isHeldOut } from '../door/hold-out.ts'
import { explainRespondent } from '../explain/explain.store.ts'
import { back, due, entry, sent, TOLD } from '../testing/operations.ts'
import { makeStudy, type StudySpec } from '../testing/study.ts'
import { repairLedger, verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger } from './ledger.ts'

const fresh = useDatabase()
const ENTRANTS = 400

interface Setting {
  readonly percent: number
  readonly isBillable?: boolean
}

/** A survey that refuses other countries, its account's hold-out, and perhaps its project's. */
async function open({ percent, isBillable = false }: Setting, own: Setting | null = null, spec: StudySpec = {}) {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, { country: 'US', defender: [{ rule: 'country' }, { rule: 'datacentre' }], ...spec }),
  )
  const { accountId, projectId, supplierId, sourceId } = study
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await database.asSystem(tx => tx.client.query<Record<string, unknown>>(text, [accountId, ...values]))).rows
  await query(
    `insert into account_defender (account_id, rules, version, hold_out_percent, hold_out_billable) values ($1, '[]', 1, $2, $3)`,
    [percent, isBillable],
  )
  if (own !== null)
    await query(
      `insert into project_defender (account_id, project_id, rules, version, hold_out_percent, hold_out_billable) values ($1, $2, '[]', 1, $3, $4)`,
      [projectId, own.percent, own.isBillable ?? false],
    )
  const [account] = await query('select hold_out_key as key from account where account_id = $1')
  const ledger = createLedger(database)
  const refuse = async (more = {}, count = ENTRANTS) =>
    (
      await ledger.write(
        accountId,
        Array.from({ length: count }, (_, at) => entry(sourceId, `r${at}`, { supplierId, country: 'CA', ...more })),
      )
    ).map(sent)
  return {
    database,
    study,
    ledger,
    query,
    refuse,
    setup: { percent: own?.percent ?? percent, isBillable, key: String(account?.['key']) },
    figures: async () =>
      (
        await query(
          `select entrants::int, eq_terms as "eqTerms", inflight::int, sq_terms::int as "sqTerms", completes::int, expense_cents::int as cents, revenue_cents::int as revenue
           from rollup where account_id = $1 and scope = 3`,
        )
      )[0],
    path: (rdud: string) => database.readAsAccount(accountId, tx => explainRespondent(tx, accountId, sourceId, rdud)),
  }
}

test('the draw is a keyed hash of the RDUD: the same again, another of another account, and as many as the percentage', () => {
  const hexes = Array.from({ length: 20_000 }, (_, at) => at.toString(16).padStart(32, '0'))
  const drawn = (key: string, percent = 5) => hexes.filter(hex => isHeldOut({ percent, isBillable: false, key }, hex))
  const [one, other] = [drawn('one'), drawn('other')]
  expect(drawn('one')).toEqual(one)
  expect(one.filter(hex => other.includes(hex)).length).toBeLessThan(100)
  for (const { length } of [one, other]) expect(Math.abs(length - 1_000)).toBeLessThan(100)
  expect(drawn('one', 0)).toEqual([])
})

describe('who is held out', () => {
  test('is let in and marked, only where the draw meets them; the rules that spoke are stored (docs/decisions/0069)', async () => {
    const desk = await open({ percent: 5 })
    const outcomes = await desk.refuse({ fromDatacentre: true })
    const drawn = outcomes.filter(({ hex }) => isHeldOut(desk.setup, hex))
    expect(outcomes.filter(({ code }) => code === 11)).toEqual(drawn)
    expect(drawn.length).toBeGreaterThan(0)
    expect(await desk.figures()).toMatchObject({
      entrants: ENTRANTS,
      eqTerms: ENTRANTS - drawn.length,
      inflight: drawn.length,
    })
    const [first] = await desk.query(
      `select rid from respondent where account_id = $1 and hold_out = 'unbilled' limit 1`,
    )
    const path = await desk.path(String(first?.['rid']))
    const verdict = { refused: false, set_by: 'survey', held_out: true }
    expect([path?.hold_out, path?.verdicts]).toEqual([
      'unbilled',
      [
        { ...verdict, rule: 'country', threshold: 'US', value: 'CA' },
        { ...verdict, rule: 'datacentre', threshold: 'no datacentre', value: 'datacentre' },
      ],
    ])
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test.each<[string, StudySpec, object]>([
    ['a full sub-quota', { sources: [{ quotas: [{ conditions: [], target: 0 }] }] }, {}],
    ['a qualification', { sources: [{ qualifications: [{ param: 'age', op: 'eq', value: '1' }] }] }, {}],
    ['a paused source', { sources: [{ status: 2 }] }, {}],
  ])('is no one whom %s refuses too', async (_, spec, more) => {
    const desk = await open({ percent: 5 }, null, spec)
    const outcomes = await desk.refuse(more)
    expect(outcomes.filter(({ code }) => code === 11)).toEqual([])
    expect(await desk.query('select from respondent where account_id = $1 and hold_out is not null')).toEqual([])
  })

  test('none is at 0 percent, and the project’s own percentage goes before the account’s', async () => {
    const letIn = async (...settings: Parameters<typeof open>) =>
      (await (await open(...settings)).refuse()).filter(({ code }) => code === 11).length
    expect(await letIn({ percent: 0 })).toBe(0)
    expect(await letIn({ percent: 5 }, { percent: 0 })).toBe(0)
    expect(await letIn({ percent: 0 }, { percent: 5 })).toBeGreaterThan(0)
  })
})

describe('a complete of a held-out respondent', () => {
  test('is a quality term that costs and brings nothing, even if confirmed; an abandon is one as ever (docs/decisions/0069, law 8)', async () => {
    const desk = await open({ percent: 5 })
    const held = (await desk.refuse()).filter(({ code }) => code === 11)
    const { accountId } = desk.study
    const [first, ...others] = held
    const atMs = Date.now() + 60_000
    for (const { hex } of others) {
      expect(sent(await desk.ledger.return(accountId, back(hex, '1000', { atMs })))).toMatchObject({
        code: 33,
        outcome: 'quality',
      })
      expect(sent(await desk.ledger.return(accountId, back(hex, '1000', { atMs, ...TOLD })))).toMatchObject({
        code: 33,
        repeat: true,
      })
    }
    await desk.ledger.abandon(accountId, due(first?.hex ?? '', Date.now() + 86_400_000))
    expect(await desk.figures()).toEqual({
      entrants: ENTRANTS,
      eqTerms: ENTRANTS - held.length,
      inflight: 0,
      sqTerms: others.length,
      completes: 0,
      cents: 0,
      revenue: 0,
    })
    const [row] = await desk.query(`select rid from respondent where account_id = $1 and code = 33 limit 1`)
    const path = await desk.path(String(row?.['rid']))
    expect(path?.steps.slice(2, 3)).toMatchObject([
      { to: 33, rule: 'hold_out', threshold: 'not billed', detail: 'inbound code 1000, by browser, no hash checked' },
    ])
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('is one as any other where that is allowed, and the mark is repaired from the ledger', async () => {
    const desk = await open({ percent: 5, isBillable: true })
    const held = (await desk.refuse()).filter(({ code }) => code === 11)
    for (const { hex } of held) await desk.ledger.return(desk.study.accountId, back(hex, '1000'))
    expect(await desk.figures()).toMatchObject({
      completes: held.length,
      sqTerms: 0,
      cents: 250 * held.length,
      revenue: 500 * held.length,
    })
    await desk.query('update respondent set hold_out = null where account_id = $1')
    expect((await verifyLedger(desk.database)).map(({ where }) => where)).toEqual(held.map(() => 'respondent'))
    await repairLedger(desk.database)
    expect(
      await desk.query(`select count(*)::int as held from respondent where account_id = $1 and hold_out = 'billed'`),
    ).toEqual([{ held: held.length }])
  })
})
