import type { ReconciliationPreview, ReconciliationReport } from '@desk/schema/reconciliation/reconciliation-preview'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countReadings, giveUp } from '#testing/given-up'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD, type Study } from '#testing/study'
import { makeRespondents } from './testing/respondents.ts'

const platform = usePlatform()
/** More than two lots of a file, the last of them not full; each other row is of the rest. */
const ROWS = 12_345
let make: StudyMaker
let study: Study
let token: string
let request: ReconciliationPreview['request']
let rdud: string

const headers = () => ({
  authorization: `Bearer ${token}`,
  'x-requested-with': 'XMLHttpRequest',
  'content-type': 'application/json',
})
/** The rows of the request, as a file or as a page. */
const report = (query: string, { signal, method = 'GET' }: Pick<RequestInit, 'signal' | 'method'> = {}) =>
  fetch(
    `${platform().url}/v1/reconciliation/${study.projectId}/report?reconciliation_ud=${request.reconciliation_ud}&${query}`,
    { method, headers: headers(), signal: signal ?? null },
  )
const post = (path: string, body: object) =>
  fetch(`${platform().url}/v1/reconciliation/${path}`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  const accountId = await make.account({ name: 'Acme' })
  study = await make.study({ accountId, sources: [STATUS_CODES.live] })
  const { username } = await make.user({ accountId, roleId: 1 })
  token = await platform().signIn(username, TEST_PASSWORD)
  const [sourceId = 0] = study.sourceIds
  const [made] = await makeRespondents(platform().database, { accountId, sourceId, supplierId: study.supplierId }, [
    '=1+1',
  ])
  rdud = made?.rdud ?? ''
  const uploaded = await post(String(study.projectId), {
    file: { filename: 'list.csv', base64: Buffer.from(`${rdud},933`).toString('base64') },
    mode: 'REJECT_LIST',
  })
  // of the contract's form, which its own test shows
  request = ((await uploaded.json()) as ReconciliationPreview).request
  await platform().database.asSystem(tx =>
    sql`
      insert into reconciliation_row (account_id, reconciliation_id, line, is_rest, match, outcome, is_applied, verdict, changed_since)
      select account_id, reconciliation_id, n, n % 2 = 0, match, 'unknown_id', false, verdict, false
      from reconciliation_row, generate_series(2, ${ROWS}) n
      where account_id = ${accountId} and reconciliation_id = ${request.reconciliation_ud}`.execute(tx),
  )
})

test('a file of rows is all of them, each once, in the order of their lines (api:R2, api:R12, settlement.md §1)', async () => {
  const page = (await (await report('limit=1')).json()) as ReconciliationReport // of the contract
  const answer = await report('format=csv')
  const text = await answer.text()
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringContaining(`attachment; filename="reconciliation-${study.projectId}-${request.number}.csv"`),
  ])
  const [{ complete_month: made, adjustment_month: adjusted, deadline_at: deadline } = {}] = page.rows
  expect(text.split('\r\n')).toEqual([
    'line,sent,rdud,rid,match,outcome,from,to,reason_code,reason,comment,source,supplier,sell_price,supply_price,month_of_complete,month_of_adjustment,deadline',
    `1,${rdud},${rdud},'=1+1,exact,applied_reject,Complete,Rejected at reconciliation,933,Speeder,,Main,Northlight Panels,8.50,2.50,${made},${adjusted},${deadline}`,
    ...Array.from({ length: ROWS - 1 }, (_, at) => `${at + 2},,,,exact,unknown_id,,,,,,,,,,,,`),
    '',
  ])
  const again = await post('maindownload', {
    pm_proj_ud: study.projectId,
    reconciliation_ud: request.reconciliation_ud,
  })
  expect(await again.text()).toBe(text)
})

test('a filter leaves as many lines of the file as it leaves rows, none of them twice; one that leaves none leaves the head (api:R2)', async () => {
  const lines = (await (await report('format=csv&rest=true')).text()).split('\r\n')
  expect(lines.slice(1)).toEqual([
    ...Array.from({ length: Math.floor(ROWS / 2) }, (_, at) => `${2 * at + 2},,,,exact,unknown_id,,,,,,,,,,,,`),
    '',
  ])
  expect((await (await report('format=csv&reason=5')).text()).split('\r\n')).toEqual([lines[0], ''])
})

test('another project has no file of the request (api:R2, api:R12)', async () => {
  const other = await make.project({ accountId: study.accountId })
  const asked = { pm_proj_ud: other, reconciliation_ud: request.reconciliation_ud }
  expect((await post('maindownload', asked)).status).toBe(404)
  const address = `${platform().url}/v1/reconciliation/${other}/report?reconciliation_ud=${request.reconciliation_ud}&format=csv`
  expect((await fetch(address, { headers: headers() })).status).toBe(404)
})

/** They are read portion by portion, not by a cursor. */
const readings = () => countReadings(platform().databaseUrl, '%adjustment_month%')

test('a file of rows that is given up ends its reading: before its first row, after it, and when its head alone is asked for (api:R2)', async () => {
  await giveUp(platform(), {
    ask: signal => report('format=csv', { signal: signal ?? null }),
    table: 'reconciliation_row',
    readings,
  })
  for (let times = 0; times < 3; times++) {
    // the place of the call before is left a moment after its reading ended
    await expect.poll(async () => (await report('format=csv', { method: 'HEAD' })).status).toBe(200)
    await expect.poll(readings, { timeout: 5_000 }).toBe(0)
  }
})

test('an account downloads two files at a time; a third has to wait (api:R12)', async () => {
  const endings = [new AbortController(), new AbortController()]
  await platform().database.asSystem(async tx => {
    await sql`lock table reconciliation_row in access exclusive mode`.execute(tx)
    const answers = endings.map(ending => report('format=csv', ending))
    await expect.poll(readings).toBe(2)
    const third = await post('maindownload', {
      pm_proj_ud: study.projectId,
      reconciliation_ud: request.reconciliation_ud,
    })
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '30'])
    endings.forEach(ending => ending.abort())
    await Promise.allSettled(answers)
    await expect.poll(readings, { timeout: 5_000 }).toBe(0)
  })
})
