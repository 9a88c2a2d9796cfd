import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, type Study } from '#testing/study'
import { makeRespondents } from './testing/respondents.ts'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})

const file = (content: string | Buffer, filename = 'list.csv') => ({
  filename,
  base64: Buffer.from(content).toString('base64'),
})

interface Stand {
  readonly study: Study
  readonly sourceId: number
  readonly ask: Ask
  readonly upload: (content: string | Buffer, more?: object) => ReturnType<Ask>
  readonly preview: (more: object) => ReturnType<Ask>
  readonly store: (
    preview: { readonly body: { readonly request: object; readonly digest: string } },
    more?: object,
  ) => ReturnType<Ask>
  readonly completes: (
    rids: readonly string[],
    more?: Parameters<typeof makeRespondents>[3],
  ) => ReturnType<typeof makeRespondents>
  readonly figures: () => Promise<object | undefined>
}

/** A study with an admin who reconciles it. */
async function stand(accountId?: number): Promise<Stand> {
  const study = await make.study(accountId === undefined ? {} : { accountId })
  const ask = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  const [sourceId = 0] = study.sourceIds
  const place = { accountId: study.accountId, sourceId, supplierId: study.supplierId }
  return {
    study,
    sourceId,
    ask,
    upload: (content, more = {}) =>
      ask('POST', `/v1/reconciliation/${study.projectId}`, { file: file(content), mode: 'REJECT_LIST', ...more }),
    preview: more => ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: study.projectId, ...more }),
    store: ({ body: { request, digest } }, more = {}) =>
      ask('POST', '/v1/reconciliation/store', {
        reconciliation_ud: (request as { reconciliation_ud: number }).reconciliation_ud,
        digest,
        project_number: 'AC-1',
        ...more,
      }),
    completes: (rids, more) => makeRespondents(platform().database, place, rids, more),
    figures: async () => {
      const { rows } = await platform().database.readAsSystem(tx =>
        sql<object>`
          select code_30::int, code_31::int, code_50::int, code_51::int, completes::int, expense_cents::int as expense, revenue_cents::int as revenue
          from rollup where scope = 3 and scope_id = ${sourceId}`.execute(tx),
      )
      return rows[0]
    },
  }
}

/** The outcome of each row, by its line. */
const outcomesOf = (body: { rows: readonly { line: number; outcome: string }[] }) =>
  Object.fromEntries(body.rows.map(({ line, outcome }) => [line, outcome]))

const numbered = (count: number, name = 'rid') => Array.from({ length: count }, (_, at) => `${name}-${at + 1}`)

