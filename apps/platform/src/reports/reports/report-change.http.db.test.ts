import { shareOf, unitCostOf } from '@desk/schema/columns/ratios'
import type { ChangeTerm } from '@desk/schema/figures/figure-change'
import { columnsOfReport, lineKey, reportFigure, type ReportLine } from '@desk/schema/reports/report-columns'
import { keysOfLine, lineKeyText, type ReportChange } from '@desk/schema/reports/report-change'
import { reportTermsOf } from '@desk/schema/reports/report-terms'
import { reportDimensions, type Report, type ReportDimension, type ReportType } from '@desk/schema/reports/report'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { sweepSums } from '#ledger/sweeps/sweeps'
import { back, due, entry, sent, TOLD } from '#ledger/testing/operations'
import { makeRespondents } from '#nouns/reconciliation/testing/respondents'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
const HOUR_MS = 3_600_000
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 70 * HOUR_MS
let on: Stage
let ask: Ask
let otherSupplierId: number
let sourceIds: readonly number[]

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId, surveyId, supplierId } = on.study
  ask = on.advanced
  otherSupplierId = await on.make.supplier({ accountId, name: 'Other panel' })
  const second = await on.make.source({
    accountId,
    projectId,
    surveyId,
    status: 6,
    supplierIds: [supplierId, otherSupplierId],
  })
  const bare = await on.make.source({ accountId, projectId, surveyId, status: 6, supplierIds: [] })
  sourceIds = [on.study.sourceIds[0] ?? 0, second, bare]
})

async function reconcile(form: Readonly<Record<string, unknown>>): Promise<number> {
  const previewed = await ask(
    'POST',
    form['undo_of'] === undefined ? `/v1/reconciliation/${on.study.projectId}` : '/v1/reconciliation/preview',
    form,
  )
  const { reconciliation_ud: id } = previewed.body.request
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: id,
    digest: previewed.body.digest,
    project_number: 'AC-1',
  })
  expect([previewed.status, stored.status]).toEqual([200, 200])
  return id
}
const listOf = (lines: readonly string[]) => ({
  file: {
    filename: 'list.csv',
    base64: Buffer.from(`rdud,reason_code\n${lines.join('\n')}\n`).toString('base64'),
  },
  mode: 'REJECT_LIST',
})

const step = fc.record({
  hours: fc.double({ min: 0, max: 5, noNaN: true }),
  source: fc.nat({ max: 2 }),
  supplier: fc.nat({ max: 1 }),
  pick: fc.nat(),
  what: fc.constantFrom('enter', 'enter', 'complete', 'complete', 'term', 'overquota', 'abandon', 'sweep'),
})

/** Traffic of the last three days, then a reconciliation and, at times, an undo. */
async function happen(run: number, steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const { accountId, supplierId } = on.study
  let nowMs = START
  const ledger = createLedger(platform().database, { nowMs: () => nowMs })
  const here: string[] = []
  for (const [at, { hours, source, supplier, pick, what }] of steps.entries()) {
    nowMs += Math.round(hours * HOUR_MS)
    const hex = here[pick % Math.max(1, here.length)]
    if (what === 'sweep') await sweepSums({ database: platform().database }, { sources: 200, lines: 1 + (pick % 4) })
    else if (what === 'enter' || hex === undefined) {
      const [outcome] = await ledger.write(accountId, [
        entry(sourceIds[source] ?? 0, `run-${run}-${at}`, {
          atMs: nowMs,
          supplierId: source === 2 ? null : source === 1 && supplier === 1 ? otherSupplierId : supplierId,
        }),
      ])
      if (outcome === undefined) throw new Error('An entry has an outcome')
      here.push(sent(outcome).hex)
    } else if (what === 'abandon') await ledger.write(accountId, [due(hex, nowMs)])
    else {
      const code = { complete: '1000', term: '2000', overquota: '4000' }[what]
      await ledger.write(accountId, [back(hex, code, { atMs: nowMs, ...TOLD })])
    }
  }
  const rids = ['a', 'b', 'c'].map(rid => `late-${run}-${rid}`)
  await makeRespondents(platform().database, { accountId, sourceId: sourceIds[run % 2] ?? 0, supplierId }, rids)
  const id = await reconcile(listOf([`${rids[0]},930`, `${rids[1]},`]))
  if (run % 2 === 0) await reconcile({ pm_proj_ud: on.study.projectId, undo_of: id })
  return id
}

