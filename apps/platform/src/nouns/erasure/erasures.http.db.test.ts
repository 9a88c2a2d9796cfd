import { mkdirSync, mkdtempSync, readFileSync, rmSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { back } from '#ledger/testing/operations'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, type Study } from '#testing/study'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import { sweepErasures } from './run-erasure.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'desk-erasures-'))
const LOG = join(FOLDER, 'erasures.log')
const platform = usePlatform({ erasureLog: LOG })
let make: StudyMaker
let study: Study
let one: Ask
let two: Ask
let plain: Ask

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  study = await make.study({ accountId: await make.account({ name: 'Acme' }) })
  const { accountId } = study
  one = await askAs(platform(), make, { accountId, roleId: 1 })
  two = await askAs(platform(), make, { accountId, roleId: 1 })
  plain = await askAs(platform(), make, { accountId, roleId: 2 })
})

afterAll(() => rmSync(FOLDER, { recursive: true }))

const place = () => ({ accountId: study.accountId, sourceId: study.sourceIds[0] ?? 0, supplierId: study.supplierId })
const respond = (rids: readonly string[], inboundCode: string | null = '1000') =>
  makeRespondents(platform().database, place(), rids, { inboundCode })
const formOf = (ids: readonly string[]) => ({
  pm_sup_ud: study.supplierId,
  ids,
  rule: 'request',
  reference: 'Letter 7',
})
const ridsOf = async (hexes: readonly string[]) => {
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{
      rid: string
    }>`select rid from respondent where account_id = ${study.accountId} and rdud = any(${hexes}::uuid[])`.execute(tx),
  )
  return rows.map(({ rid }) => rid.split(' ')[0] ?? '').toSorted((one, other) => one.localeCompare(other))
}
const sweep = () => sweepErasures({ database: platform().database, nowMs: Date.now, log: LOG })

