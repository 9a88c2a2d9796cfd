import { CHANGE_SPAN_DAYS } from '@desk/schema/figures/figure-change'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
const DAY_MS = 86_400_000
const toMs = Date.now() + DAY_MS
const span = `from=${new Date(toMs - 2 * DAY_MS).toISOString()}&to=${new Date(toMs).toISOString()}`
let on: Stage
let sourceId: number

beforeAll(async () => {
  on = await stage(platform())
  sourceId = on.study.sourceIds[0] ?? 0
  const enter = (rid: string) =>
    fetch(`${platform().url}/entry/${sourceId}?sup=${on.study.supplierId}&rid=${rid}`, { redirect: 'manual' })
  await enter('r-1')
  await enter('r-2')
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{
      rdud: string
    }>`select replace(rdud::text, '-', '') as rdud from respondent where source_id = ${sourceId} order by rid`.execute(
      tx,
    ),
  )
  await fetch(
    `${platform().url}/return?inbound_code=1000&rdud=${on.study.accountId.toString(36)}-${rows[0]?.rdud ?? ''}`,
    { redirect: 'manual' },
  )
  await platform().database.asSystem(async tx => {
    await sql`insert into status_event (account_id, scope, scope_id, from_status, to_status, note, version, at)
      values (${on.study.accountId}, 'survey', ${on.study.surveyId}, 2, 1, 'Back in field', 2, now())`.execute(tx)
    await sql`insert into object_edit (account_id, scope, object_id, act, changes, at)
      values (${on.study.accountId}, 'source', ${sourceId}, 'edited', '[{"field": "respondents", "from": 50, "to": 80}]', now())`.execute(
      tx,
    )
  })
})

const read = (ask: Ask, figure: string, more = `source/${sourceId}`, between = span) =>
  ask('GET', `/v1/figure-changes/${more}?figure=${figure}&${between}`)

/** A source with two sub-quotas: two entrants of the first, one of the second; one of each is a complete. */
async function withQuotas() {
  const { accountId, projectId, surveyId, supplierId } = on.study
  const stmid = await on.make.source({ accountId, projectId, surveyId, supplierIds: [supplierId] })
  const quotas = [
    { name: 'Young', conditions: [{ param: 'age', min: 18, max: 34 }], target: 5 },
    { name: 'Old', conditions: [{ param: 'age', min: 35, max: 64 }], target: 5 },
  ]
  const { body } = await on.advanced('POST', '/v2/survey-quals-quotas', {
    stmid,
    qualifications: [],
    quota_groups: [{ name: 'Women', conditions: [], target: null, quotas }],
  })
  const quota: number = body.quota_groups[0].quotas[0].quota_no
  const enter = async (rid: string, age: number) => {
    const { headers } = await fetch(`${platform().url}/entry/${stmid}?sup=${supplierId}&rid=${rid}&age=${age}`, {
      redirect: 'manual',
    })
    return /id=(.*)$/.exec(headers.get('location') ?? '')?.[1] ?? ''
  }
  const [young, , old] = [await enter('young-1', 20), await enter('young-2', 21), await enter('old-1', 40)]
  for (const rdud of [young, old])
    await fetch(`${platform().url}/return?inbound_code=1000&rdud=${rdud}`, { redirect: 'manual' })
  const ask = (as: Ask, figure: string, no: number) => read(as, figure, `source/${stmid}`, `quota=${no}&${span}`)
  return { stmid, quota, ask }
}

