import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lastMonth } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker } from '#testing/study'
import { keepWindowOpen } from '../reconciliation/testing/keep-window-open.ts'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'

const platform = usePlatform()
const HOUR_MS = 3_600_000
const { month, middleMs } = lastMonth()
const at = (hours: number) => new Date(middleMs + hours * HOUR_MS).toISOString()
/** Until after now: what a reconciliation takes back has the moment of the test. */
const LATER = new Date(Date.now() + HOUR_MS).toISOString()

let ask: Ask
let plain: Ask
let supplierId: number
let projectId: number

const change = (query: string, asked: Ask = ask) => asked('GET', `/v1/statements/${month}/changes?${query}`)
const sellChange = (query: string, asked: Ask = ask) => asked('GET', `/v1/sell-statements/${month}/changes?${query}`)
const supplied = () => `supplier=${supplierId}`

beforeAll(async () => {
  const make = new StudyMaker(platform().database)
  const house = await make.account({ name: 'House', isStaff: true })
  const accountId = await make.account({ name: 'Acme', parentAccountId: house })
  const study = await make.study({ accountId })
  ;({ supplierId, projectId } = study)
  await platform().database.asAccount(accountId, tx =>
    sql`update project set name = 'Snacks' where account_id = ${accountId} and project_id = ${projectId}`.execute(tx),
  )
  const place = { accountId, sourceId: study.sourceIds[0] ?? 0, supplierId }
  await makeRespondents(platform().database, place, ['a', 'b'], { endedAtMs: middleMs })
  const late = await makeRespondents(platform().database, place, ['c'], { endedAtMs: middleMs + 5 * HOUR_MS })
  ask = await askAs(platform(), make, { accountId, roleId: 1 })
  plain = await askAs(platform(), make, { accountId, roleId: 2 })
  await keepWindowOpen(platform().databaseUrl, accountId)
  const preview = await ask('POST', '/v1/reconciliation/preview', {
    pm_proj_ud: projectId,
    text: `${late[0]?.rdud ?? ''},930`,
  })
  const { request, digest } = preview.body
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: request.reconciliation_ud,
    digest,
    project_number: 'AC-1',
  })
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body))
})

/** A statement's own totals. */
const shownBy = ({
  lines,
  completes,
  complete_cents,
  adjustments,
  adjustment_cents,
  total_cents,
}: Record<string, number>) => ({
  lines,
  completes,
  complete_cents,
  adjustments,
  adjustment_cents,
  total_cents,
})
interface Part {
  readonly kind: string
  readonly origin: string
  readonly price_cents: number
}
const sumOf = ({ kind, origin, price_cents: price }: Part, by: 'source' | 'survey', id: number) =>
  `${by}=${id}&kind=${kind}&origin=${origin}&price_cents=${price}`
const NOTHING = { lines: 0, completes: 0, complete_cents: 0, adjustments: 0, adjustment_cents: 0, total_cents: 0 }