const WHOLE: readonly (readonly [ReportType, string])[] = [
  ['traffic', ''],
  ['traffic', 'by=supplier'],
  ['traffic', 'by=source&and=day'],
  ['traffic', 'by=hour&and=supplier'],
  ['traffic', 'by=state'],
  ['traffic', 'by=state&and=reason'],
  ['traffic', 'by=reason'],
  ['traffic', 'by=country&and=business_unit'],
  ['managers', ''],
  ['suppliers', ''],
  ['suppliers', 'by=month&and=source'],
  ['terminations', ''],
  ['terminations', 'by=supplier'],
  ['costs', ''],
  ['costs', 'by=supplier&and=month'],
  ['hours', 'by=source'],
  ['reconciliation', ''],
  ['reconciliation', 'by=supplier&and=source'],
]

const read = async (type: ReportType, query: string): Promise<Report> => {
  const { status, body } = await ask('GET', `/v1/reports/${type}?${query}`)
  expect([type, query, status]).toEqual([type, query, 200])
  return body
}

const keyOf = (line: ReportLine, is: ReportDimension): string => {
  if (is === 'state' && 'state' in line && typeof line.state === 'number')
    return lineKeyText({ is, id: String(line.state) })
  if (is === 'reason' && 'rule' in line) return lineKeyText({ is, id: line.rule ?? null })
  if (is === 'reason' && 'reason_code' in line)
    return lineKeyText({ is, id: line.reason_code === null ? null : String(line.reason_code) })
  const unit: unknown = Reflect.get(line, is)
  if (typeof unit === 'string') return lineKeyText({ is, id: unit })
  const key = lineKey(line, is)
  return lineKeyText({ is, id: key === null ? null : String(key.id) })
}

/** The value that a report shows for such terms, as the figure's own formula has it. */
function shown(terms: readonly ChangeTerm[], of: 'before' | 'after'): number {
  const [first, second] = terms
  if (first === undefined) throw new Error('A figure has terms')
  if (second === undefined) return first.unit === 'cents' ? first[of] / 100 : first[of]
  return (
    (first.unit === 'cents' && second.unit === 'respondents'
      ? unitCostOf(first[of], second[of])
      : shareOf(first[of], second[of])) ?? 0
  )
}

const change = async (type: ReportType, query: string, keys: readonly string[], figure: string, until: string) => {
  const line = keys.map(key => `&line=${encodeURIComponent(key)}`).join('')
  const since = new Date(START - HOUR_MS).toISOString()
  const { status, body } = await ask(
    'GET',
    `/v1/reports/${type}/change?${query}${line}&figure=${figure}&since=${since}&until=${until}`,
  )
  expect([type, query, keys, figure, status, body]).toEqual([type, query, keys, figure, 200, expect.anything()])
  const told: ReportChange = body
  const sums = told.terms.map((_, at) =>
    told.parts.reduce((sum, { changes }) => sum + (changes[at] ?? 0), told.others?.changes[at] ?? 0),
  )
  expect([type, query, keys, figure, sums]).toEqual([
    type,
    query,
    keys,
    figure,
    told.terms.map(({ before, after }) => after - before),
  ])
  return told
}

