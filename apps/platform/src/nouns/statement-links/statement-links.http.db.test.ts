import { readCsv } from '@desk/schema/statements/statement-csv'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lastMonth, monthAt } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, type Study } from '#testing/study'
import { keepWindowOpen } from '../reconciliation/testing/keep-window-open.ts'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import { nodeCrypto } from '../statements/node-crypto.ts'

const platform = usePlatform()
let make: StudyMaker
let study: Study
let other: number
let ask: Ask
let plain: Ask
let stranger: Ask
const { month, middleMs: lastMonthMs } = lastMonth()
const current = monthAt(Date.now())
const PATHS = ['', `/${month}`, `/${month}/file`, `/${month}/outcomes`, `/${month}/outcomes/file`]

const linkFor = async (supplier: number, form: object = {}, by: Ask = ask) => {
  const made = await by('POST', '/v1/statement-links', {
    pm_sup_ud: supplier,
    note: 'Ada at the panel',
    expires_in_days: 30,
    ...form,
  })
  const { secret, ...link } = made.body
  return { status: made.status, link, body: made.body, secret, token: String(secret).split('#')[1] ?? '' }
}
const follow = async (token: string, path = '', headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${platform().url}/v1/supplier-statements${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest', ...headers },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined, headers: response.headers }
}

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  const house = await make.account({ name: 'House', isStaff: true })
  const accountId = await make.account({ name: 'Acme', parentAccountId: house })
  study = await make.study({ accountId })
  other = await make.supplier({ accountId, name: 'South Panels' })
  ask = await askAs(platform(), make, { accountId, roleId: 1 })
  plain = await askAs(platform(), make, { accountId, roleId: 2 })
  stranger = await askAs(platform(), make, { accountId: await make.account({ name: 'Elsewhere' }), roleId: 1 })
  const place = { accountId, sourceId: study.sourceIds[0] ?? 0 }
  const { database } = platform()
  await makeRespondents(database, { ...place, supplierId: study.supplierId }, ['mine-1', 'mine-2'], {
    endedAtMs: lastMonthMs,
  })
  await makeRespondents(database, { ...place, supplierId: other }, ['theirs-1', 'theirs-2'], { endedAtMs: lastMonthMs })
  await makeRespondents(database, { ...place, supplierId: study.supplierId }, ['mine-now'])
  await keepWindowOpen(platform().databaseUrl, accountId)
  const preview = await ask('POST', '/v1/reconciliation/preview', {
    pm_proj_ud: study.projectId,
    text: 'mine-now,930\ntheirs-2,931',
  })
  const { request, digest } = preview.body
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: request.reconciliation_ud,
    digest,
    project_number: 'AC-1',
  })
  if (stored.status !== 200) throw new Error(`Storing answers ${stored.status}`)
  const closed = await ask('POST', `/v1/statements/${month}/close`)
  if (closed.status !== 200) throw new Error(`Closing answers ${closed.status}`)
})

