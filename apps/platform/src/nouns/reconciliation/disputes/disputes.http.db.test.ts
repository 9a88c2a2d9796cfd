import { TZDate } from '@date-fns/tz'
import { addBusinessDays, addDays, startOfDay } from 'date-fns'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { lastMonth, monthAt } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, type Study } from '#testing/study'
import { keepWindowOpen } from '../testing/keep-window-open.ts'
import { makeRespondents } from '../testing/respondents.ts'
import { sweepDisputes } from './sweep-disputes.ts'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})

const last = lastMonth()
const endedAtMs = Date.now() - 60_000
const current = monthAt(endedAtMs)
const EVIDENCE = 'Our log has them for 14 minutes.\n<script>alert(1)</script>'

/** A study whose supplier has rejected completes, and an admin. */
async function stand(rids: readonly string[] = ['one', 'two'], atMs = endedAtMs) {
  const study: Study = await make.study({ accountId: await make.account({ name: 'Acme' }) })
  const ask = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  const { database } = platform()
  const place = { accountId: study.accountId, sourceId: study.sourceIds[0] ?? 0, supplierId: study.supplierId }
  const made = await makeRespondents(database, place, rids, { endedAtMs: atMs })
  const store = async (form: object): Promise<number> => {
    const preview = await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: study.projectId, ...form })
    const { request, digest } = preview.body
    const stored = await ask('POST', '/v1/reconciliation/store', {
      reconciliation_ud: request.reconciliation_ud,
      digest,
      project_number: 'AC-1',
    })
    expect(stored.status).toBe(200)
    return request.reconciliation_ud
  }
  return {
    study,
    ask,
    made,
    rdud: made[0]?.rdud ?? '',
    store,
    reject: () => store({ text: rids.map(rid => `${rid},930`).join('\n') }),
    raise: (rdud: string, by: Ask = ask) => by('POST', '/v1/disputes', { rdud, evidence: EVIDENCE }),
    decide: (id: number, form: object, headers?: Readonly<Record<string, string>>) =>
      ask('POST', `/v1/disputes/${id}/decide`, form, headers),
    figures: async () => {
      const { rows } = await database.readAsSystem(tx =>
        sql<object>`
          select completes::int, code_50::int, code_51::int, expense_cents::int as expense, revenue_cents::int as revenue
          from rollup where scope = 3 and scope_id = ${place.sourceId}`.execute(tx),
      )
      return rows[0]
    },
    statement: async (month: string) => {
      const { body } = await ask('GET', `/v1/statements/${month}?supplier=${study.supplierId}`)
      return [body.completes, body.adjustments, body.adjustment_cents, body.total_cents]
    },
  }
}
const sound = () => verifyLedger(platform().database)

