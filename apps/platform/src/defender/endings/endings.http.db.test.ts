import { beforeAll, describe, expect, test } from 'vitest'
import { foldEndings } from '#ledger/batches/ending-counts.store'
import { usePlatform } from '#testing/platform'
import { defenderStage, type DefenderStage } from '../testing/defender-stage.ts'

const HOUR_MS = 3_600_000
const platform = usePlatform()
let on: DefenderStage
let other: DefenderStage
const hour = Math.floor(Date.now() / HOUR_MS)
const at = (hours: number) => new Date((hour + hours) * HOUR_MS).toISOString()
const query = (more = '', from = at(-1), until = at(2)) => `?from=${from}&until=${until}${more}`
const overview = async (more = '') => (await on.admin('GET', `/v1/defender/endings${query(more)}`)).body
const people = async (more = '') => (await on.admin('GET', `/v1/defender/endings/people${query(more)}`)).body
const fold = () => platform().database.asSystem(tx => foldEndings(tx, 500))

beforeAll(async () => {
  const spec = {
    defender: [{ rule: 'duplicate_fingerprint' }, { rule: 'country', mode: 'shadow' as const }],
    sources: [{ qualifications: [{ param: 'age', min: 18, max: 30 }] }],
  }
  on = await defenderStage(platform(), spec)
  other = await defenderStage(platform(), spec)
  const young = { parameters: new Map([['age', '20']]) }
  const { hex } = await on.enter('ann', { fingerprint: 'f-1', ...young })
  await on.enter('bob', { fingerprint: 'f-1', ...young })
  await on.enter('eve', { parameters: new Map([['age', '70']]) })
  const complete = await on.enter('zoe', young)
  await on.comeBack(hex, '2000')
  await on.comeBack(complete.hex, '1000')
  await on.enter('kim', young)
  await on.enter('test', { testToken: on.study.testToken, ...young })
  await other.enter('stranger', { parameters: new Map([['age', '70']]) })
})