describe('why a figure changed (settlement.md §4)', () => {
  test('its parts by supplier, states and cause add up, the same for source, survey and project', async () => {
    const answers = await Promise.all(
      [`source/${sourceId}`, `survey/${on.study.surveyId}`, `project/${on.study.projectId}`].map(object =>
        read(on.advanced, 'completes', object),
      ),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({
        terms: [{ role: 'figure', label: 'Completes', unit: 'respondents', before: 0, after: 1 }],
        parts: [
          { sup: on.study.supplierId, cause: 'returned', from_code: 11, to_code: 30, respondents: 1, changes: [1] },
        ],
        others: null,
        has_more_events: false,
      })
      expect(body.parts[0].supplier).toEqual(expect.any(String))
    }
  })

  test('money is given in cents, a ratio by its numerator and denominator', async () => {
    const expense = await read(on.advanced, 'expense')
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{
        cents: number
      }>`select expense_cents::int as cents from rollup where scope = 3 and scope_id = ${sourceId}`.execute(tx),
    )
    expect(expense.body.terms).toEqual([
      { role: 'figure', label: 'Expense', unit: 'cents', before: 0, after: rows[0]?.cents },
    ])
    expect((await read(on.advanced, 'conversion')).body.terms).toEqual([
      { role: 'numerator', label: 'Completes', unit: 'respondents', before: 0, after: 1 },
      { role: 'denominator', label: 'Entrants', unit: 'respondents', before: 0, after: 2 },
    ])
  })

  test('comes with the changes of statuses and targets of the objects above and below', async () => {
    const { body } = await read(on.advanced, 'allocation')
    expect(body.terms).toEqual([])
    expect(body.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'status', scope: 'survey', from: 2, to: 1, note: 'Back in field' }),
        expect.objectContaining({ kind: 'target', scope: 'source', id: sourceId, from: 50, to: 80 }),
      ]),
    )
  })

  test('each part leads to its respondents, newest first, and no other part’s', async () => {
    const of = (part: string, ask = on.advanced) =>
      ask('GET', `/v1/figure-changes/source/${sourceId}/respondents?figure=entrants&${span}&${part}`)
    const entered = await of(`cause=entered&to_code=11&sup=${on.study.supplierId}`)
    expect(entered.body.map(({ rid }: { rid: string }) => rid)).toEqual(['r-2', 'r-1'])
    expect((await of('cause=entered&to_code=11&sup=0')).body).toEqual([])
    expect((await of('cause=entered&to_code=20')).body).toEqual([])
    // the plain view's one part of entrants in states that it does not have
    expect((await of('cause=entered', on.plain)).body.length).toBe(2)
    expect((await of('cause=entered&to_code=11', on.plain)).body).toEqual([])
  })

  test('the plain external view gets the same sums without supplier, rule and hidden states; a hidden figure answers 404 (domain.md §4)', async () => {
    const { body } = await read(on.plain, 'entrants')
    expect(body.parts).toEqual([
      {
        cause: 'entered',
        from_code: null,
        to_code: null,
        rule: null,
        request: null,
        request_number: null,
        undoes_number: null,
        respondents: 2,
        changes: [2],
      },
    ])
    const hidden = ['eqTerms', 'sqTerms', 'abandons', 'inflight', 'supplierCpi', 'expense']
    const answers = await Promise.all(hidden.map(figure => read(on.plain, figure)))
    expect(answers.map(({ status }) => status)).toEqual(hidden.map(() => 404))
  })

  test('a sub-quota tells of those whom it let in alone, in progress too, and that the quotas were edited; each part leads to its respondents (§3.13, settlement.md §4)', async () => {
    const { stmid, ask, quota } = await withQuotas()
    const completes = await ask(on.advanced, 'completes', quota)
    expect([completes.status, completes.body]).toEqual([
      200,
      {
        figure: 'completes',
        scope: 'source',
        id: stmid,
        quota,
        name: expect.stringMatching(/ · Women › Young$/),
        from: expect.any(String),
        to: expect.any(String),
        terms: [{ role: 'figure', label: 'Completes', unit: 'respondents', before: 0, after: 1 }],
        parts: [
          {
            sup: on.study.supplierId,
            supplier: expect.any(String),
            cause: 'returned',
            from_code: 11,
            to_code: 30,
            rule: null,
            request: null,
            request_number: null,
            undoes_number: null,
            respondents: 1,
            changes: [1],
          },
        ],
        others: null,
        events: expect.arrayContaining([
          expect.objectContaining({ kind: 'quotas', scope: 'source', id: stmid, from: null, to: null }),
        ]),
        has_more_events: false,
      },
    ])
    const inflight = await ask(on.advanced, 'inflight', quota)
    expect(inflight.body.terms).toEqual([
      { role: 'figure', label: 'Inflight', unit: 'respondents', before: 0, after: 1 },
    ])
    expect(
      inflight.body.parts.map(({ cause, changes }: { cause: string; changes: number[] }) => [cause, changes]),
    ).toEqual([
      ['entered', [2]],
      ['returned', [-1]],
    ])
    const ridsOf = async (of: number) =>
      (
        await on.advanced(
          'GET',
          `/v1/figure-changes/source/${stmid}/respondents?figure=inflight&quota=${of}&${span}&cause=entered&to_code=11&sup=${on.study.supplierId}`,
        )
      ).body.map(({ rid }: { rid: string }) => rid)
    expect([await ridsOf(quota), await ridsOf(quota + 1)]).toEqual([['young-2', 'young-1'], ['old-1']])
    const all = await read(on.advanced, 'completes', `source/${stmid}`)
    expect([all.body.terms[0].after, 'quota' in all.body]).toEqual([2, false])
    expect(all.body.events.some(({ kind }: { kind: string }) => kind === 'quotas')).toBe(false)
  })

  test('a missing quota or another account’s answers 404, one of a survey, of a figure that it does not count or of no number 422; the plain view gets no count in progress (domain.md §4)', async () => {
    const { stmid, ask, quota } = await withQuotas()
    const statusOf = async (path: string, ask = on.advanced) =>
      (await ask('GET', `/v1/figure-changes/${path}&${span}`)).status
    const part = '&cause=entered&to_code=11'
    for (const [end, more] of [
      ['', ''],
      ['/respondents', part],
    ]) {
      const of = (figure: string, no: string | number, object = `source/${stmid}`, ask = on.advanced) =>
        statusOf(`${object}${end}?figure=${figure}&quota=${no}${more}`, ask)
      expect([
        await of('completes', 99),
        await of('completes', quota, undefined, on.otherAccount),
        await of('completes', quota, `source/${sourceId}`),
        await of('inflight', quota, undefined, on.plain),
        await of('completes', quota, undefined, on.plain),
      ]).toEqual([404, 404, 404, 404, 200])
      const bad = [
        await of('completes', quota, `survey/${on.study.surveyId}`),
        await of('entrants', quota),
        ...(await Promise.all(
          ['0', '-1', '1.5', 'x', '', '2147483648', `${quota}&quota=${quota}`].map(no => of('completes', no)),
        )),
      ]
      expect(bad.filter(status => status !== 400 && status !== 422)).toEqual([])
    }
    const plain = (await ask(on.plain, 'completes', quota)).body
    expect(plain.parts.map((one: object) => ['sup' in one, 'supplier' in one])).toEqual([[false, false]])
  })

  test('another account’s object answers 404; moments in the wrong order, too far apart or none answer 422', async () => {
    expect((await read(on.otherAccount, 'completes')).status).toBe(404)
    const refused = [
      'from=2026-11-02T00:00:00.000Z&to=2026-11-01T00:00:00.000Z',
      `from=2026-01-01T00:00:00.000Z&to=${new Date(Date.UTC(2026, 0, 2 + CHANGE_SPAN_DAYS)).toISOString()}`,
      'from=yesterday&to=now',
    ]
    for (const between of refused)
      expect([400, 422]).toContain((await read(on.advanced, 'completes', undefined, between)).status)
    expect([400, 422]).toContain((await read(on.advanced, 'nothing')).status)
  })
})