describe('a list of rejected completes', () => {
  test('is previewed with one outcome a row, stored to the same digest, and moves figures to the cent (api:R3, api:R11)', async () => {
    const { upload, store, completes, figures, ask, study } = await stand()
    const made = await completes(numbered(10))
    await completes(['inflight'], { inboundCode: null })
    const [test1] = await completes(['tested'], { isTest: true })
    const [term] = await completes(['term'], { inboundCode: '2000' })
    expect(await figures()).toEqual({
      code_30: 10,
      code_31: 1,
      code_50: 0,
      code_51: 0,
      completes: 10,
      expense: 2500,
      revenue: 8500,
    })
    const csv = [
      'comment,reason_code,rdud',
      `seen twice,931,${made[0]?.rdud}`,
      `,930,"{${made[1]?.rdud.toUpperCase()}}"`,
      `,,https://desk.example/return?inbound_code=1000&rdud=${made[2]?.rdud}`,
      `,26,rid-4`,
      `again,930,${made[0]?.rdud}`,
      `,999,${made[4]?.rdud}`,
      `,fraud,${made[5]?.rdud}`,
      `,930,1-00000000000000000000000000000000`,
      `,930,inflight`,
      `,930,${test1?.rdud}`,
      `,11,${term?.rdud}`,
      `,11,rid-7`,
      '',
    ].join('\r\n')
    const previewed = await upload(csv, { note: 'October', purchase_order: 'PO 7' })
    expect(previewed.status).toBe(200)
    expect(outcomesOf(previewed.body)).toEqual({
      2: 'applied_reject',
      3: 'applied_reject',
      4: 'applied_reject',
      5: 'applied_reject',
      6: 'duplicate_in_file',
      7: 'bad_reason',
      8: 'applied_reject',
      9: 'unknown_id',
      10: 'not_eligible_status',
      11: 'test_session',
      12: 'applied_accept',
      13: 'already_in_state',
    })
    expect(previewed.body.request).toMatchObject({
      number: 1,
      state: 'previewed',
      kind: 'file',
      channel: 'screen',
      filename: 'list.csv',
      rows: 12,
      rest_rows: 0,
      note: 'October',
      purchase_order: 'PO 7',
      money: { currency: 'USD', sell_cents: -4 * 850, supply_cents: -4 * 250 },
    })
    const { outcomes } = previewed.body.request as { outcomes: { rows: number }[] }
    expect(outcomes.reduce((sum, { rows }) => sum + rows, 0)).toBe(12)
    expect(previewed.body.number_to_type).toBe('AC-1')
    expect(previewed.body.rows[0]).toMatchObject({
      raw_text: made[0]?.rdud,
      rdud: made[0]?.rdud,
      rid: 'rid-1',
      match: 'exact',
      from_code: 30,
      to_code: 50,
      reason_code: 931,
      comment: 'seen twice',
      sell_cents: 850,
      supply_cents: 250,
    })
    expect(previewed.body.rows[3]).toMatchObject({ match: 'rid', reason_code: 26 })
    expect(await figures()).toMatchObject({ completes: 10 })
    expect(await store(previewed, { project_number: 'x' })).toMatchObject({
      status: 409,
      body: { reason: 'number_needed' },
    })
    const stored = await store(previewed)
    expect(stored).toMatchObject({
      status: 200,
      body: { digest: previewed.body.digest, changes: 6, request: { state: 'stored' } },
    })
    expect(await figures()).toEqual({
      code_30: 5,
      code_31: 0,
      code_50: 5,
      code_51: 1,
      completes: 6,
      expense: 1500,
      revenue: 5100,
    })
    expect(await store(previewed)).toMatchObject({ status: 409, body: { reason: 'wrong_state' } })
    const history = await ask('GET', `/v1/history/project/${study.projectId}`)
    expect(JSON.stringify(history.body)).toContain('Request 1 (REJECT_LIST): 5 rejected, 1 accepted')
  })
})

test('the same bytes are asked about, and taken when they are sent again (api:R3)', async () => {
  const { upload, completes } = await stand()
  const [one] = await completes(numbered(5))
  const list = `${one?.rdud},930\n`
  expect((await upload(list)).status).toBe(200)
  const again = await upload(list)
  expect(again).toMatchObject({
    status: 409,
    body: { reason: 'known_file', current: { number: 1, state: 'previewed' } },
  })
  expect(await upload(list, { again: 'true' })).toMatchObject({ status: 200, body: { request: { number: 2 } } })
})

test('a file that is none is refused with a sentence and stays as a failed request (api:R1, api:R3)', async () => {
  const { upload, ask, study } = await stand()
  expect(await upload('%PDF-1.7')).toMatchObject({
    status: 422,
    body: { message: 'This is a PDF. Upload the list as CSV, TXT or XLSX.' },
  })
  const { body } = await ask('GET', `/v1/reconciliation/${study.projectId}`)
  expect(body).toMatchObject([
    { number: 1, state: 'failed', fault: 'This is a PDF. Upload the list as CSV, TXT or XLSX.' },
  ])
})

