import { columnsOfReport } from '@desk/schema/reports/report-columns'
import { REPORTS, type ReportType } from '@desk/schema/reports/report'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readAllLines } from '#kernel/downloads/line-stream'
import { addEntries } from '#ledger/testing/sums'
import { countReadings, giveUp } from '#testing/given-up'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { linesFrom } from '../line-source.ts'
import { selectHours } from '../report-hours.store.ts'

const platform = usePlatform()
const HOURS = 30_000
let on: Stage
let token: string
let source: number

beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  source = study.sourceIds[0] ?? 0
  const { username } = await make.user({ accountId: study.accountId, roleId: 1, advancedView: true })
  token = await platform().signIn(username, TEST_PASSWORD)
  await platform().database.asSystem(async tx => {
    await sql`update source set name = '=HYPERLINK("http://x.example")' where source_id = ${source}`.execute(tx)
    await sql`
      insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live)
      select ${study.accountId}, 3, ${source}, '2020-01-01T00:00:00Z'::timestamptz + make_interval(hours => n), n + 1, 1
      from generate_series(0, ${HOURS - 1}) n`.execute(tx)
    await sql`
      insert into supplier_rollup (account_id, source_id, supplier_id, entrants, code_31, code_30, priced_completes, expense_cents, revenue_cents, priced_revenue_cents)
      values (${study.accountId}, ${source}, ${study.supplierId}, 8, 2, 3, 3, 1234, 1000, 1000)`.execute(tx)
    const entries = { accountId: study.accountId, sourceId: source, supplierId: study.supplierId }
    await addEntries(tx, { ...entries, code: 31, respondents: 2 })
    await addEntries(tx, { ...entries, code: 30, respondents: 3, expenseCents: 1234, revenueCents: 1000 })
  })
})

