import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '#kernel/audit/verify-audit'
import { createLedger } from '#ledger/batches/ledger'
import { entry, back, sent } from '#ledger/testing/operations'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { lastMonth, monthAt } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, type Study } from '#testing/study'
import { keepWindowOpen } from '../reconciliation/testing/keep-window-open.ts'
import { makeRespondents, type MadeRespondent } from '../reconciliation/testing/respondents.ts'
import { nodeCrypto } from '../statements/node-crypto.ts'
import { signedCsv } from '../statements/signed-files.ts'
import { statementFile } from '../statements/statement-lines-file.ts'
import { findStatement } from '../statements/statements.store.ts'
import { storedOf } from '../statements/testing/stated.ts'
import { ALL_PARTS, eraseIdentities } from './erase-identities.ts'
import { foundInTables } from './testing/found-in-tables.ts'

const platform = usePlatform()
const { month, middleMs } = lastMonth()
const current = monthAt(Date.now())

const OTHERS = Array.from({ length: 20 }, (_, no) => `other-${no}`)
const CANARIES = Array.from({ length: 4 }, (_, no) => `canary-rid-${no}`)
const fingerprintOf = (no: number): string => `canary-print-${no}`
const addressOf = (no: number): string => `198.51.100.${no + 1}`
const ANSWER = 'canary-answer'

let make: StudyMaker
let study: Study
let ask: Ask
let canaries: readonly MadeRespondent[]
let others: readonly MadeRespondent[]

/** The same for both groups: completes of last month with marks and answers. */
async function respond(rids: readonly string[], marks: (no: number) => readonly [string, string]) {
  const { accountId, supplierId, sourceIds } = study
  const { database } = platform()
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  const made = await makeRespondents(database, place, rids, { endedAtMs: middleMs })
  for (const [no, { hex }] of made.entries()) {
    const [fingerprint, address] = marks(no)
    await database.asSystem(async tx => {
      await sql`update respondent set fingerprint = ${fingerprint}, address = ${address}::inet where account_id = ${accountId} and rdud = ${hex}::uuid`.execute(
        tx,
      )
      await sql`
        update respondent_event set answers = ${JSON.stringify({ q: ANSWER })}::jsonb, detail = ${JSON.stringify({ rule: 'qualification: q', threshold: 'x', value: ANSWER })}::jsonb
        where account_id = ${accountId} and rdud = ${hex}::uuid and from_code is null`.execute(tx)
      await sql`
        insert into rule_verdict (account_id, rdud, place, source_id, at, rule, refused, threshold, value)
        values (${accountId}, ${hex}::uuid, 1, ${place.sourceId}, now(), 'qualification: q', true, 'x', ${ANSWER})`.execute(
        tx,
      )
    })
  }
  return made
}

const fileOf = async (ofMonth: string) => {
  const { database } = platform()
  const of = { scope: 'supplier', month: ofMonth, scopeId: study.supplierId } as const
  const stored = await database.readAsAccount(study.accountId, tx => findStatement(tx, study.accountId, of))
  if (stored === undefined) throw new Error('The month is closed')
  const chunks: Uint8Array[] = []
  for await (const chunk of signedCsv(statementFile(database, study.accountId, stored))) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Every figure that must not change. */
const figures = () =>
  platform().database.readAsSystem(async tx => {
    const { accountId } = study
    const rowsOf = async (table: string, columns = '*') =>
      (await sql.raw(`select ${columns} from ${table} t where account_id = ${accountId} order by t::text`).execute(tx))
        .rows
    return {
      rollups: await rowsOf('rollup'),
      suppliers: await rowsOf('supplier_rollup'),
      hours: await rowsOf('hour_bucket'),
      rows: await rowsOf('reconciliation_row', 'reconciliation_id, line, rdud, outcome, sell_cents, supply_cents'),
      lines: await rowsOf(
        'respondent_event',
        'rdud, position, from_code, to_code, changed, cpi_cents, sell_price_cents',
      ),
      lists: await rowsOf('recontact_list'),
    }
  })

/** An answer that the setup needs. */
async function done(answer: ReturnType<Ask>) {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`The setup failed: ${JSON.stringify(body)}`)
  return body
}