test('a file comes as multipart form too (api:R3)', async () => {
  const study = await make.study()
  const { username } = await make.user({ accountId: study.accountId, roleId: 1 })
  const token = await platform().signIn(username, 'Desk-test-1')
  const form = new FormData()
  form.append('file', new Blob(['nobody,930\n']), 'list.txt')
  form.append('mode', 'REJECT_LIST')
  const response = await fetch(`${platform().url}/v1/reconciliation/${study.projectId}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', Authorization: `Bearer ${token}` },
    body: form,
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    changes: 0,
    request: { filename: 'list.txt', version: 'old', outcomes: [{ outcome: 'unknown_id', rows: 1 }] },
  })
})

test('respondents of another project, and of another account, are told apart from unknown ones', async () => {
  const { preview, study, ask } = await stand()
  const other = await make.study({ accountId: study.accountId })
  const [elsewhere] = await makeRespondents(
    platform().database,
    { accountId: study.accountId, sourceId: other.sourceIds[0] ?? 0, supplierId: other.supplierId },
    ['theirs'],
  )
  const stranger = await stand()
  const [abroad] = await stranger.completes(['abroad'])
  const { body } = await preview({ text: `${elsewhere?.rdud}\ntheirs\n${abroad?.rdud}\nabroad\n` })
  expect(outcomesOf(body)).toEqual({ 1: 'wrong_project', 2: 'wrong_project', 3: 'unknown_id', 4: 'unknown_id' })
  expect(body.rows[0]).toMatchObject({ rdud: null, rid: null, source: null, supplier: null })
  const unseen = await ask('GET', `/v1/reconciliation/${stranger.study.projectId}/summary`)
  expect(unseen.status).toBe(404)
})

test('a damaged id is suggested, and applied only once somebody has confirmed it (api:R10)', async () => {
  const { preview, completes, store } = await stand()
  const made = await completes(['1234567890123456', '000077', 'panel-member-17', ...numbered(20)])
  const [, , , near] = made
  const text = ['1.2E+15', '77', 'panel-membr-18', `${near?.rdud.slice(0, -1)}`].join('\n')
  const first = await preview({ text })
  expect(outcomesOf(first.body)).toEqual({
    1: 'needs_confirmation',
    2: 'needs_confirmation',
    3: 'needs_confirmation',
    4: 'needs_confirmation',
  })
  expect(first.body.rows.map(({ match, rid }: { match: string; rid: string }) => [match, rid])).toEqual([
    ['damaged', '1234567890123456'],
    ['damaged', '000077'],
    ['suggestion', 'panel-member-17'],
    ['suggestion', 'rid-1'],
  ])
  expect(first.body).toMatchObject({ changes: 0, open_suggestions: 4 })
  expect(await store(first)).toMatchObject({ status: 409, body: { reason: 'nothing_to_apply' } })
  const { reconciliation_ud } = first.body.request
  const confirmed = await preview({ reconciliation_ud, confirmed_lines: [1, 4] })
  expect(outcomesOf(confirmed.body)).toEqual({
    1: 'applied_reject',
    2: 'needs_confirmation',
    3: 'needs_confirmation',
    4: 'applied_reject',
  })
  expect((await store(first)).body.reason).toBe('digest_mismatch')
  expect(await store(confirmed)).toMatchObject({ status: 200, body: { changes: 2 } })
})

test('lines, reasons and suppliers are left out, and all or nothing refuses then (api:R10, api:R11)', async () => {
  const { preview, completes, store, study } = await stand()
  const made = await completes(numbered(30))
  const text = made
    .slice(0, 6)
    .map(({ rdud }, at) => `${rdud},${at < 3 ? 930 : 931}`)
    .join('\n')
  const first = await preview({ text })
  const { reconciliation_ud } = first.body.request
  const again = await preview({ reconciliation_ud, unticked_lines: [1], unticked_reasons: [931] })
  expect(outcomesOf(again.body)).toEqual({
    1: 'unticked',
    2: 'applied_reject',
    3: 'applied_reject',
    4: 'unticked',
    5: 'unticked',
    6: 'unticked',
  })
  expect(again.body.by_reason).toMatchObject([
    { reason_code: 930, label: 'Fraud', rows: 3, applied: 2, is_unticked: false, sell_cents: -1700 },
    { reason_code: 931, rows: 3, applied: 0, is_unticked: true, sell_cents: 0 },
  ])
  expect(await store(again, { all_or_nothing: true })).toMatchObject({
    status: 409,
    body: { reason: 'not_all_applicable', current: { rows: 4 } },
  })
  const none = await preview({ reconciliation_ud, unticked_suppliers: [study.supplierId] })
  expect(none.body).toMatchObject({ changes: 0, by_supplier: [{ pm_sup_ud: study.supplierId, is_unticked: true }] })
  const given = await preview({ reconciliation_ud, abandon: true })
  expect(given.body.request.state).toBe('abandoned')
  expect((await store(none)).body.reason).toBe('wrong_state')
})

test('a list of accepted respondents rejects every other complete, not those who come later (api:R11)', async () => {
  const { upload, completes, store, figures } = await stand()
  const made = await completes(numbered(10))
  const [term] = await completes(['term'], { inboundCode: '2000' })
  const previewed = await upload(`${made[0]?.rdud}\n${made[1]?.rdud}\n${term?.rdud}\n`, { mode: 'ACCEPT_LIST' })
  expect(previewed.body).toMatchObject({
    changes: 9,
    request: { rows: 3, rest_rows: 8, rest_outcomes: [{ outcome: 'applied_reject', rows: 8 }] },
  })
  expect(previewed.body.guards.map(({ kind }: { kind: string }) => kind)).toEqual(['accept_list', 'share_of_source'])
  await completes(['later'])
  expect(await store(previewed)).toMatchObject({ status: 200, body: { digest: previewed.body.digest } })
  expect(await figures()).toMatchObject({ code_30: 3, code_50: 8, code_51: 1, completes: 4 })
})

test('an undo restores every figure to the cent, by supplier too, and leaves what changed since (api:R10)', async () => {
  const { upload, preview, completes, store, figures, ask, study } = await stand()
  const made = await completes(numbered(30))
  const [term] = await completes(['term'], { inboundCode: '2000' })
  const before = await figures()
  const list = [...made.slice(0, 5).map(({ rdud }) => `${rdud},930`), `${term?.rdud},11`].join('\n')
  const first = await store(await upload(list))
  expect(first.status).toBe(200)
  const undo_of = first.body.request.reconciliation_ud
  expect(first.body.request.undo_until).toEqual(expect.any(String))
  // one of them is accepted again by another request
  const second = await store(await preview({ rduds: [made[0]?.rdud], reason_code: 11 }))
  expect(second).toMatchObject({ status: 200, body: { changes: 1 } })
  const undo = await preview({ undo_of })
  expect(undo.body).toMatchObject({ changes: 5, changed_since: 1, request: { kind: 'undo', undo_of } })
  expect(await store(undo)).toMatchObject({ status: 200 })
  expect(await figures()).toMatchObject({ code_30: 29, code_31: 1, code_50: 0, code_51: 1, completes: 30 })
  const back = await store(await preview({ undo_of: second.body.request.reconciliation_ud }))
  expect(back.status).toBe(200)
  const rest = await store(await preview({ undo_of, undo_of_supplier: study.supplierId }))
  expect(rest).toMatchObject({ status: 200, body: { changes: 1 } })
  expect(await figures()).toEqual(before)
  const { body } = await ask('GET', `/v1/reconciliation/${study.projectId}`)
  expect(body.map(({ number, state, undone_rows }: Record<string, unknown>) => [number, state, undone_rows])).toEqual([
    [5, 'stored', 0],
    [4, 'stored', 0],
    [3, 'stored', 0],
    [2, 'undone', 1],
    [1, 'undone', 6],
  ])
  expect((await preview({ undo_of })).body.reason).toBe('wrong_state')
})

test('rows that changed since the preview are named, and nothing is stored (api:R11)', async () => {
  const { preview, completes, store, figures } = await stand()
  const made = await completes(numbered(30))
  const rduds = made.slice(0, 3).map(({ rdud }) => rdud)
  const [one, two] = [await preview({ rduds }), await preview({ rduds: rduds.slice(1, 2) })]
  expect((await store(two)).status).toBe(200)
  const refused = await store(one)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      reason: 'rows_changed',
      current: { rows: 1, changed: [{ line: 2, rdud: rduds[1], seen_code: 30, code: 50 }] },
    },
  })
  expect(await figures()).toMatchObject({ code_50: 1 })
  const anew = await store({ body: { request: one.body.request, digest: refused.body.current.digest } })
  expect(anew).toMatchObject({ status: 200, body: { changes: 2 } })
})

test('of two people who store at once one does, and the other one is told; a key acts once (api:R11)', async () => {
  const { preview, completes, store, ask, figures } = await stand()
  const made = await completes(numbered(30))
  const previewed = await preview({ rduds: made.slice(0, 3).map(({ rdud }) => rdud) })
  const both = await Promise.all([store(previewed), store(previewed)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await figures()).toMatchObject({ code_50: 3 })
  const next = await preview({ rduds: [made[5]?.rdud] })
  const body = { reconciliation_ud: next.body.request.reconciliation_ud, digest: next.body.digest }
  const send = () => ask('POST', '/v1/reconciliation/store', body, { 'Idempotency-Key': 'one' })
  const [sent, repeated] = [await send(), await send()]
  expect(sent.status).toBe(200)
  expect(repeated.body).toEqual(sent.body)
  expect(await figures()).toMatchObject({ code_50: 4 })
})

describe('the window', () => {
  test.each([
    [
      'the last moment of the 25th of the next month, in New York',
      '2026-09-30T23:59:00-04:00',
      '2026-10-26T04:00:00.000Z',
    ],
    ['over the change of the clocks', '2026-10-31T12:00:00-04:00', '2026-11-26T05:00:00.000Z'],
    ['of a complete that is of the next month in UTC alone', '2026-11-01T03:30:00Z', '2026-11-26T05:00:00.000Z'],
  ])('ends at %s', async (_what, endedAt, deadline) => {
    const { preview, completes } = await stand()
    const [made] = await completes(['one'], { endedAtMs: Date.parse(endedAt) })
    const { body } = await preview({ rduds: [made?.rdud] })
    expect(body.rows[0]).toMatchObject({
      deadline_at: deadline,
      outcome: Date.parse(deadline) > Date.now() ? 'applied_reject' : 'expired',
    })
  })

  test('is the day that the account has set', async () => {
    const { preview, completes, study, ask } = await stand()
    await platform().database.asSystem(tx =>
      sql`update account set reconciliation_window_day = 10 where account_id = ${study.accountId}`.execute(tx),
    )
    const [made] = await completes(['one'], { endedAtMs: Date.parse('2026-09-15T12:00:00Z') })
    const { body } = await preview({ rduds: [made?.rdud] })
    expect(body.rows[0].deadline_at).toBe('2026-10-11T04:00:00.000Z')
    expect((await ask('GET', '/v1/reconciliation/userv2')).body).toMatchObject({
      can_use_v2: true,
      default_reason_code: 26,
      window_day: 10,
      time_zone: 'America/New_York',
      rows_max: 100_000,
    })
  })
})

test('the summary says the last stored upload of the old version, money and months (§3.35, §4.13, api:R4, api:R13)', async () => {
  const { upload, preview, completes, store, ask, study } = await stand()
  const made = await completes(numbered(10))
  const summary = () => ask('GET', `/v1/reconciliation/${study.projectId}/summary`)
  expect((await summary()).body).toMatchObject({ data: { rud: '' }, completes: 10, open_completes: 10, requests: 0 })
  const chosen = await store(await preview({ rduds: [made[0]?.rdud] }))
  expect(chosen.status).toBe(200)
  expect((await summary()).body.data).toEqual({ rud: '' })
  const stored = await store(await upload(`${made[1]?.rdud}\n`))
  expect((await summary()).body).toMatchObject({
    data: { rud: String(stored.body.request.reconciliation_ud) },
    number_to_type: 'AC-1',
    completes: 8,
    rejected: 2,
    open_completes: 8,
    money: { sell_cents: -1700, supply_cents: -500 },
    requests: 2,
    months: [{ completes: 8, rejected: 2, is_open: true, sell_cents: 8 * 850, supply_cents: 8 * 250 }],
  })
})

test('the choices of the new version, its list, and both downloads (api:R5, api:R6, api:R7, api:R9, api:R12, api:R2, api:R8)', async () => {
  const { preview, completes, store, ask, study, sourceId } = await stand()
  const made = await completes(numbered(10))
  await completes(['term'], { inboundCode: '2000' })
  const get = (what: string) => ask('GET', `/v1/reconciliation/${study.projectId}/${what}`)
  const stored = await store(await preview({ rduds: made.slice(0, 2).map(({ rdud }) => rdud), reason_code: 933 }))
  expect((await get('filterdates')).body).toMatchObject([{ completes: 8, rejected: 2, is_open: true }])
  expect((await get('filterstreams')).body).toEqual([
    { stmid: sourceId, name: 'Main', pm_sy_ud: study.surveyId, survey_name: 'Gen pop US', completes: 8, rejected: 2 },
  ])
  expect((await get('filtersuppliers')).body).toEqual([
    { pm_sup_ud: study.supplierId, name: 'Northlight Panels', completes: 8, rejected: 2 },
  ])
  const retrieve = (more: object, query = '') =>
    ask('POST', `/v1/reconciliation/retrieve${query}`, { pm_proj_ud: study.projectId, ...more })
  const found = await retrieve({}, '?limit=3')
  expect([found.body.total, found.body.respondents.length]).toEqual([8, 3])
  expect(found.body.respondents[0]).toMatchObject({ code: 30, is_open: true, sell_cents: 850, supply_cents: 250 })
  expect((await retrieve({ codes: [31] })).body).toMatchObject({
    total: 1,
    respondents: [{ rid: 'term', is_open: true }],
  })
  expect((await retrieve({ stmids: [999_999] })).body.total).toBe(0)
  expect((await retrieve({ from: '2026-01-01', until: '2026-01-02' })).body.total).toBe(0)
  const { reconciliation_ud } = stored.body.request
  const report = await get(`report?reconciliation_ud=${reconciliation_ud}&outcome=applied_reject&limit=1`)
  expect(report.body).toMatchObject({
    total: 2,
    rows: [{ line: 1, outcome: 'applied_reject', from_code: 30, to_code: 50 }],
  })
  const csv = await get(`report?reconciliation_ud=${reconciliation_ud}&format=csv`)
  expect(csv.body.split('\r\n')[1]).toMatch(
    new RegExp(
      `^1,${made[0]?.rdud},${made[0]?.rdud},rid-1,choice,applied_reject,Complete,Rejected at reconciliation,933,Speeder,,Main,Northlight Panels,8.50,2.50,`,
    ),
  )
  const download = (more: object) =>
    ask('POST', '/v1/reconciliation/maindownload', { pm_proj_ud: study.projectId, ...more })
  expect((await download({ reconciliation_ud })).body).toBe(csv.body)
  expect((await download({ choice: { pm_proj_ud: study.projectId } })).body.split('\r\n')).toHaveLength(10)
  expect((await download({ rduds: [made[3]?.rdud, 'nobody'] })).body.split('\r\n')[1]).toContain('rid-4')
  const events = await ask('POST', '/v1/reconciliation/eventexport', { pm_proj_ud: study.projectId })
  expect(events.body.split('\r\n')).toHaveLength(4)
  expect(events.body).toContain('Rejected at reconciliation,933,Speeder,Main,Northlight Panels,8.50,2.50')
})

test('the indicator says open completes, money and days, to whom has the flag (§6.8, api:P14)', async () => {
  const { completes, study, ask } = await stand()
  await completes(numbered(3))
  const indicator = (body: object) => ask('POST', '/v1/reconciliation/projectindicator', body)
  expect((await indicator({})).status).toBe(403)
  await platform().database.asSystem(tx =>
    sql`update app_user set view_recon_indicator = true where home_account_id = ${study.accountId}`.execute(tx),
  )
  const { status, body } = await indicator({ pm_proj_uds: [study.projectId] })
  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      pm_proj_ud: study.projectId,
      open_completes: 3,
      closing_completes: 3,
      at_risk_cents: 3 * 850,
      currency: 'USD',
      closing: 'next_month',
      last_reconciled_at: null,
    },
  ])
  expect((await indicator({})).body).toEqual(body)
})

test('a view without the supply side has no supplier and no supply price (domain.md §4)', async () => {
  const house = await make.account({ isStaff: true })
  const { completes, study } = await stand(await make.account({ parentAccountId: house }))
  const plain = await askAs(platform(), make, { accountId: study.accountId, roleId: 2 })
  const [made] = await completes(numbered(10))
  const previewed = await plain('POST', '/v1/reconciliation/preview', {
    pm_proj_ud: study.projectId,
    rduds: [made?.rdud],
  })
  expect(previewed.status).toBe(200)
  expect(JSON.stringify(previewed.body)).not.toMatch(/supply_cents|Northlight|by_supplier|again_cents/)
  const suppliers = await plain('GET', `/v1/reconciliation/${study.projectId}/filtersuppliers`)
  expect(suppliers.body).toEqual([])
})