describe('why a figure of a report changed (settlement.md §4)', () => {
  test('every figure of every line and of the total is what the report shows, now and at any moment, and its parts sum to the difference', async () => {
    let run = 0
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 12, maxLength: 25 }),
      fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      async (steps, moment) => {
        run += 1
        await happen(run, steps)
        const middle = new Date(Math.round(START + moment * (Date.now() - START))).toISOString()
        const now = new Date(Date.now() + 60_000).toISOString()
        for (const [type, query] of WHOLE) {
          const by = reportDimensions(type, Object.fromEntries(new URLSearchParams(query)) as { by?: ReportDimension })
          const columns = columnsOfReport(type, by, 'internal').filter(
            ({ id }) => reportTermsOf(type, id) !== undefined,
          )
          expect([type, columns.length > 0]).toEqual([type, true])
          const report = await read(type, query)
          const wanted = keysOfLine(type, by, 'internal')
          const lines = report.lines.slice(0, 2).map(line => ({ line, keys: wanted.map(is => keyOf(line, is)) }))
          // terminations have no total, and those that are no sum of lines no share either
          const all = type === 'terminations' ? lines : [...lines, { line: report.total as ReportLine, keys: [] }]
          for (const { line, keys } of all)
            for (const { id } of columns) {
              const { terms } = await change(type, query, keys, id, now)
              expect([type, query, keys, id, shown(terms, 'after')]).toEqual([
                type,
                query,
                keys,
                id,
                reportFigure(line, id) ?? 0,
              ])
            }
          // hours are chosen by when they begin
          if (type === 'hours') continue
          const then = await read(type, `${query}&to=${middle}`)
          const [first] = lines
          const same = then.lines.find(one => wanted.every((is, at) => keyOf(one, is) === first?.keys[at]))
          const ofRejects = (id: string) => id === 'rejected_since' || id === 'reject_rate' // of later rejects, too
          const asked = columns
            .slice(0, 4)
            .flatMap(({ id }) => [
              ...(type === 'terminations' || ofRejects(id)
                ? []
                : [{ id, keys: [], value: reportFigure(then.total as ReportLine, id) ?? 0 }]),
              ...(first === undefined
                ? []
                : [{ id, keys: first.keys, value: same === undefined ? 0 : (reportFigure(same, id) ?? 0) }]),
            ])
          for (const { id, keys, value } of asked) {
            const { terms } = await change(type, query, keys, id, middle)
            expect([type, query, keys, id, middle, shown(terms, 'after')]).toEqual([
              type,
              query,
              keys,
              id,
              middle,
              value,
            ])
          }
        }
      },
    )
    await fc.assert(property, { numRuns: 1, endOnFailure: true })
  }, 300_000)

  const asked = async (path: string, by: Ask = ask) => {
    const { status, body } = await by(
      'GET',
      `/v1/reports/${path}&since=${new Date(START - HOUR_MS).toISOString()}&until=${new Date(Date.now() + 60_000).toISOString()}`,
    )
    return { status, body }
  }

  test('a part names the supplier, the states and the reconciliation, and statuses of the line’s studies are shown beside', async () => {
    const request = await happen(9, [])
    const { accountId } = on.study
    await platform().database.asSystem(tx =>
      sql`insert into status_event (account_id, scope, scope_id, from_status, to_status, version, at) values (${accountId}, 'source', ${sourceIds[1]}, 6, 3, 99, now())`.execute(
        tx,
      ),
    )
    const { body } = await asked(
      `costs/change?by=supplier&line=supplier.${on.study.supplierId}&figure=revenue_adjusted`,
    )
    expect([body.type, body.figure, body.terms]).toEqual([
      'costs',
      'revenue_adjusted',
      [{ role: 'figure', label: 'Revenue adj.', unit: 'cents', before: 0, after: expect.any(Number) }],
    ])
    expect(body.parts.filter((part: { request: number }) => part.request === request)).toEqual([
      {
        sup: on.study.supplierId,
        supplier: body.name,
        cause: 'reconciliation',
        from_code: 30,
        to_code: 50,
        rule: null,
        request,
        request_number: expect.any(Number),
        undoes_number: null,
        respondents: 2,
        changes: [-1700],
      },
    ])
    expect(body.events).toContainEqual(
      expect.objectContaining({ kind: 'status', scope: 'source', id: sourceIds[1], from: 6, to: 3 }),
    )
  })

  test('a part of a line leads to its respondents, newest first, and to none of another line, supplier, state or reconciliation', async () => {
    const request = await happen(11, [])
    const { supplierId, accountId } = on.study
    const part = `sup=${supplierId}&cause=reconciliation&from_code=30&to_code=50&request=${request}`
    const rids = async (path: string, by: Ask = ask) => {
      const { status, body } = await asked(path, by)
      return status === 200 ? body.map(({ rid }: { rid: string }) => rid) : status
    }
    const costs = (line: string, more: string, by: Ask = ask) =>
      rids(`costs/change/respondents?by=source&line=source.${line}&figure=revenue_adjusted&${more}`, by)
    const [one, two] = [sourceIds[1], sourceIds[0]]
    expect(await costs(`${one}`, part)).toEqual(['late-11-b', 'late-11-a'])
    expect(await costs(`${one}`, `${part}&limit=1&offset=1`)).toEqual(['late-11-a'])
    expect([
      await costs(`${two}`, part),
      await costs(`${one}`, part.replace(`sup=${supplierId}`, `sup=${otherSupplierId}`)),
      await costs(`${one}`, part.replace('to_code=50', 'to_code=20')),
      await costs(`${one}`, part.replace(`request=${request}`, `request=${request + 1_000_000}`)),
      await costs(`${one}`, part.replace('cause=reconciliation', 'cause=returned')),
    ]).toEqual([[], [], [], [], []])
    // the line of reconciliations has one of them: the other was rejected for no reason
    const { rows } = await platform().database.asSystem(tx =>
      sql<{ month: string }>`select to_char(now() at time zone z.iana_name, 'YYYY-MM') as month
        from account a join time_zone z on z.code = a.time_zone_code where a.account_id = ${accountId}`.execute(tx),
    )
    const line = `line=source.${one}&line=month.${rows[0]?.month}&line=reason.930`
    expect(await rids(`reconciliation/change/respondents?by=source&${line}&figure=rejected&${part}`)).toEqual([
      'late-11-a',
    ])
    // each answers with the way to Explain, and with nothing else
    const { body } = await asked(`suppliers/change/respondents?figure=rejected_since&${part}&limit=1`)
    expect(body).toEqual([
      {
        at: expect.any(String),
        rdud: expect.stringMatching(new RegExp(`^${accountId.toString(36)}-[0-9a-f]{32}$`)),
        rid: 'late-11-b',
        stmid: one,
        pm_sy_ud: on.study.surveyId,
        pm_proj_ud: on.study.projectId,
      },
    ])
  })

  test('respondents of a part are shown to the readers of the change: none of another account, of a hidden figure, line or state, or of no part (domain.md §4)', async () => {
    const { supplierId, projectId } = on.study
    const part = 'cause=returned&from_code=11&to_code=30'
    const of = async (path: string, by: Ask = ask) => (await asked(path, by)).status
    const costs = 'costs/change/respondents?'
    expect([
      await of(`${costs}line=project.${projectId}&figure=revenue&${part}`, on.otherAccount),
      await of(`${costs}figure=margin&${part}`, on.plain),
      await of(`traffic/change/respondents?by=supplier&line=supplier.${supplierId}&figure=completes&${part}`, on.plain),
      await of(
        `terminations/change/respondents?line=project.${projectId}&line=state.20&figure=respondents&cause=entered&to_code=20`,
        on.plain,
      ),
      await of(`quotas/change/respondents?figure=completes&${part}`),
      await of(`${costs}figure=revenue&line=supplier.1&${part}`),
      await of(`${costs}figure=revenue`),
      await of(`${costs}figure=revenue&cause=nothing`),
      await of(`${costs}figure=revenue&${part}&limit=1001`),
      await of(`${costs}figure=revenue&${part}&sup=-1`),
      await of(`${costs}figure=revenue&${part}&request=2147483648`),
      await of(`${costs}figure=revenue&${part}&rule=%00`),
    ]).toEqual([404, 404, 403, 404, 422, 422, 422, 422, 422, 422, 422, 400])
    // a supplier that the plain view names is ignored, and states that it does not have are one
    const plain = await asked(
      `${costs}figure=revenue&cause=returned&to_code=30&sup=${otherSupplierId}&limit=1000`,
      on.plain,
    )
    const all = await asked(`${costs}figure=revenue&${part}&limit=1000`)
    expect([plain.status, plain.body.length > 0, plain.body.length >= all.body.length]).toEqual([200, true, true])
    expect((await asked(`${costs}figure=revenue&cause=returned&from_code=11&to_code=30`, on.plain)).body).toEqual([])
  })

  test('a line that the report does not have is refused at its field, with what to name; another account’s is not found', async () => {
    const field = async (path: string) => {
      const { status, body } = await asked(path)
      return [path, status, body.details?.[0]?.path?.[0]]
    }
    const { supplierId, projectId } = on.study
    expect([
      await field('costs/change?by=supplier&line=project.1&figure=revenue'),
      await field(`costs/change?by=supplier&line=supplier.${supplierId}&line=supplier.${supplierId}&figure=revenue`),
      await field('costs/change?by=supplier&line=supplier.x&figure=revenue'),
      await field('traffic/change?by=day&line=day.2026-02-31T&figure=completes'),
      await field('traffic/change?by=reason&line=reason.%00&figure=completes'),
      await field('quotas/change?figure=completes'),
      await field('costs/change?figure=constructor'),
      await field(`terminations/change?line=project.${projectId}&line=state.31&figure=respondents`),
    ]).toEqual([
      ['costs/change?by=supplier&line=project.1&figure=revenue', 422, 'line'],
      [`costs/change?by=supplier&line=supplier.${supplierId}&line=supplier.${supplierId}&figure=revenue`, 422, 'line'],
      ['costs/change?by=supplier&line=supplier.x&figure=revenue', 422, 'line'],
      ['traffic/change?by=day&line=day.2026-02-31T&figure=completes', 422, 'line'],
      ['traffic/change?by=reason&line=reason.%00&figure=completes', 400, undefined],
      ['quotas/change?figure=completes', 422, 'figure'],
      ['costs/change?figure=constructor', 404, undefined],
      [`terminations/change?line=project.${projectId}&line=state.31&figure=respondents`, 422, 'line'],
    ])
    expect((await asked(`costs/change?line=project.${projectId}&figure=revenue`, on.otherAccount)).status).toBe(404)
    // a narrowing that leaves the line out leaves nothing of it
    const other = await on.make.project({ accountId: on.study.accountId, name: 'Beverages' })
    const { body } = await asked(`costs/change?pm_proj_ud=${other}&line=project.${projectId}&figure=revenue`)
    expect([body.terms[0].after, body.parts]).toEqual([0, []])
  })

  test('the plain external view asks for no figure, supplier or rule that its report does not have (domain.md §4, §6.6)', async () => {
    expect((await asked('costs/change?figure=margin', on.plain)).status).toBe(404)
    expect((await asked('traffic/change?by=supplier&line=supplier.&figure=completes', on.plain)).status).toBe(403)
    const { status, body } = await asked('costs/change?figure=revenue', on.plain)
    expect([status, body.parts.length > 0]).toEqual([200, true])
    expect(body.parts.filter((part: object) => 'sup' in part || 'supplier' in part)).toEqual([])
    const state = async (path: string, by: Ask) => {
      const { status: answered, body: told } = await asked(path, by)
      return [answered, told.message]
    }
    const NO_STATE = [404, 'Your view of this report has no such state.']
    const ofProject = `terminations/change?line=project.${on.study.projectId}&figure=respondents&line=state.`
    const ofState = 'traffic/change?by=state&figure=entrants&line=state.'
    expect([await state(`${ofProject}50`, on.plain), await state(`${ofState}50`, on.plain)]).toEqual([
      NO_STATE,
      NO_STATE,
    ])
    // those that it does not tell apart are one line of the traffic, and none of the terminations
    expect(await state(ofState, on.plain)).toEqual([200, undefined])
    expect(await state(ofProject, on.plain)).toEqual(NO_STATE)
    expect([await state(`${ofState}50`, ask), await state(`${ofState}999`, ask)]).toEqual([[200, undefined], NO_STATE])
    expect([await state(ofState, ask), await state(`${ofProject}30&line=reason.`, ask)]).toEqual([NO_STATE, NO_STATE])
  })
})