const plain = (body: unknown) => String(body).replace('\uFEFF', '').split('\r\n')
const download = (path: string, signal?: AbortSignal) =>
  fetch(`${platform().url}/v1/reports/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
    ...(signal === undefined ? {} : { signal }),
  })

test('a report is given as CSV with all its lines; what a spreadsheet would run is text (§2.12, §9.11)', async () => {
  const answer = await download('hours/file?format=csv&by=source')
  const lines = (await answer.text()).split('\r\n')
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="hours-\d{4}-\d\d-\d\d\.csv"/),
  ])
  expect(lines.slice(0, 2)).toEqual([
    '"Hour","Source","Entrants","Completes"',
    `"2023-06-03T23:00:00.000Z","'=HYPERLINK(""http://x.example"")","${HOURS}","1"`,
  ])
  expect([lines.length, lines.at(-2), lines.at(-1)]).toEqual([
    HOURS + 2,
    `"2020-01-01T00:00:00.000Z","'=HYPERLINK(""http://x.example"")","1","1"`,
    '',
  ])
})

test('figures are as a spreadsheet reads them: money with cents and its sign, shares in percent', async () => {
  const [heads, line] = (await (await download('costs/file?format=csv')).text()).split('\r\n')
  expect([heads, line]).toEqual([
    '"Project","Completes","Revenue","Expense","Priced","Margin","Margin %","Revenue adj.","Expense adj.","Adjusted","Adj. priced"',
    '"Streaming habits","3","10.00","12.34","3","-2.34","-23.4%","0.00","0.00","0","0"',
  ])
})

test('a report is given as a workbook whose figures are numbers and whose texts are texts (§2.12)', async () => {
  const answer = await download('hours/file?format=xlsx&by=source')
  expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  const [sheet] = sheets
  expect([sheets.length, sheet?.name, sheet?.rows.length, sheet?.rows[0], sheet?.rows[1]]).toEqual([
    1,
    'Hourly completes',
    HOURS + 1,
    ['Hour', 'Source', 'Entrants', 'Completes'],
    ['2023-06-03T23:00:00.000Z', '=HYPERLINK("http://x.example")', HOURS, 1],
  ])
})

test.each(Object.keys(REPORTS) as ReportType[])(
  // Object.keys loses the key types
  '%s is given as CSV and as a workbook with the columns of its screen, of the internal and the external view (§2.12, domain.md §4)',
  async type => {
    const { by } = REPORTS[type]
    const heads = (view: StreamViewType) =>
      columnsOfReport(type, by === null ? [] : [by], view).map(({ label }) => label)
    const csv = await (await download(`${type}/file?format=csv`)).text()
    expect(csv.split('\r\n')[0]).toBe(
      heads('internal')
        .map(label => `"${label}"`)
        .join(','),
    )
    const workbook = await download(`${type}/file?format=xlsx`)
    const { sheets } = await readXlsx(new Uint8Array(await workbook.arrayBuffer()))
    expect(sheets[0]?.rows[0]).toEqual(heads('internal'))
    if (type === 'suppliers') return
    const { body } = await on.plain('GET', `/v1/reports/${type}/file?format=csv`)
    expect(plain(body)[0]).toBe(
      heads('external')
        .map(label => `"${label}"`)
        .join(','),
    )
  },
)

test('what a view hides is in no file of it, and neither suppliers nor another account’s things (domain.md §4)', async () => {
  const { body } = await on.plain('GET', '/v1/reports/costs/file?format=csv')
  expect(plain(body).slice(0, 2)).toEqual([
    '"Project","Completes","Revenue","Revenue adj."',
    '"Streaming habits","3","10.00","0.00"',
  ])
  expect((await on.plain('GET', '/v1/reports/suppliers/file?format=csv')).status).toBe(403)
  expect((await on.otherAccount('GET', `/v1/reports/hours/file?format=csv&stmid=${source}`)).status).toBe(404)
  expect((await on.advanced('GET', '/v1/reports/hours/file?format=csv&by=supplier')).status).toBe(422)
  expect((await on.advanced('GET', '/v1/reports/hours/file?format=pdf')).status).toBe(422)
})

const readings = () => countReadings(platform().databaseUrl)

test('a reader who takes nothing holds its connection no longer than its patience lasts', async () => {
  const { accountId } = on.study
  const ended = new Promise<void>(resolve => {
    void readAllLines(
      platform().database,
      accountId,
      linesFrom(selectHours(accountId, {}, ['source']), () => ({ hour: '', entrants: 0, completes: 0 })),
      {
        signal: new AbortController().signal,
        onEnd: resolve,
        patienceMs: 1,
      },
    )
  })
  await ended
  await expect.poll(readings).toBe(0)
})

test('an account downloads two at a time; a third has to wait (§2.12)', async () => {
  const endings = [new AbortController(), new AbortController()]
  await platform().database.asSystem(async tx => {
    // as long as this lasts, both wait for their first line
    await sql`lock table hour_bucket in access exclusive mode`.execute(tx)
    const answers = endings.map(({ signal }) => download('hours/file?format=csv', signal))
    await expect.poll(readings).toBe(2)
    const third = await download('costs/file?format=csv')
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '30'])
    endings.forEach(ending => ending.abort())
    await Promise.allSettled(answers)
    await expect.poll(async () => (await download('costs/file?format=csv')).status).toBe(200)
  })
})

test('a call for the head alone reads no lines', async () => {
  const head = () =>
    fetch(`${platform().url}/v1/reports/hours/file?format=csv&by=source`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
    })
  for (let times = 0; times < 3; times++) {
    // the place of the call before is left a moment after its reading ended
    await expect
      .poll(async () => {
        const { status, headers } = await head()
        return [status, headers.get('content-type')]
      })
      .toEqual([200, 'text/csv; charset=utf-8'])
    await expect.poll(readings).toBe(0)
  }
})

test.each(['csv', 'xlsx'])(
  'a download of %s that is given up ends its reading, before its first line and after it',
  format =>
    giveUp(platform(), {
      ask: signal => download(`hours/file?format=${format}&by=source`, signal),
      table: 'hour_bucket',
      readings,
    }),
)