describe('a supplier’s link', () => {
  test('is made by an admin, shown once, listed with who made it and when it was used, and revoked at once (S11)', async () => {
    const { secret, link, token } = await linkFor(study.supplierId, { note: '  Ada at the panel ' })
    expect(secret).toMatch(/\/supplier-statements\.html#[A-Za-z0-9_-]{43}$/)
    const listed = async () =>
      (await ask('GET', `/v1/statement-links?supplier=${study.supplierId}`)).body.find(
        (one: { statement_link_ud: number }) => one.statement_link_ud === link.statement_link_ud,
      )
    expect(await listed()).toEqual({
      ...link,
      pm_sup_ud: study.supplierId,
      supplier_name: 'Northlight Panels',
      month: null,
      note: 'Ada at the panel',
      state: 'live',
      last_used_at: null,
      last_used_address: null,
      revoked_by: null,
      revoked_at: null,
    })
    expect((await follow(token)).status).toBe(200)
    expect(await listed()).toMatchObject({ state: 'live', last_used_at: expect.any(String) })
    const path = `/v1/statement-links/${link.statement_link_ud}`
    const revoked = await ask('POST', `${path}/revoke`)
    expect(revoked.body).toMatchObject({ state: 'revoked', revoked_by: expect.any(String) })
    expect((await ask('POST', `${path}/revoke`)).body).toEqual(revoked.body)
    for (const each of PATHS) expect([each, (await follow(token, each)).status]).toEqual([each, 401])
    expect((await follow(token)).body.message).toBe('This link was revoked. Please ask the sender for another one.')
    const history = await ask('GET', `/v1/history/statement_link/${link.statement_link_ud}`)
    expect(history.body.map(({ act }: { act: string }) => act)).toEqual(['edited', 'created'])
    expect(JSON.stringify(history.body)).not.toContain(token)
  })

  test('is for no one else to make, list or revoke, and none for a supplier that the account has not', async () => {
    const { link } = await linkFor(study.supplierId)
    const revoke = `/v1/statement-links/${link.statement_link_ud}/revoke`
    expect([
      (await linkFor(study.supplierId, {}, plain)).status,
      (await linkFor(study.supplierId, {}, stranger)).status,
      (await stranger('GET', '/v1/statement-links')).body,
      (await stranger('POST', revoke)).status,
      (await plain('POST', revoke)).status,
      (await linkFor(999_999)).body.details,
      (await linkFor(study.supplierId, { expires_in_days: 367 })).status,
      (await linkFor(study.supplierId, { note: 'a\u202Eb' })).status,
      (await linkFor(study.supplierId, { month: '2026-13' })).status,
    ]).toEqual([
      403,
      422,
      [],
      404,
      403,
      [{ path: ['pm_sup_ud'], message: 'Supplier is not in the list' }],
      422,
      422,
      422,
    ])
  })

  test('shows its supplier’s months, lines and files, and the files verify', async () => {
    const { token } = await linkFor(study.supplierId)
    const { body } = await follow(token)
    expect(body).toMatchObject({ account_name: 'Acme', supplier_name: 'Northlight Panels', currency: 'USD' })
    expect(
      body.months.map((each: { month: string; state: string; total_cents: number }) => [
        each.month,
        each.state,
        each.total_cents,
      ]),
    ).toEqual([
      [current, 'open', 0],
      [month, 'closed', 500],
    ])
    const read = await follow(token, `/${month}`)
    expect(read.body.page.map(({ rid }: { rid: string }) => rid)).toEqual(['mine-1', 'mine-2'])
    expect(read.body.parts).toEqual([expect.not.objectContaining({ project_name: expect.anything() })])
    const file = await follow(token, `/${month}/file`)
    expect(await verifyStatement(file.text, nodeCrypto)).toMatchObject({ isWhole: true, lines: 2 })
    const rows = await follow(token, `/${current}/outcomes`)
    expect(rows.body).toEqual({
      rows: [
        {
          rid: 'mine-now',
          rdud: expect.any(String),
          outcome: 'applied_reject',
          reason_code: 930,
          reason: 'Fraud',
          complete_month: current,
          adjustment_month: current,
          dispute: null,
          can_dispute: true,
        },
      ],
      has_more: false,
    })
    const signed = await follow(token, `/${current}/outcomes/file`)
    expect(
      readCsv(signed.text)
        .map(([, rid]) => rid)
        .slice(1, -1),
    ).toEqual(['mine-now'])
    expect(await verifyStatement(signed.text, nodeCrypto)).toMatchObject({ isWhole: true, lines: 1 })
    expect((await follow(token, `/${current}/file`)).status).toBe(404)
  })

  test('never shows a row, an id or a name of another supplier or of a project, whatever is asked (S11)', async () => {
    const { token } = await linkFor(study.supplierId)
    const queries = ['', `?supplier=${other}`, `?pm_sup_ud=${other}&supplierId=${other}`, '?limit=500&offset=0']
    const answers: string[] = []
    for (const path of [...PATHS, `/${current}`, `/${current}/outcomes`, `/${current}/outcomes/file`])
      for (const query of queries)
        answers.push((await follow(token, `${path}${query}`, { 'x-account': '1', cookie: `supplier=${other}` })).text)
    const everything = answers.join('\n')
    expect(everything).toContain('mine-1')
    for (const alien of ['theirs', 'South Panels', 'project_name', '"sell', '"pm_sup_ud":' + other])
      expect(everything).not.toContain(alien)
  })

  test('shows its supplier’s live sources with entry link and places left, and none to a link of one month or of another supplier (S11, day.md §9)', async () => {
    const { token } = await linkFor(study.supplierId)
    const { body } = await follow(token)
    expect(body.sources.map(({ stmid }: { stmid: number }) => stmid)).toEqual(study.sourceIds)
    const [first] = body.sources
    expect(first).toEqual({
      stmid: study.sourceIds[0],
      name: first.name,
      pm_proj_ud: study.projectId,
      link: expect.stringContaining(`/entry/${study.sourceIds[0]}?sup=${study.supplierId}&rid=[%RID%]`),
      completes: expect.any(Number),
      places_left: expect.any(Number),
    })
    expect(first.completes + first.places_left).toBeGreaterThan(0)
    const none = { sources: [], disputes: [] }
    expect([
      (await follow((await linkFor(study.supplierId, { month })).token)).body,
      (await follow((await linkFor(other)).token)).body,
    ]).toEqual([expect.objectContaining(none), expect.objectContaining(none)])
  })

  test('of one month knows nothing of another (S11)', async () => {
    const { token } = await linkFor(study.supplierId, { month })
    const { body } = await follow(token)
    expect(body.months.map((each: { month: string }) => each.month)).toEqual([month])
    const statuses = []
    for (const path of [
      `/${month}`,
      `/${month}/outcomes`,
      `/${current}`,
      `/${current}/outcomes`,
      `/${current}/outcomes/file`,
    ])
      statuses.push((await follow(token, path)).status)
    expect(statuses).toEqual([200, 200, 404, 404, 404])
  })

  test('that is guessed, cut, of another kind or expired opens nothing; a suspended account says so', async () => {
    const { token, link } = await linkFor(other)
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    const session = await platform().signIn(
      (await make.user({ accountId: study.accountId, roleId: 1 })).username,
      'Desk-test-1',
    )
    for (const wrong of [
      '',
      token.slice(1),
      `${token}A`,
      flipped,
      String(link.statement_link_ud),
      session,
      `' or 1=1 --`,
    ])
      for (const path of PATHS) expect([wrong, path, (await follow(wrong, path)).status]).toEqual([wrong, path, 401])
    const bare = await fetch(`${platform().url}/v1/supplier-statements`, { headers: { 'X-Requested-With': 'x' } })
    expect(bare.status).toBe(401)
    const change = (statement: string) => platform().database.asSystem(tx => sql.raw(statement).execute(tx))
    const mine = `account_id = ${study.accountId}`
    await change(`update account set suspended_at = now() where ${mine}`)
    expect((await follow(token)).status).toBe(403)
    await change(`update account set suspended_at = null where ${mine}`)
    expect((await follow(token)).status).toBe(200)
    await change(`update statement_link set expires_at = now() where statement_link_id = ${link.statement_link_ud}`)
    const expired = await follow(token)
    expect([expired.status, expired.body.message]).toEqual([
      401,
      'This link has expired. Please ask the sender for another one.',
    ])
  })

  test('opens nothing else of the desk, and a link of another account shows that account’s rows alone (S11)', async () => {
    const { token } = await linkFor(study.supplierId)
    const call = (path: string) =>
      fetch(`${platform().url}${path}`, { headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'x' } })
    for (const path of [
      '/v1/statements',
      '/v1/projects',
      `/v1/statement-outcomes?supplier=${other}&month=${month}`,
      '/v1/statement-links',
    ])
      expect([path, (await call(path)).status]).toEqual([path, 401])
    const foreign = await make.study({ accountId: await make.account({ name: 'Foreign' }) })
    const theirAdmin = await askAs(platform(), make, { accountId: foreign.accountId, roleId: 1 })
    const theirs = await linkFor(foreign.supplierId, {}, theirAdmin)
    expect((await follow(theirs.token)).body).toMatchObject({ account_name: 'Foreign', months: [] })
    expect((await follow(theirs.token, `/${month}`)).status).toBe(404)
    // the same supplier’s number in the other account is refused already where the link is made
    expect((await linkFor(study.supplierId, {}, theirAdmin)).status).toBe(422)
  })

  test('is stored as a hash alone, and is in no answer but the first, nor in the audit log (S4)', async () => {
    const { token } = await linkFor(study.supplierId)
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{ text: string }>`
        select string_agg(row_to_json(l)::text, '') || (select string_agg(content, '') from audit_entry) as text from statement_link l`.execute(
        tx,
      ),
    )
    expect(rows[0]?.text.includes(token)).toBe(false)
    const list = await ask('GET', '/v1/statement-links')
    expect(JSON.stringify(list.body).includes(token)).toBe(false)
    const answer = await follow(token)
    expect([
      answer.text.includes(token),
      answer.headers.get('cache-control'),
      answer.headers.get('set-authorization'),
    ]).toEqual([false, 'no-store', null])
  })

  test('takes so many calls a minute and no more, and guesses are limited by address', async () => {
    const { token } = await linkFor(study.supplierId)
    const statuses = new Set<number>()
    for (let call = 0; call < 121; call++) statuses.add((await follow(token)).status)
    expect([...statuses]).toEqual([200, 429])
    expect((await follow(token)).body).toMatchObject({ retry_after_seconds: expect.any(Number) })
    let status = 401
    for (let guess = 0; guess < 301 && status === 401; guess++) ({ status } = await follow('A'.repeat(43)))
    expect(status).toBe(429)
    // guesses from the same place do not lock the holder of a link out
    expect((await follow((await linkFor(study.supplierId)).token)).status).toBe(200)
  })
})
