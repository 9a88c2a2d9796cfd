import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { StudyMaker } from '#testing/study'
import { makeStand, numbered, outcomesOf } from './testing/stand.ts'
import { makeRespondents } from './testing/respondents.ts'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})
const stand = (accountId?: number) => makeStand(platform(), make, accountId)

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
      money: { currency: 'USD', sell_cents: -4 * 850, completes: 6, supply_cents: -4 * 250, priced_completes: 6 },
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

test('a text not in base64 is refused, with its padding or without it is read (api:R3)', async () => {
  const { study, ask } = await stand()
  const statusOf = async (base64: string) => {
    const { status, body } = await ask('POST', `/v1/reconciliation/${study.projectId}`, {
      file: { filename: 'list.txt', base64 },
      mode: 'REJECT_LIST',
      again: 'true',
    })
    return status === 200 ? body.request.outcomes : [status, body.details?.[0]?.message]
  }
  const read = [{ outcome: 'unknown_id', rows: 1 }]
  const refused = [422, 'The file is not in base64.']
  expect(
    await Promise.all(
      ['bm9ib2R5LDkzMA==', 'bm9ib2R5LDkzMA', 'bm9i!2R5', 'bm9ib2R5=LDkz', 'bm9i b2R5', 'bm9ib2R5==='].map(statusOf),
    ),
  ).toEqual([read, read, refused, refused, refused, refused])
})

test('respondents of another project, and of another account, differ from unknown ones', async () => {
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

test('a damaged id is suggested, and applied only once a user has confirmed it (api:R10)', async () => {
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

test('all or nothing of a list of accepted respondents stores nothing when one line is not applied (api:R11)', async () => {
  const { preview, completes, store, figures } = await stand()
  const made = await completes(numbered(10))
  const before = await figures()
  const previewed = await preview({ text: `${made[0]?.rdud}\nunknown\n`, mode: 'ACCEPT_LIST' })
  expect(previewed.body).toMatchObject({ changes: 9, request: { rows: 2, rest_rows: 9 } })
  expect(await store(previewed, { all_or_nothing: true })).toMatchObject({
    status: 409,
    body: { reason: 'not_all_applicable', current: { rows: 2 } },
  })
  expect(await figures()).toEqual(before)
})

test('an undo restores every figure to the cent, by supplier too, and leaves what changed since (api:R10)', async () => {
  const { upload, preview, completes, store, figures, figuresBySupplier, ask, study, sourceId } = await stand()
  const { accountId } = study
  const made = await completes(numbered(30))
  const [term] = await completes(['term'], { inboundCode: '2000' })
  const supplierId = await make.supplier({ accountId, name: 'Opinion Harbor' })
  const [theirs] = await makeRespondents(
    platform().database,
    { accountId, sourceId, supplierId },
    numbered(9, 'theirs'),
  )
  const before = [await figures(), await figuresBySupplier()]
  const list = [...made.slice(0, 5).map(({ rdud }) => `${rdud},930`), `${theirs?.rdud},931`, `${term?.rdud},11`].join(
    '\n',
  )
  const first = await store(await upload(list))
  expect(first.status).toBe(200)
  const undo_of = first.body.request.reconciliation_ud
  expect(first.body.request.undo_until).toEqual(expect.any(String))
  // one of them is accepted again by another request
  const second = await store(await preview({ rduds: [made[0]?.rdud], reason_code: 11 }))
  expect(second).toMatchObject({ status: 200, body: { changes: 1 } })
  const ofTheirs = await store(await preview({ undo_of, undo_of_supplier: supplierId }))
  expect(ofTheirs).toMatchObject({ status: 200, body: { changes: 1 } })
  expect(await figuresBySupplier()).toMatchObject([
    { supplier: study.supplierId, code_30: 25, code_31: 0, code_50: 4, code_51: 2 },
    { supplier: supplierId, code_30: 9, code_50: 0 },
  ])
  const undo = await preview({ undo_of })
  expect(undo.body).toMatchObject({
    changes: 5,
    changed_since: 1,
    request: { kind: 'undo', undo_of, undo_of_number: first.body.request.number },
  })
  expect(await store(undo)).toMatchObject({ status: 200 })
  expect(await figures()).toMatchObject({ code_30: 38, code_31: 1, code_50: 0, code_51: 1, completes: 39 })
  const back = await store(await preview({ undo_of: second.body.request.reconciliation_ud }))
  expect(back.status).toBe(200)
  const rest = await store(await preview({ undo_of, undo_of_supplier: study.supplierId }))
  expect(rest).toMatchObject({ status: 200, body: { changes: 1 } })
  expect([await figures(), await figuresBySupplier()]).toEqual(before)
  const { body } = await ask('GET', `/v1/reconciliation/${study.projectId}`)
  expect(body.map(({ number, state, undone_rows }: Record<string, unknown>) => [number, state, undone_rows])).toEqual([
    [6, 'stored', 0],
    [5, 'stored', 0],
    [4, 'stored', 0],
    [3, 'stored', 0],
    [2, 'undone', 1],
    [1, 'undone', 7],
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

test('of two people who store at once one does, and the other one gets a conflict; a key acts once (api:R11)', async () => {
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