describe('a dispute (settlement.md §2)', () => {
  test('that is overturned accepts the respondent in one transaction: figures, money and statement follow, and the ledger is sound (law 8)', async () => {
    const { ask, study, rdud, reject, raise, decide, figures, statement } = await stand()
    const before = await figures()
    const request = await reject()
    expect(await figures()).toEqual({ completes: 0, code_50: 2, code_51: 0, expense: 0, revenue: 0 })
    const raised = await raise(rdud)
    expect(raised.body).toMatchObject({
      state: 'disputed',
      pm_sup_ud: study.supplierId,
      reconciliation_ud: request,
      request_number: 1,
      rid: 'one',
      reason_code: 930,
      complete_month: current,
      supply_cents: 250,
      sell_cents: 850,
      evidence: EVIDENCE,
      raised_by: expect.any(String),
      decided_at: null,
    })
    const id = raised.body.dispute_ud
    const key = { 'idempotency-key': `decide ${id}` }
    const form = { decision: 'overturned', note: ' Seen. ', version: raised.body.version }
    const both = await Promise.all([decide(id, form, key), decide(id, form, key)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body).toEqual(both[1]?.body)
    expect(both[0]?.body).toMatchObject({ state: 'overturned', decision_note: 'Seen.', decided_by: expect.any(String) })
    expect(await figures()).toEqual({ completes: 1, code_50: 1, code_51: 1, expense: 250, revenue: 850 })
    expect(before).toMatchObject({ completes: 2, expense: 500, revenue: 1700 })
    expect(await statement(current)).toEqual([2, 3, -250, 250])
    expect(await sound()).toEqual([])
    // it is a request like others, and is never undone
    const list = await ask('GET', `/v1/reconciliation/${study.projectId}`)
    expect(list.body[0]).toMatchObject({
      reconciliation_ud: both[0]?.body.overturned_by,
      kind: 'dispute',
      state: 'stored',
      undo_until: null,
      outcomes: [{ outcome: 'applied_accept', rows: 1 }],
    })
    const undo = await ask('POST', '/v1/reconciliation/preview', {
      pm_proj_ud: study.projectId,
      undo_of: both[0]?.body.overturned_by,
    })
    expect([undo.status, undo.body.message]).toEqual([409, 'A decision about a dispute is not taken back.'])
    const history = await ask('GET', `/v1/history/dispute/${id}`)
    expect(history.body.map(({ act }: { act: string }) => act)).toEqual(['edited', 'created'])
    const audit = await ask('GET', '/v1/audit-log?scope=dispute')
    expect(audit.body.entries.length).toBe(2)
  })

  test('about a complete of a closed month is booked in the first open one, after the window too', async () => {
    const { ask, study, rdud, reject, raise, decide, statement } = await stand(['one'], last.middleMs)
    await keepWindowOpen(platform().databaseUrl, study.accountId)
    await reject()
    expect((await ask('POST', `/v1/statements/${last.month}/close`)).status).toBe(200)
    const { body } = await raise(rdud)
    await platform().database.asSystem(tx =>
      sql`update reconciliation_row set deadline_at = now() - interval '1 day' where account_id = ${study.accountId}`.execute(
        tx,
      ),
    )
    await platform().database.asSystem(tx =>
      sql`update account set reconciliation_window_day = 1 where account_id = ${study.accountId}`.execute(tx),
    )
    expect((await decide(body.dispute_ud, { decision: 'overturned' })).body).toMatchObject({ state: 'overturned' })
    expect(await statement(last.month)).toEqual([1, 1, -250, 0])
    expect(await statement(current)).toEqual([0, 1, 250, 250])
    expect(await sound()).toEqual([])
  })

  test('that is upheld changes nothing but itself, and has one round', async () => {
    const { rdud, reject, raise, decide, figures } = await stand()
    await reject()
    const { body } = await raise(rdud)
    const before = await figures()
    const again = await raise(rdud)
    expect([again.status, again.body.reason]).toEqual([409, 'one_round'])
    const upheld = await decide(body.dispute_ud, { decision: 'upheld', note: 'No log.', version: body.version })
    expect(upheld.body).toMatchObject({ state: 'upheld', version: body.version + 1, overturned_by: null })
    expect(await figures()).toEqual(before)
    expect([
      (await raise(rdud)).body.reason,
      (await decide(body.dispute_ud, { decision: 'overturned' })).body.reason,
      // the same again is a repeat
      (await decide(body.dispute_ud, { decision: 'upheld', note: 'No log.' })).status,
      (await decide(body.dispute_ud, { decision: 'upheld', note: 'No log.', version: 99 })).status,
    ]).toEqual(['one_round', 'already_decided', 200, 200])
    expect(await figures()).toEqual(before)
  })

  test('is not decided by a stale version', async () => {
    const { rdud, reject, raise, decide } = await stand()
    await reject()
    const { body } = await raise(rdud)
    const stale = await decide(body.dispute_ud, { decision: 'upheld', version: body.version + 1 })
    expect([stale.status, stale.body.reason, stale.body.current]).toEqual([409, 'stale_version', body])
  })

  test('is about a complete that is rejected now: of others, of another account, or once the request is undone there is none', async () => {
    const { study, made, rdud, reject, store, raise } = await stand()
    expect((await raise(rdud)).status).toBe(404)
    const request = await reject()
    const stranger = await stand()
    expect([
      (await raise(rdud, stranger.ask)).status,
      (await raise(`${study.accountId.toString(36)}-${'0'.repeat(32)}`)).status,
      (await raise('nonsense')).status,
    ]).toEqual([404, 404, 422])
    const { body } = await raise(made[1]?.rdud ?? '')
    expect((await stranger.ask('GET', '/v1/disputes')).body).toEqual({ total: 0, disputes: [] })
    expect((await stranger.decide(body.dispute_ud, { decision: 'upheld' })).status).toBe(404)
    await store({ undo_of: request })
    expect((await raise(rdud)).status).toBe(404)
  })

  test('settles itself when the rejection is undone', async () => {
    const { ask, rdud, reject, store, raise, decide, figures } = await stand()
    const request = await reject()
    const { body } = await raise(rdud)
    await store({ undo_of: request })
    const list = await ask('GET', '/v1/disputes?state=settled')
    expect(list.body).toMatchObject({
      total: 1,
      disputes: [{ dispute_ud: body.dispute_ud, state: 'settled', decided_by: null }],
    })
    expect((await decide(body.dispute_ud, { decision: 'overturned' })).body.reason).toBe('already_decided')
    expect(await figures()).toMatchObject({ completes: 2, expense: 500 })
  })

  test('lapses at the end of the tenth business day of the account’s zone, and not a moment before', async () => {
    const { ask, rdud, reject, raise } = await stand()
    await reject()
    const { body } = await raise(rdud)
    const { database } = platform()
    const lapsesAtMs = Date.parse(body.lapses_at)
    const state = async () => (await ask('GET', '/v1/disputes')).body.disputes[0].state
    await sweepDisputes({ database, nowMs: () => lapsesAtMs - 1 })
    expect(await state()).toBe('disputed')
    await sweepDisputes({ database, nowMs: () => lapsesAtMs })
    expect(await state()).toBe('lapsed')
    const raisedOn = startOfDay(new TZDate(body.raised_at, 'America/New_York'))
    expect(lapsesAtMs).toBe(addDays(addBusinessDays(raisedOn, 10), 1).getTime())
    expect((await raise(rdud)).body.reason).toBe('one_round')
  })

  test('of outsiders is text of limited length without control characters', async () => {
    const { ask, rdud, reject } = await stand()
    await reject()
    const send = (evidence: unknown) => ask('POST', '/v1/disputes', { rdud, evidence })
    expect([
      (await send('x'.repeat(2_001))).status,
      (await send(' \n ')).status,
      (await send('a\u0007b')).status,
      (await send('a\u202Eb')).status,
      (await send(7)).status,
      (await send(`${'x'.repeat(1_999)}\n`)).status,
    ]).toEqual([422, 422, 422, 422, 422, 200])
  })
})

describe('the supplier’s link', () => {
  test('disputes its own rejected rows of its month, and no one else’s (S11)', async () => {
    const { study, ask, rdud, reject, decide } = await stand()
    await reject()
    const other = await make.supplier({ accountId: study.accountId, name: 'South Panels' })
    const tokenFor = async (supplier: number, form: object = {}): Promise<string> => {
      const { body } = await ask('POST', '/v1/statement-links', {
        pm_sup_ud: supplier,
        note: 'Ada',
        expires_in_days: 30,
        ...form,
      })
      return String(body.secret).split('#')[1] ?? ''
    }
    const call = async (token: string, path: string, body?: object, key?: string) => {
      const response = await fetch(`${platform().url}/v1/supplier-statements${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Requested-With': 'x',
          'Content-Type': 'application/json',
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
    const form = { rdud, evidence: EVIDENCE }
    const mine = await tokenFor(study.supplierId)
    expect([
      (await call(await tokenFor(other), `/${current}/disputes`, form)).status,
      (await call(mine, '/2020-01/disputes', form)).status,
      (await call(await tokenFor(study.supplierId, { month: '2020-01' }), `/${current}/disputes`, form)).status,
      (await call('A'.repeat(43), `/${current}/disputes`, form)).status,
    ]).toEqual([404, 404, 404, 401])
    const row = async () => (await call(mine, `/${current}/outcomes`)).body.rows[0]
    expect(await row()).toMatchObject({ rid: 'one', dispute: null, can_dispute: true })
    const raised = await call(mine, `/${current}/disputes`, form, 'k-1')
    expect(raised.body).toEqual({
      state: 'disputed',
      evidence: EVIDENCE,
      raised_at: expect.any(String),
      lapses_at: expect.any(String),
      decided_at: null,
      decision_note: '',
    })
    // its answer was lost: the same intention gets it again
    expect((await call(mine, `/${current}/disputes`, form, 'k-1')).body).toEqual(raised.body)
    const reworded = { ...form, evidence: 'Other words' }
    expect((await call(mine, `/${current}/disputes`, reworded, 'k-1')).body.reason).toBe('idempotency_key_reused')
    expect((await call(mine, `/${current}/disputes`, form)).body.reason).toBe('one_round')
    expect(await row()).toMatchObject({ dispute: raised.body, can_dispute: false })
    const [dispute] = (await ask('GET', `/v1/disputes?supplier=${study.supplierId}`)).body.disputes
    expect(dispute).toMatchObject({ raised_by: null, state: 'disputed' })
    await decide(dispute.dispute_ud, { decision: 'upheld', note: 'Not in our log' })
    expect(await row()).toMatchObject({ dispute: { state: 'upheld', decision_note: 'Not in our log' } })
    expect((await ask('GET', `/v1/disputes?supplier=${other}`)).body).toEqual({ total: 0, disputes: [] })
  })
})