describe('why a statement changed (settlement.md §4)', () => {
  test('what it came to at the second moment is what the statement shows, and its parts by project, month and reconciliation are the difference', async () => {
    const statement = (await ask('GET', `/v1/statements/${month}?${supplied()}`)).body
    const price = statement.parts[0].price_cents
    const { status, body } = await change(`${supplied()}&from=${at(1)}&to=${LATER}`)
    expect([status, body.state, body.closed_at, body.others]).toEqual([200, 'open', null, null])
    expect(body.before).toEqual({
      ...NOTHING,
      lines: 2,
      completes: 2,
      complete_cents: 2 * price,
      total_cents: 2 * price,
    })
    expect(body.after).toEqual(shownBy(statement))
    const part = { origin: month, pm_proj_ud: projectId, project_name: 'Snacks', of_id: null, of_name: '', lines: 1 }
    expect(body.parts).toHaveLength(2)
    expect(body.parts).toEqual(
      expect.arrayContaining([
        {
          ...part,
          kind: 'complete',
          cause: 'returned',
          reason_code: null,
          request_number: null,
          undoes_number: null,
          amount_cents: price,
        },
        {
          ...part,
          kind: 'adjustment',
          cause: 'reconciliation',
          reason_code: 930,
          request_number: 1,
          undoes_number: null,
          amount_cents: -price,
        },
      ]),
    )
    expect(
      body.newest.map((line: { amount_cents: number; to_code: number }) => [line.amount_cents, line.to_code]),
    ).toEqual([
      [-price, 50],
      [price, 30],
    ])
  })

  test('what comes after the second moment is in neither', async () => {
    const { body } = await change(`${supplied()}&from=${at(-1)}&to=${at(1)}`)
    expect([body.before, body.after.completes, body.parts.length]).toEqual([NOTHING, 2, 1])
    const quiet = await change(`${supplied()}&from=${at(1)}&to=${at(2)}`)
    expect([quiet.body.before, quiet.body.parts, quiet.body.newest]).toEqual([body.after, [], []])
  })

  test('all statements of a month are separated by their owner', async () => {
    const { body } = await change(`all=true&from=${at(-1)}&to=${at(1)}`)
    expect(body.parts.map((part: { of_id: number; of_name: string }) => part.of_id)).toEqual([supplierId])
    expect(body.parts[0].of_name).not.toBe('')
  })

  test('the sell side says the same in sell prices, to the plain external view too, which has no supply side (domain.md §4)', async () => {
    const span = `from=${at(-1)}&to=${LATER}`
    expect((await change(`${supplied()}&${span}`, plain)).status).toBe(403)
    const shown = (await plain('GET', `/v1/sell-statements/${month}?of=project&id=${projectId}`)).body
    const { body } = await sellChange(`of=project&id=${projectId}&${span}`, plain)
    expect([body.name, body.before, body.after]).toEqual(['Snacks', NOTHING, shownBy(shown)])
    expect(shown.total_cents).toBe(1_700)
    expect(JSON.stringify(body)).not.toContain('"rid"')
  })

  test('a month, a supplier without an owner and two moments the wrong way round are refused', async () => {
    const span = `from=${at(-1)}&to=${LATER}`
    const old = await ask('GET', `/v1/statements/2020-01/changes?${supplied()}&${span}`)
    const foreign = await change(`supplier=999999999&${span}`)
    const backwards = await change(`${supplied()}&from=${LATER}&to=${at(0)}`)
    expect([old.status, foreign.status, backwards.status]).toEqual([404, 404, 422])
  })

  test('one sum of a statement, by source or by survey, has the lines of that sum alone, open as closed', async () => {
    const statement = (await ask('GET', `/v1/statements/${month}?${supplied()}`)).body
    const sold = (await ask('GET', `/v1/sell-statements/${month}?of=project&id=${projectId}`)).body
    expect([statement.parts.length, sold.parts.length]).toEqual([2, 2]) // completes, and those taken back
    for (const part of statement.parts) {
      const { body } = await change(`${supplied()}&${sumOf(part, 'source', part.stmid)}&from=${at(1)}&to=${LATER}`)
      const isComplete = part.kind === 'complete'
      expect([body.sum_of, body.after.lines, body.after.total_cents]).toEqual([
        part.source_name,
        part.lines,
        part.amount_cents,
      ])
      expect([body.before.lines, body.parts.map((one: { kind: string }) => one.kind)]).toEqual([
        isComplete ? 2 : 0,
        [part.kind],
      ])
    }
    for (const part of sold.parts) {
      const query = `of=project&id=${projectId}&${sumOf(part, 'survey', part.pm_sy_ud)}&from=${at(-1)}&to=${LATER}`
      const { body } = await sellChange(query, plain)
      expect([body.sum_of, body.after.lines, body.after.total_cents]).toEqual([
        part.survey_name,
        part.lines,
        part.amount_cents,
      ])
    }
  })

  test('all of a month beside one statement is refused, of either side', async () => {
    const span = `from=${at(-1)}&to=${LATER}`
    const supply = await change(`all=true&${supplied()}&${span}`)
    const sell = await sellChange(`of=project&all=true&id=${projectId}&${span}`)
    expect([supply.status, sell.status]).toEqual([422, 422])
    for (const { body } of [supply, sell])
      expect(body.details).toEqual([{ path: ['all'], message: 'Either one statement is named, or all of them are.' }])
  })

  test('a sum that is named in part, of all of a month, or that the statement does not have is refused', async () => {
    const span = `from=${at(-1)}&to=${LATER}`
    const [part] = (await ask('GET', `/v1/statements/${month}?${supplied()}`)).body.parts
    const whole = sumOf(part, 'source', part.stmid)
    const statuses = []
    for (const query of [
      `${supplied()}&source=${part.stmid}`,
      `${supplied()}&kind=complete&origin=${month}&price_cents=1`,
      `all=true&${whole}`,
      `${supplied()}&${sumOf(part, 'source', 999_999_999)}`,
      `${supplied()}&${sumOf({ ...part, price_cents: part.price_cents + 1 }, 'source', part.stmid)}`,
    ])
      statuses.push((await change(`${query}&${span}`)).status)
    expect(statuses).toEqual([422, 422, 422, 404, 404])
  })

  test('a closed month keeps what led to it, and nothing changes it after it closed', async () => {
    const open = (await change(`${supplied()}&from=${at(-1)}&to=${LATER}`)).body
    expect((await ask('POST', `/v1/statements/${month}/close`)).status).toBe(200)
    const closed = (await change(`${supplied()}&from=${at(-1)}&to=${LATER}`)).body
    expect([closed.state, typeof closed.closed_at]).toEqual(['closed', 'string'])
    expect([closed.before, closed.after, closed.parts]).toEqual([open.before, open.after, open.parts])
    const since = await change(`${supplied()}&from=${closed.closed_at}&to=${LATER}`)
    expect([since.body.before, since.body.parts]).toEqual([closed.after, []])
    const signed = (await ask('GET', `/v1/statements/${month}?${supplied()}`)).body
    for (const part of signed.parts) {
      const { body } = await change(`${supplied()}&${sumOf(part, 'source', part.stmid)}&from=${at(-1)}&to=${LATER}`)
      expect([body.state, body.sum_of, body.after.lines, body.after.total_cents]).toEqual([
        'closed',
        part.source_name,
        part.lines,
        part.amount_cents,
      ])
    }
    const sold = (await ask('GET', `/v1/sell-statements/${month}?of=project&id=${projectId}`)).body
    for (const part of sold.parts) {
      const query = `of=project&id=${projectId}&${sumOf(part, 'survey', part.pm_sy_ud)}&from=${at(-1)}&to=${LATER}`
      const { body } = await sellChange(query)
      expect([body.sum_of, body.after.total_cents]).toEqual([part.survey_name, part.amount_cents])
    }
    const sell = await sellChange(`of=project&id=${projectId}&from=${at(-1)}&to=${LATER}`)
    expect([sell.body.state, sell.body.after.total_cents]).toEqual(['closed', 1_700])
  })
})
