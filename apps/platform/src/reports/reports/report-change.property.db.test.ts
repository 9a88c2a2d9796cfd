import { unitCostOf } from '@desk/schema/columns/ratios'
import { keysOfLine as dimensionsOfLine, lineKeyText } from '@desk/schema/reports/report-change'
import { reportTermsOf as lineTermsOf } from '@desk/schema/reports/report-terms'
import { columnsOfReport, lineKey, reportFigure, type ReportLine } from '@desk/schema/reports/report-columns'
import {
  dimensionsOfReport,
  REPORTS,
  reportDimensions,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import { beforeAll, expect, test } from 'vitest'
import { sweepSums } from '#ledger/sweeps/sweeps'
import { makeRespondents } from '#nouns/reconciliation/testing/respondents'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const SEED = 20261126
const platform = usePlatform()
const HOUR_MS = 3_600_000
const TYPES = (Object.keys(REPORTS) as ReportType[]).filter(type => type !== 'quotas') // Object.keys loses the key types; quotas tell by their sources
const BY_HOUR = 'by=source&limit=1000'
let on: Stage
let ask: Ask
/** A moment within the traffic: some came before it, some after. */
let middle: string
/** Respondents of parts that were listed. */
let listed = 0
/** The counts of hours at that time. */
let hoursThen: readonly ReportLine[]
const until = new Date(Date.now() + HOUR_MS).toISOString()

/** The same numbers for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const pick = numbersFrom(SEED)

async function reconcile(body: object): Promise<number> {
  const previewed =
    'file' in body
      ? await ask('POST', `/v1/reconciliation/${on.study.projectId}`, body)
      : await ask('POST', '/v1/reconciliation/preview', body)
  const { reconciliation_ud: id } = previewed.body.request
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: id,
    digest: previewed.body.digest,
    project_number: 'AC-1',
  })
  expect([previewed.status, stored.status]).toEqual([200, 200])
  return id
}
const reject = (lines: string) =>
  reconcile({
    file: { filename: 'list.csv', base64: Buffer.from(`rdud,reason_code\n${lines}\n`).toString('base64') },
    mode: 'REJECT_LIST',
  })

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, sourceIds, supplierId, projectId } = on.study
  ask = await askAs(platform(), on.make, { accountId, roleId: 1, advancedView: true })
  const endedAtMs = (hours: number) => Date.now() - hours * HOUR_MS - pick(HOUR_MS)
  for (let at = 0; at < 24; at++) {
    const place = { accountId, sourceId: sourceIds[pick(2)] ?? 0, supplierId: pick(3) === 0 ? null : supplierId }
    const inboundCode = [null, '1000', '1000', '2000', '4000', '1', '3000'][pick(7)] ?? null
    await makeRespondents(platform().database, place, [`r${at}`, `s${at}`].slice(pick(2)), {
      inboundCode,
      endedAtMs: endedAtMs(pick(50 * 24)),
      isTest: pick(9) === 0,
    })
    if (at === 14) await sweepSums({ database: platform().database })
  }
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  await makeRespondents(platform().database, place, ['a', 'b', 'c', 'd', 'e'], { endedAtMs: endedAtMs(1) })
  const first = await reject('a,930\nb,931\nc,930')
  hoursThen = (await readReport('hours', BY_HOUR)).lines
  middle = new Date().toISOString()
  await reject('d,')
  await reconcile({ pm_proj_ud: projectId, undo_of: first })
})

/** A line's keys, as a query has them. */
function keysOfLine(
  type: ReportType,
  by: readonly ReportDimension[],
  view: 'internal' | 'external',
  line: ReportLine,
): readonly string[] {
  return dimensionsOfLine(type, by, view).map(is => {
    const field =
      is !== 'reason' ? is : type === 'terminations' ? 'rule' : type === 'reconciliation' ? 'reason_code' : is
    const value: unknown = Reflect.get(line, field)
    const id = typeof value === 'string' || typeof value === 'number' ? value : (lineKey(line, is)?.id ?? null)
    return lineKeyText({ is, id: id === null ? null : String(id) })
  })
}

interface Read {
  readonly lines: readonly ReportLine[]
  readonly total: unknown
}
async function readReport(type: ReportType, query: string, by: Ask = ask): Promise<Read> {
  const { status, body } = await by('GET', `/v1/reports/${type}?${query}`)
  expect([type, query, status]).toEqual([type, query, 200])
  return body
}

const addressOf = (line: readonly string[] | undefined) =>
  (line ?? []).map(key => `&line=${encodeURIComponent(key)}`).join('')

interface Side {
  readonly role: string
  readonly unit: string
  readonly before: number
  readonly after: number
}
/** The figure that terms come to. */
function figureOf(terms: readonly Side[], when: 'before' | 'after'): number | null | undefined {
  const [one, under] = terms
  if (one === undefined || (one.role === 'numerator' && under === undefined)) return undefined
  if (under === undefined) return one.unit === 'cents' ? one[when] / 100 : one[when]
  if (under[when] === 0) return null
  return one.unit === 'cents' && under.unit === 'respondents'
    ? unitCostOf(one[when], under[when])
    : one[when] / under[when]
}

/** Asks why a figure changed; its parts must add up. */
async function whyOf(
  type: ReportType,
  query: string,
  line: readonly string[] | undefined,
  figure: string,
  by: Ask = ask,
) {
  const path = `/v1/reports/${type}/change?${query.replace(/limit=1000$/, '')}figure=${figure}${addressOf(line)}&since=${middle}&until=${until}`
  const { status, body } = await by('GET', path)
  expect([path, status, body.message]).toEqual([path, 200, undefined])
  for (const [at, { before, after }] of body.terms.entries())
    expect([
      path,
      body.parts.reduce((sum: number, part: { changes: number[] }) => sum + (part.changes[at] ?? 0), before),
    ]).toEqual([path, after])
  await leadsToRespondents(path, body.parts, by)
  return body.terms as readonly Side[]
}

type ReportedPart = Readonly<Record<string, string | number | null>> & { readonly respondents: number }
/** One part of a change, not the same one of each, lists as many respondents as it says, by pages too. */
async function leadsToRespondents(path: string, parts: readonly ReportedPart[], by: Ask): Promise<void> {
  const part = parts[path.length % Math.max(1, parts.length)]
  if (part === undefined) return
  const named = ['sup', 'cause', 'from_code', 'to_code', 'rule', 'request'].flatMap(name => {
    const value = part[name]
    return value === undefined || value === null ? [] : [`&${name}=${encodeURIComponent(value)}`]
  })
  const asked = `${path.replace('/change?', '/change/respondents?')}${named.join('')}`
  const { status, body } = await by('GET', `${asked}&limit=1000`)
  expect([asked, status, body.length]).toEqual([asked, 200, part.respondents])
  listed += part.respondents
  if (part.respondents === 1) return
  const pages = await Promise.all([by('GET', `${asked}&limit=1`), by('GET', `${asked}&limit=1000&offset=1`)])
  expect([asked, pages.flatMap(page => page.body)]).toEqual([asked, body])
}

type Pair = Readonly<Record<'by' | 'and', ReportDimension | undefined>>
/** Each dimension alone. */
const singles = (type: ReportType, view: 'internal' | 'external'): readonly Pair[] =>
  [undefined, ...dimensionsOfReport(type, view, view === 'internal')].map(by => ({ by, and: undefined }))
/** Pairs in which each dimension comes first once and second once, beside one that the seed picks: all pairs take minutes. */
function pairsOf(type: ReportType, view: 'internal' | 'external'): readonly Pair[] {
  const offered = dimensionsOfReport(type, view, view === 'internal')
  const shift = 1 + pick(offered.length - 1)
  return offered.map((by, at) => ({ by, and: offered[(at + shift) % offered.length] }))
}
const queryOf = ({ by, and }: Pair, more = '') =>
  `${by === undefined ? '' : `by=${by}&`}${and === undefined ? '' : `and=${and}&`}${more}limit=1000`
const WITHOUT_TOTALS: readonly ReportType[] = ['terminations', 'quotas']
const told = (type: ReportType, by: readonly ReportDimension[], view: 'internal' | 'external') =>
  columnsOfReport(type, by, view).filter(({ id }) => lineTermsOf(type, id) !== undefined)

test.each(TYPES)(
  `every line of %s that is by any two things tells the same figure as the report (settlement.md §4; seed ${SEED})`,
  async type => {
    let asked = 0
    for (const view of ['internal', 'external'] as const)
      for (const pair of [...singles(type, view), ...pairsOf(type, view)]) {
        const reader = view === 'internal' ? ask : on.plain
        const by = reportDimensions(type, pair)
        // the plain view's user may not see suppliers, which some reports have unless one chooses otherwise
        if (view === 'external' && by.includes('supplier')) continue
        const dates = pick(2) === 0 ? '' : `from=${new Date(Date.now() - pick(40 * 24) * HOUR_MS).toISOString()}&`
        const query = queryOf(pair, dates)
        const { lines, total } = await readReport(type, query, reader)
        const columns = told(type, by, view)
        // of one thing alone some columns, of two any one; managers are traffic by another thing
        const isAll = pair.and === undefined
        const chosen = isAll
          ? columns.filter(() => pick(view === 'internal' && type !== 'managers' ? 4 : 8) === 0)
          : [columns[pick(columns.length)]].filter(one => one !== undefined)
        const some = isAll ? lines.slice(0, 2) : [lines[pick(lines.length)]].filter(one => one !== undefined)
        // a total is of all lines, whatever they are by: one column of each will do
        const ofTotal = WITHOUT_TOTALS.includes(type) || !isAll ? [] : chosen.slice(0, 1)
        const asks = [
          ...chosen.flatMap(({ id }) => some.map(line => ({ id, line, keys: keysOfLine(type, by, view, line) }))),
          ...ofTotal.map(({ id }) => ({ id, line: total as ReportLine, keys: undefined })),
        ]
        await Promise.all(
          asks.map(async ({ id, line, keys }) => {
            const value = figureOf(await whyOf(type, query, keys, id, reader), 'after')
            const shown = value === undefined && keys !== undefined ? undefined : reportFigure(line, id)
            expect([query, id, line, value]).toEqual([query, id, line, shown])
          }),
        )
        asked += chosen.length * some.length
      }
    expect(asked).toBeGreaterThan(10)
  },
  300_000,
)

test('what a figure was is what a report until that moment says (settlement.md §4)', async () => {
  for (const type of ['traffic', 'suppliers', 'costs', 'terminations', 'reconciliation'] as const)
    for (const [place, pair] of singles(type, 'internal').entries()) {
      const by = reportDimensions(type, pair)
      // rejects of completes made until then may have come later
      const columns = told(type, by, 'internal').filter(
        ({ id }) => !id.startsWith('reject') || type === 'reconciliation',
      )
      // of each dimension a fourth of the columns, of four dimensions all
      const chosen = columns.filter((_, at) => columns.length < 4 || at % 4 === place % 4)
      const query = queryOf(pair)
      const { lines } = await readReport(type, queryOf(pair, `to=${middle}&`))
      await Promise.all(
        lines.slice(0, 2).flatMap(line =>
          chosen.map(async ({ id }) => {
            const value = figureOf(await whyOf(type, query, keysOfLine(type, by, 'internal', line), id), 'before')
            expect([query, id, line, value]).toEqual([query, id, line, reportFigure(line, id)])
          }),
        ),
      )
    }
}, 300_000)

test('hours were what they showed then: a complete that is taken back leaves the hour in which it was made, and an undo brings it back (settlement.md §4)', async () => {
  const { lines: now } = await readReport('hours', BY_HOUR)
  const { total } = await readReport('hours', 'limit=1000')
  const completes = (lines: readonly ReportLine[]) =>
    new Map(
      lines.map(line => [keysOfLine('hours', ['source'], 'internal', line).join(' '), reportFigure(line, 'completes')]),
    )
  // three come back by the undo, to the same hours; one is taken back
  expect(now).not.toEqual(hoursThen)
  const told = async () => {
    for (const line of [...hoursThen, ...now]) {
      const keys = keysOfLine('hours', ['source'], 'internal', line)
      const terms = await whyOf('hours', BY_HOUR.replace('limit=1000', ''), keys, 'completes')
      const [at, then, since] = [keys.join(' '), completes(hoursThen), completes(now)]
      expect([at, figureOf(terms, 'before'), figureOf(terms, 'after')]).toEqual([
        at,
        then.get(at) ?? 0,
        since.get(at) ?? 0,
      ])
    }
    const dated = `from=${new Date(Date.now() - 40 * 24 * HOUR_MS).toISOString()}&`
    const { total: datedTotal } = await readReport('hours', `${dated}limit=1000`)
    const sums = [
      figureOf(await whyOf('hours', '', undefined, 'completes'), 'after'),
      figureOf(await whyOf('hours', dated, undefined, 'completes'), 'after'),
      figureOf(await whyOf('hours', '', undefined, 'completes'), 'before'),
    ]
    expect(sums).toEqual([
      reportFigure(total as ReportLine, 'completes'),
      reportFigure(datedTotal as ReportLine, 'completes'),
      hoursThen.reduce((sum, line) => sum + (reportFigure(line, 'completes') ?? 0), 0),
    ])
  }
  await told()
  // the same once the sums have all lines
  await sweepSums({ database: platform().database })
  await told()
})

test('respondents of many parts were listed', () => {
  expect(listed).toBeGreaterThan(200)
})

test('a key that is no day, month, hour or state answers 4xx, or nothing', async () => {
  for (const line of [
    'day.2026-02-31',
    'day.2026-02-30',
    'day.0000-01-01',
    'month.0000-01',
    'state.999',
    'hour.2026-11-01T24:00:00.000Z',
  ]) {
    const by = line.slice(0, line.indexOf('.'))
    const { status } = await ask(
      'GET',
      `/v1/reports/traffic/change?by=${by}&line=${line}&figure=completes&since=${middle}&until=${until}`,
    )
    expect([line, status < 500]).toEqual([line, true])
  }
})
