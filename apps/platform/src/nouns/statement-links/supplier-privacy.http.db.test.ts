import { SUPPLIER_ERASURES_MAX } from '@desk/schema/privacy/supplier-privacy'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, type Study } from '#testing/study'
import { makeRespondents, type MadeRespondent } from '../reconciliation/testing/respondents.ts'

const platform = usePlatform()
let make: StudyMaker
let study: Study
let theirs: MadeRespondent
let one: Ask
let two: Ask
let token: string

const tokenOf = async (form: object = {}): Promise<string> => {
  const { body } = await one('POST', '/v1/statement-links', {
    pm_sup_ud: study.supplierId,
    note: 'Ada at the panel',
    expires_in_days: 30,
    ...form,
  })
  return String(body.secret).split('#')[1] ?? ''
}
const call = (method: string, path: string, body?: unknown, headers = {}, by = token) =>
  platform().call(method, `/v1/supplier-privacy${path}`, { token: by, body, headers })
const request = (ids: readonly string[]) => call('POST', '/erasures', { ids, rule: 'request', reference: 'Panel 7' })

beforeAll(async () => {
  const { database } = platform()
  make = new StudyMaker(database)
  study = await make.study({ accountId: await make.account({ name: 'Acme' }) })
  const { accountId, sourceIds, supplierId } = study
  one = await askAs(platform(), make, { accountId, roleId: 1 })
  two = await askAs(platform(), make, { accountId, roleId: 1 })
  token = await tokenOf()
  const place = { accountId, sourceId: sourceIds[0] ?? 0 }
  await makeRespondents(database, { ...place, supplierId }, ['mine-1', 'mine-2', 'mine-3'])
  const other = await make.supplier({ accountId, name: 'South Panels' })
  const [made] = await makeRespondents(database, { ...place, supplierId: other }, ['theirs-1'])
  if (made === undefined) throw new Error('They entered')
  theirs = made
})

describe('a supplier by its link (docs/decisions/0123)', () => {
  test('requests an erasure of its own respondents, and another admin than the link’s maker confirms it', async () => {
    expect((await request(['theirs-1', theirs.rdud])).body.reason).toBe('nobody_found')
    const key = { 'idempotency-key': 'once' }
    const form = { ids: ['mine-1', theirs.rdud], rule: 'request', reference: 'Panel 7' }
    const requested = await call('POST', '/erasures', form, key)
    expect(requested.body).toMatchObject({ state: 'requested', respondents: 1, unknown: 1, reference: 'Panel 7' })
    expect((await call('POST', '/erasures', form, key)).body).toEqual(requested.body)
    expect((await call('POST', '/erasures', { ...form, rule: 'contract' }, key)).body.reason).toBe(
      'idempotency_key_reused',
    )
    const [listed] = (await one('GET', '/v1/erasures')).body
    expect(listed.requested_by).toMatch(/ \(supplier\)$/)
    const path = `/v1/erasures/${requested.body.erasure_ud}/confirm`
    expect((await one('POST', path)).body.message).toContain('made the supplier’s link')
    expect((await two('POST', path)).body).toMatchObject({ state: 'done', erased: { respondents: 1 } })
    const all = (await call('GET', '/erasures')).body
    expect(all).toMatchObject([{ erasure_ud: requested.body.erasure_ud, state: 'done' }])
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{
        rid: string
      }>`select rid from respondent where account_id = ${study.accountId} and rid like '%-%' and rid not like 'erased%' order by 1`.execute(
        tx,
      ),
    )
    expect(rows.map(({ rid }) => rid)).toEqual(['mine-2', 'mine-3', 'theirs-1'])
    const audit = (await one('GET', '/v1/audit-log?scope=account&by=supplier_link')).body
    expect(JSON.stringify(audit)).toContain('requested by the supplier, by link')
  })

  test(`waits with at most ${SUPPLIER_ERASURES_MAX} requests`, async () => {
    const { accountId } = study
    const [link] = (await one('GET', '/v1/statement-links')).body
    await platform().database.asSystem(tx =>
      sql`insert into erasure (account_id, state, rule, reference, scope, erased, requested_by, requested_by_link, requested_at)
        select ${accountId}, 'requested', 'request', 'x', '{}', '{}', ${study.userId}, ${link.statement_link_ud}, now() from generate_series(1, ${SUPPLIER_ERASURES_MAX})`.execute(
        tx,
      ),
    )
    expect((await request(['mine-2'])).body.reason).toBe('too_many_waiting')
    await platform().database.asSystem(tx =>
      sql`update erasure set state = 'withdrawn' where reference = 'x'`.execute(tx),
    )
  })

  test('reads the stored entries of its own respondent, without studies and rules, and the audit log says so', async () => {
    const { status, body } = await call('GET', '/access?rid=mine-2')
    expect([status, body.rid, body.entries.length, body.objections]).toEqual([200, 'mine-2', 1, []])
    expect(Object.keys(body.entries[0])).not.toContain('project_name')
    expect(JSON.stringify(body)).not.toMatch(/threshold|stmid/)
    expect((await call('GET', '/access?rid=theirs-1')).status).toBe(404)
    const audit = (await one('GET', '/v1/audit-log?scope=respondent&by=supplier_link')).body
    expect(JSON.stringify(audit)).toContain(body.entries[0].rdud)
  })

  test('records and withdraws objections of its own respondents, and the screens name the supplier', async () => {
    expect((await call('POST', '/objections', { rid: 'theirs-1' })).status).toBe(404)
    expect((await call('POST', '/objections', { rid: 'never-entered' })).status).toBe(404)
    const { body } = await call('POST', '/objections', { rid: 'mine-3' })
    expect(body).toEqual({ objection_id: body.objection_id, rid: 'mine-3', made_at: body.made_at, withdrawn_at: null })
    expect((await call('POST', '/objections', { rid: 'mine-3' })).body).toEqual(body)
    const listed = () => one('GET', '/v1/privacy/objections')
    expect((await listed()).body[0].made_by).toMatch(/ \(supplier\)$/)
    const path = `/objections/${body.objection_id}/withdraw`
    expect((await call('POST', path)).body.withdrawn_at).not.toBeNull()
    expect((await listed()).body[0].withdrawn_by).toMatch(/ \(supplier\)$/)
    const own = await one('POST', '/v1/privacy/objections', { supplier_id: study.supplierId, rid: 'mine-3' })
    expect([own.body.made_by.includes('(supplier)'), own.body.objection_id > body.objection_id]).toEqual([false, true])
  })

  test('is refused by a link of one month, another’s objection and no link', async () => {
    const month = await tokenOf({ month: '2026-10' })
    expect((await call('GET', '/erasures', undefined, {}, month)).status).toBe(403)
    const other = await make.supplier({ accountId: study.accountId, name: 'East Panels' })
    const foreign = await tokenOf({ pm_sup_ud: other })
    const [{ objection_id: id }] = (await one('GET', '/v1/privacy/objections')).body
    expect((await call('POST', `/objections/${id}/withdraw`, undefined, {}, foreign)).status).toBe(404)
    expect((await call('GET', '/erasures', undefined, {}, foreign)).body).toEqual([])
    expect((await call('GET', '/erasures', undefined, {}, 'nothing')).status).toBe(401)
  })
})