const erase = (hexes: readonly string[]) =>
  platform().database.asAccount(study.accountId, tx =>
    eraseIdentities(tx, study.accountId, hexes, { parts: ALL_PARTS, at: new Date(), by: null }),
  )

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  study = await make.study({ accountId: await make.account({ name: 'Acme' }), sources: [4, 4] })
  const { accountId, projectId, sourceIds } = study
  ask = await askAs(platform(), make, { accountId, roleId: 1 })
  await keepWindowOpen(platform().databaseUrl, accountId)
  others = await respond(OTHERS, no => [`print-${no}`, `203.0.113.${no + 1}`])
  canaries = await respond(CANARIES, no => [fingerprintOf(no), addressOf(no)])
  await done(ask('POST', `/v1/statements/${month}/close`))
  // rejected after the closing, by rid: an adjustment of the open month
  const text = [...CANARIES.slice(0, 2), ...OTHERS.slice(0, 2)].map(rid => `${rid},930,${rid} was fast`).join('\n')
  const preview = await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: projectId, text })
  const { request, digest } = preview.body
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: request.reconciliation_ud,
    digest,
    project_number: 'AC-1',
  })
  if (stored.status !== 200) throw new Error('The list was not stored')
  const rdud = canaries[0]?.rdud ?? ''
  const raised = await ask('POST', '/v1/disputes', { rdud, evidence: `${CANARIES[0]} took 14 minutes` })
  const decision = { decision: 'upheld', note: `${CANARIES[0]} is fast`, version: raised.body.version }
  await done(ask('POST', `/v1/disputes/${raised.body.dispute_ud}/decide`, decision))
  // without the desk's own form: the audit log keeps what a user types there (docs/gaps.md)
  await platform().database.asSystem(async tx => {
    await sql`insert into mark_list (account_id, entries, version) values (${accountId}, 3, 1)`.execute(tx)
    for (const [kind, value] of [
      ['fingerprint', fingerprintOf(1)],
      ['address', addressOf(1)],
      ['fingerprint', 'print-1'],
    ])
      await sql`
        insert into listed_mark (account_id, list, kind, value, note, added_by, added_at)
        values (${accountId}, 'block', ${kind}, ${value}, ${`of ${value}`}, ${study.userId}, now())`.execute(tx)
  })
  const added = [canaries[2], others[2]].map(one => one?.rdud)
  const recontact = { stmid: sourceIds[1], added, removed: [], version: 0 }
  await done(ask('POST', '/v1/supplier-recontact/store', recontact))
  await platform().database.asSystem(async tx => {
    const { rows: made } = await sql<{ id: number }>`
      insert into webhook (account_id, description, url, kinds, is_on, secret, secret_ends_with, created_at)
      values (${accountId}, 'w', 'https://example.com', '{complete.recorded}', false, ''::bytea, 'abcd', now()) returning webhook_id as id`.execute(
      tx,
    )
    const rows = [canaries[0], others[0], canaries[1]].map(one => ({ rid: one?.rid, rdud: one?.rdud }))
    const own = { data: { rdud: others[1]?.rdud, rid: others[1]?.rid } }
    for (const [no, body] of [{ data: { rows } }, own].entries())
      await sql`
        insert into webhook_delivery (account_id, webhook_id, number, event_id, kind, body)
        values (${accountId}, ${made[0]?.id}, ${no + 1}, gen_random_uuid(), 'supplier.outcomes', ${JSON.stringify(body)})`.execute(
        tx,
      )
  })
})