describe('the termination overview', () => {
  test('counts where entrants end by state, rule, supplier, source and hour, before and after a sweep (§2.27)', async () => {
    const { as_of: asOf, ...counted } = await overview()
    expect(Date.now() - Date.parse(asOf)).toBeLessThan(60_000)
    const all = { entrants: 5, respondents: 3 }
    expect(counted).toEqual({
      from: at(-1),
      until: at(2),
      ...all,
      by_code: [
        { code: 11, respondents: 1 },
        { code: 20, respondents: 1 },
        { code: 21, respondents: 1 },
        { code: 30, respondents: 1 },
        { code: 31, respondents: 1 },
      ],
      by_rule: [
        { rule: 'duplicate_fingerprint', code: 20, respondents: 1 },
        { rule: 'qualification', code: 21, respondents: 1 },
      ],
      by_supplier: [{ pm_sup_ud: on.study.supplierId, name: 'Panel', ...all }],
      by_source: [{ stmid: on.study.sourceId, stream_name: 'Source', survey_name: 'Survey', ...all }],
      step_hours: 1,
      by_hour: [{ at: at(0), ...all }],
    })
    await fold()
    const { as_of: _later, ...folded } = await overview()
    expect(folded).toEqual(counted)
  })

  test('reads whole days by day: a month counts as its hours do', async () => {
    const dayStart = Math.floor(hour / 24) * 24 - hour
    const whole = (await on.admin('GET', `/v1/defender/endings${query('', at(dayStart - 24), at(dayStart + 24))}`)).body
    expect([whole.entrants, whole.respondents]).toEqual([5, 3])
  })

  test('counts a year by blocks and days, and tells days of UTC; its respondents are found page by page (§2.27)', async () => {
    const ask = async (path: string, more = '') =>
      (await on.admin('GET', `/v1/defender/${path}${query(more, at(-365 * 24), at(2))}`)).body
    const dayStart = Math.floor(hour / 24) * 24 - hour
    const all = { entrants: 5, respondents: 3 }
    const year = await ask('endings')
    expect(year).toMatchObject({ ...all, step_hours: 24, by_hour: [{ at: at(dayStart), ...all }] })
    expect([Date.parse(year.from) % (24 * HOUR_MS), Date.parse(year.until) % (24 * HOUR_MS)]).toEqual([0, 0])
    expect(await ask('endings', `&source=${on.study.sourceId}`)).toMatchObject({
      ...all,
      by_hour: [{ at: at(dayStart), ...all }],
    })
    await fold()
    expect((await ask('endings')).by_hour).toEqual(year.by_hour)
    const first = await ask('endings/people', '&limit=2')
    const second = await ask('endings/people', `&limit=2&after=${first.next}`)
    expect([first.rows, second.rows].map(rows => rows.map(({ rid }: { rid: string }) => rid))).toEqual([
      ['eve', 'bob'],
      ['ann'],
    ])
    expect((await ask('endings/people', `&after=${second.next}`)).rows).toEqual([])
    const early = `?from=${at(-300 * 24)}&until=${at(-100 * 24)}`
    expect((await on.admin('GET', `/v1/defender/endings/people${early}`)).body).toMatchObject({ rows: [], next: null })
  })

  test('a filter leaves whom it names, among all who entered', async () => {
    const counts = async (more: string) => {
      const { entrants, respondents } = await overview(more)
      return [entrants, respondents]
    }
    expect([
      await counts('&code=31'),
      await counts('&rule=qualification'),
      await counts('&rule=qualif%25'),
      await counts(`&source=${on.study.sourceId}&code=20`),
      await counts(`&source=${other.study.sourceId}`),
      await counts('&supplier=0'),
    ]).toEqual([
      [5, 1],
      [5, 1],
      [5, 0],
      [5, 1],
      [0, 0],
      [0, 0],
    ])
  })

  test('a figure leads to the respondents behind it, page by page, with the rule that decided', async () => {
    const first = await people('&limit=2')
    const second = await people(`&limit=2&after=${first.next}`)
    const rows = [...first.rows, ...second.rows]
    expect([first.rows.length, second.next, rows.map(({ rid, code, rule }) => [rid, code, rule])]).toEqual([
      2,
      null,
      [
        ['eve', 21, 'qualification: q1'],
        ['bob', 20, 'duplicate_fingerprint'],
        ['ann', 31, null],
      ],
    ])
    expect((await people('&rule=qualification')).rows).toMatchObject([
      { rid: 'eve', supplier: 'Panel', threshold: '18 to 30', value: '70' },
    ])
    expect((await people(`&code=30`)).rows.map(({ rid }: { rid: string }) => rid)).toEqual(['zoe'])
  })

  test('the plain external view sees no supplier, nor can ask for one (§6.6)', async () => {
    const seen = (await on.plain('GET', `/v1/defender/endings${query()}`)).body
    const person = (await on.plain('GET', `/v1/defender/endings/people${query()}`)).body.rows[0]
    const asked = await on.plain('GET', `/v1/defender/endings${query(`&supplier=${on.study.supplierId}`)}`)
    expect([seen.entrants, 'by_supplier' in seen, 'supplier' in person, asked.status]).toEqual([5, false, false, 422])
  })

  test('a time that is too long, ends before it begins or is none is refused with the field (§5.28)', async () => {
    const told = async (from: string, until: string, more = '') => {
      const { status, body } = await on.admin('GET', `/v1/defender/endings${query(more, from, until)}`)
      return [status, body.details?.[0]?.path.join()]
    }
    expect([
      await told(at(0), at(0)),
      await told(at(0), at(24 * 367)),
      await told('2026-13-01T00:00:00Z', at(0)),
      await told(at(0), at(1), '&rule=a%00b'),
      await told(at(0), at(1), `&rule=${'r'.repeat(101)}`),
    ]).toEqual([
      [422, 'until'],
      [422, 'until'],
      [422, 'from'],
      [400, undefined],
      [422, 'rule'],
    ])
  })
})