describe('an erasure (docs/decisions/0116)', () => {
  test('shows its scope, takes two admins, and leaves a receipt without an id', async () => {
    const made = await respond(['first', 'second', 'bystander'])
    const ids = ['first', made[1]?.rdud ?? '', 'nobody']
    const scope = await one('POST', '/v1/erasures/scope', { pm_sup_ud: study.supplierId, ids })
    expect(scope.body).toEqual({
      respondents: 2,
      unknown: 1,
      in_survey: 0,
      in_dispute: 0,
      projects: 1,
      surveys: 1,
      statement_lines: 0,
      sealed_lines: 0,
      reconciliation_rows: 0,
      recontact_entries: 0,
      disputes: 0,
    })
    const requested = await one('POST', '/v1/erasures', formOf(ids))
    expect(requested.body).toMatchObject({ state: 'requested', scope: scope.body, decided_by: null, done_at: null })
    const path = `/v1/erasures/${requested.body.erasure_ud}`
    expect((await one('POST', `${path}/confirm`)).body.reason).toBe('own_request')
    expect((await plain('POST', `${path}/confirm`)).status).toBe(403)
    await sweep()
    expect(await ridsOf(made.map(({ hex }) => hex))).toEqual(['bystander', 'first', 'second'])

    const key = { 'idempotency-key': 'confirm it' }
    const confirmed = await two('POST', `${path}/confirm`, undefined, key)
    expect(confirmed.body).toMatchObject({ state: 'done', erased: { respondents: 2 }, done_at: expect.any(String) })
    expect((await two('POST', `${path}/confirm`, undefined, key)).body).toEqual(confirmed.body)
    expect((await one('POST', `${path}/withdraw`)).body.reason).toBe('already_decided')
    expect(await ridsOf(made.map(({ hex }) => hex))).toEqual(['bystander', 'erased', 'erased'])

    const listed = await one('GET', '/v1/erasures')
    expect(listed.body[0]).toEqual(confirmed.body)
    expect(JSON.stringify(listed.body)).not.toContain('first')
    const audit = JSON.stringify((await one('GET', '/v1/audit-log?scope=account')).body)
    expect(audit).toContain('requested: 2 respondents, request, Letter 7')
    expect(audit).not.toContain('first"')
  })

  test('is a line of the ledger with who requested it and under which rule, and no figure changes', async () => {
    const [made] = await respond(['explained'])
    const { body } = await one('POST', '/v1/erasures', formOf(['explained']))
    await two('POST', `/v1/erasures/${body.erasure_ud}/confirm`)
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<object>`
        select from_code as "from", to_code as "to", changed, detail from respondent_event
        where account_id = ${study.accountId} and rdud = ${made?.hex ?? ''}::uuid order by position desc limit 1`.execute(
        tx,
      ),
    )
    const value = `erasure ${body.erasure_ud}, requested by user ${body.requested_by_ud}`
    expect(rows).toEqual([
      { from: 30, to: 30, changed: false, detail: { rule: 'erased', threshold: 'request', value } },
    ])
    expect(await verifyLedger(platform().database)).toEqual([])
  })

  test('of a respondent in a survey waits for the return', async () => {
    const [inside] = await respond(['inside'], null)
    const { body } = await one('POST', '/v1/erasures', formOf(['inside']))
    expect(body.scope).toMatchObject({ respondents: 1, in_survey: 1 })
    const confirmed = await two('POST', `/v1/erasures/${body.erasure_ud}/confirm`)
    expect([confirmed.body.state, await ridsOf([inside?.hex ?? ''])]).toEqual(['confirmed', ['inside']])
    const returned = back(inside?.hex ?? '', '1000', { viaServer: true, parameters: null })
    await createLedger(platform().database).return(study.accountId, returned)
    await sweep()
    expect([(await one('GET', '/v1/erasures')).body[0].state, await ridsOf([inside?.hex ?? ''])]).toEqual([
      'done',
      ['erased'],
    ])
  })

  test('is in the log outside the database before anyone is erased, by RDUDs alone; without the log it waits (docs/decisions/0119)', async () => {
    const made = await respond(['logged', 'logged-too'])
    const { body } = await one('POST', '/v1/erasures', formOf(['logged', 'logged-too']))
    const before = readFileSync(LOG, 'utf8')
    rmSync(LOG)
    mkdirSync(LOG)
    const confirmed = await two('POST', `/v1/erasures/${body.erasure_ud}/confirm`)
    const hexes = made.map(({ hex }) => hex)
    expect([confirmed.body.state, await ridsOf(hexes)]).toEqual(['confirmed', ['logged', 'logged-too']])
    await expect(sweep()).rejects.toThrow(`The erasure log ${LOG} cannot be written.`)
    rmdirSync(LOG)
    await sweep()
    expect(await ridsOf(hexes)).toEqual(['erased', 'erased'])
    const log = readFileSync(LOG, 'utf8')
    expect(
      log
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toMatchObject([{ account: study.accountId, erasure: body.erasure_ud, rule: 'request', rduds: hexes.toSorted() }])
    expect([log.includes('logged'), before.includes('"first"')]).toEqual([false, false])
    await sweep()
    expect(readFileSync(LOG, 'utf8')).toBe(log)
  })

  test('by a fingerprint or an address reaches the respondents who have it, and names no mark in its receipt', async () => {
    const made = await respond(['marked-1', 'marked-2', 'marked-3'])
    const { accountId } = study
    await platform().database.asSystem(tx =>
      sql`update respondent set fingerprint = case when rid = 'marked-3' then 'print-b' else 'print-a' end, address = case when rid = 'marked-1' then '203.0.113.9'::inet else '2001:db8::9'::inet end
        where account_id = ${accountId} and rid like 'marked-%'`.execute(tx),
    )
    const scopeOf = async (marks: string, ids: readonly string[]) => {
      const { status, body } = await one('POST', '/v1/erasures/scope', { pm_sup_ud: null, marks, ids })
      return [status, body.respondents, body.unknown]
    }
    expect(await scopeOf('fingerprint', ['print-a', 'print-c'])).toEqual([200, 2, 1])
    expect(await scopeOf('address', ['2001:db8:0::9', 'nonsense', 'fe80::1%eth0', '203.0.113.9/24'])).toEqual([
      200, 2, 3,
    ])
    expect((await one('POST', '/v1/erasures/scope', { pm_sup_ud: null, marks: 'name', ids: ['x'] })).status).toBe(422)
    const form = { pm_sup_ud: null, marks: 'fingerprint', ids: ['print-a'], rule: 'request', reference: 'Letter 9' }
    const { body } = await one('POST', '/v1/erasures', form)
    expect((await two('POST', `/v1/erasures/${body.erasure_ud}/confirm`)).body.state).toBe('done')
    expect(await ridsOf(made.map(({ hex }) => hex))).toEqual(['erased', 'erased', 'marked-3'])
    expect(JSON.stringify((await one('GET', '/v1/erasures')).body)).not.toContain('print-a')
  })

  test('of a respondent in an open dispute waits for the decision', async () => {
    const [made] = await respond(['disputed'])
    const preview = await one('POST', '/v1/reconciliation/preview', {
      pm_proj_ud: study.projectId,
      text: 'disputed,930',
    })
    const { request, digest } = preview.body
    await one('POST', '/v1/reconciliation/store', {
      reconciliation_ud: request.reconciliation_ud,
      digest,
      project_number: 'AC-1',
    })
    const raised = await one('POST', '/v1/disputes', { rdud: made?.rdud, evidence: 'We saw disputed for 14 minutes' })
    const { body } = await one('POST', '/v1/erasures', formOf(['disputed']))
    expect(body.scope).toMatchObject({ in_dispute: 1, disputes: 1, reconciliation_rows: 1 })
    expect((await two('POST', `/v1/erasures/${body.erasure_ud}/confirm`)).body.state).toBe('confirmed')
    const decided = { decision: 'overturned', note: '', version: raised.body.version }
    expect((await one('POST', `/v1/disputes/${raised.body.dispute_ud}/decide`, decided)).status).toBe(200)
    await sweep()
    const [receipt] = (await one('GET', '/v1/erasures')).body
    expect(receipt).toMatchObject({ state: 'done', erased: { disputes: 1 } })
    const [dispute] = (await one('GET', '/v1/disputes')).body.disputes
    expect(dispute).toMatchObject({ state: 'overturned', rid: 'erased', evidence: '' })
    expect(await verifyLedger(platform().database)).toEqual([])
  })

  test('between the preview and the store of a list leaves the list its respondent: previewed again, it rejects the same complete', async () => {
    const [made] = await respond(['listed', 'other'])
    const text = 'listed,930,listed was fast\nother,930'
    const preview = await one('POST', '/v1/reconciliation/preview', { pm_proj_ud: study.projectId, text })
    const { request, digest } = preview.body
    const { body } = await one('POST', '/v1/erasures', formOf(['listed']))
    expect((await two('POST', `/v1/erasures/${body.erasure_ud}/confirm`)).body.state).toBe('done')
    const id = request.reconciliation_ud
    const store = (of: string) =>
      one('POST', '/v1/reconciliation/store', { reconciliation_ud: id, digest: of, project_number: 'AC-1' })
    const first = await store(digest)
    const again = await one('POST', '/v1/reconciliation/preview', { reconciliation_ud: id })
    const stored = first.status === 409 ? await store(again.body.digest) : first
    expect(stored.status).toBe(200)
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<object>`
        select r.code, w.outcome, w.rid from respondent r join reconciliation_row w on w.account_id = r.account_id and w.rdud = r.rdud and w.reconciliation_id = ${id}
        where r.account_id = ${study.accountId} and r.rdud = ${made?.hex ?? ''}::uuid`.execute(tx),
    )
    expect(rows).toMatchObject([{ code: 50, outcome: 'applied_reject' }])
    expect(JSON.stringify(rows)).not.toContain('listed')
    expect(await verifyLedger(platform().database)).toEqual([])
  })

  test('that is withdrawn erases no one, and ids of another account are unknown', async () => {
    const made = await respond(['spared'])
    const { body } = await one('POST', '/v1/erasures', formOf(['spared']))
    const withdrawn = await one('POST', `/v1/erasures/${body.erasure_ud}/withdraw`)
    expect(withdrawn.body.state).toBe('withdrawn')
    expect((await two('POST', `/v1/erasures/${body.erasure_ud}/confirm`)).body.reason).toBe('already_decided')
    expect(await ridsOf(made.map(({ hex }) => hex))).toEqual(['spared'])
    const other = await askAs(platform(), make, { accountId: await make.account({}), roleId: 1 })
    expect(
      (await other('POST', '/v1/erasures', { ...formOf([made[0]?.rdud ?? '']), pm_sup_ud: null })).body.reason,
    ).toBe('nobody_found')
    expect([
      (await other('GET', '/v1/erasures')).body,
      (await other('POST', `/v1/erasures/${body.erasure_ud}/withdraw`)).status,
    ]).toEqual([[], 404])
  })
})