describe('an erasure of identities (docs/decisions/0116)', () => {
  test('leaves nothing of the identity in any table, and every figure, verdict and statement as before', async () => {
    const { database } = platform()
    const { accountId } = study
    const clear = [
      ...CANARIES,
      ...CANARIES.map((_, no) => fingerprintOf(no)),
      ...CANARIES.map((_, no) => `${addressOf(no)}/32`),
      ...CANARIES.map((_, no) => addressOf(no)),
    ]
    expect(Object.keys(await foundInTables(database, clear))).toEqual(
      expect.arrayContaining(['respondent', 'statement_identity', 'reconciliation_row', 'dispute']),
    )
    const before = await figures()
    const statement = await storedOf(database, accountId, month)
    const file = await fileOf(month)

    const counts = await erase(canaries.map(({ hex }) => hex))
    expect(counts).toMatchObject({
      respondents: 4,
      statement_lines: 4,
      reconciliation_rows: 2,
      recontact_entries: 1,
      disputes: 1,
      deliveries: 1,
      marks: 2,
    })

    expect(await foundInTables(database, clear)).toEqual({})
    const { rows: bodies } = await database.readAsSystem(tx =>
      sql<{ body: string }>`select body from webhook_delivery where account_id = ${accountId} order by number`.execute(
        tx,
      ),
    )
    const [shared, own] = bodies.map(({ body }) => JSON.parse(body).data)
    expect([shared.rows.map(({ rid }: { rid: string }) => rid), own.rid]).toEqual([
      ['erased', 'other-0', 'erased'],
      'other-1',
    ])
    expect(await figures()).toEqual(before)
    expect(await storedOf(database, accountId, month)).toEqual(statement)
    const left = await fileOf(month)
    expect(await verifyStatement(left, nodeCrypto)).toMatchObject({ isWhole: true, lines: 24, erased: 4 })
    expect(left.split('\r\n').at(-2)).toBe(file.split('\r\n').at(-2))
    expect(await verifyLedger(database)).toEqual([])
    expect(await database.readAsSystem(tx => verifyAudit(tx, accountId))).toMatchObject({ first_broken: null })
  })

  test('shows the lines of the open month as erased, and a closing commits to nothing', async () => {
    const read = await ask('GET', `/v1/statements/${current}?supplier=${study.supplierId}`)
    const rids = read.body.page.map(({ rid }: { rid: string }) => rid)
    expect(rids.toSorted()).toEqual(['erased', 'erased', 'other-0', 'other-1'])
  })

  test('leaves the answers and marks of all others', async () => {
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{ hex: string }>`
        select replace(r.rdud::text, '-', '') as hex from respondent r join respondent_event e on e.account_id = r.account_id and e.rdud = r.rdud and e.answers is not null
        where r.account_id = ${study.accountId} and r.fingerprint is not null and r.address is not null and e.detail->>'value' = ${ANSWER}`.execute(
        tx,
      ),
    )
    expect(rows.map(({ hex }) => hex).toSorted()).toEqual(others.map(({ hex }) => hex).toSorted())
    const { body } = await ask('GET', '/v1/defender/marks?list=block')
    expect(
      body.rows
        .filter(({ state }: { state: string }) => state === 'in_force')
        .map(({ value }: { value: string }) => value),
    ).toEqual(['print-1'])
  })

  test('is done again without a change', async () => {
    const before = await figures()
    expect(await erase(canaries.map(({ hex }) => hex))).toMatchObject({
      respondents: 4,
      statement_lines: 0,
      marks: 0,
      disputes: 0,
    })
    expect([await figures(), await verifyLedger(platform().database)]).toEqual([before, []])
  })

  test('lets the same rid enter again, once', async () => {
    const ledger = createLedger(platform().database)
    const enter = () =>
      ledger.enter(study.accountId, entry(study.sourceIds[0] ?? 0, CANARIES[3] ?? '', { supplierId: study.supplierId }))
    const first = sent(await enter())
    expect(sent(await enter()).hex).toBe(first.hex)
  })

  test('of a respondent in the survey lets the return through', async () => {
    const { database } = platform()
    const [inside] = await makeRespondents(
      database,
      { accountId: study.accountId, sourceId: study.sourceIds[0] ?? 0, supplierId: study.supplierId },
      ['inside'],
      { inboundCode: null },
    )
    await erase([inside?.hex ?? ''])
    await createLedger(database).return(
      study.accountId,
      back(inside?.hex ?? '', '1000', { viaServer: true, parameters: null }),
    )
    const { rows } = await database.readAsSystem(tx =>
      sql<{
        code: number
      }>`select code from respondent where account_id = ${study.accountId} and rdud = ${inside?.hex ?? ''}::uuid`.execute(
        tx,
      ),
    )
    expect([rows, await verifyLedger(database)]).toEqual([[{ code: 30 }], []])
  })
})
