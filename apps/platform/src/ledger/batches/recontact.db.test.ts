import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeskDatabase } from '#kernel/db/desk-database'
import { useDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'
import { explainRespondent } from '../explain/explain.store.ts'
import { formatRdud } from '../facts/rdud.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger, type Ledger } from './ledger.ts'

const fresh = useDatabase()
let second: DeskDatabase
/** Two platforms on one database, each with its own cache. */
let ledgers: readonly [Ledger, Ledger]
beforeAll(() => {
  second = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 2 })
  const gatherMs = { least: 0, most: 0 }
  ledgers = [createLedger(fresh().database, { gatherMs }), createLedger(second, { gatherMs })]
})
afterAll(() => second.close())

/** A source with completes, and another of the same suppliers that invites some of them. */
async function invited(rids: readonly string[]) {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, {
      sources: [{}, {}],
      suppliers: 2,
      surveyUrl: 'https://survey.example/s?id=[%RDUD%]&first=[%ORDUD%]',
    }),
  )
  const { accountId, supplierIds } = study
  const [before = 0, sourceId = 0] = study.sourceIds
  const supplierId = supplierIds[1] ?? 0
  const change = (text: string, values: readonly unknown[]) =>
    database.asAccount(accountId, tx => tx.client.query(text, [accountId, sourceId, ...values]))
  const hexes = new Map<string, string>()
  for (const rid of rids) {
    const { hex } = sent(await ledgers[0].enter(accountId, entry(before, rid, { supplierId })))
    await ledgers[0].return(accountId, back(hex, '1000'))
    hexes.set(rid, hex)
  }
  const hexOf = (rid: string) => hexes.get(rid) ?? ''
  await change('insert into recontact_list values ($1, $2, $3, 1)', [rids.length])
  for (const rid of rids)
    await change('insert into recontact_person values ($1, $2, $3, $4, $4, $5, now())', [rid, hexOf(rid), supplierId])
  const enter = (rid: string, more: Partial<EntryOperation> = {}, ledger = ledgers[0]) =>
    ledger.enter(accountId, entry(sourceId, rid, { supplierId: supplierIds[0] ?? 0, ...more }))
  const explain = (rid: string) =>
    database.readAsAccount(accountId, tx => explainRespondent(tx, accountId, sourceId, rid))
  return { ...study, database, sourceId, supplierId, change, hexOf, enter, explain }
}

describe('a source with a recontact list (settlement.md §6)', () => {
  test('lets a listed respondent in by the personal link, with their supplier, and the survey gets ORDUD (§3.31)', async () => {
    const { accountId, hexOf, enter, explain, database, supplierId, sourceId } = await invited(['ann'])
    const { hex, code, address } = sent(await enter('ann', { invitation: hexOf('ann') }))
    const first = formatRdud(accountId, hexOf('ann'))
    expect([code, address]).toEqual([11, `https://survey.example/s?id=${formatRdud(accountId, hex)}&first=${first}`])
    const { rows } = await database.readAsAccount(accountId, tx =>
      tx.client.query('select supplier_id from respondent where account_id = $1 and source_id = $2', [
        accountId,
        sourceId,
      ]),
    )
    expect(rows).toEqual([{ supplier_id: supplierId }])
    expect((await explain('ann'))?.steps.map(({ detail }) => detail)).toEqual([
      null,
      `invited again, first RDUD ${first}`,
    ])
    expect(await verifyLedger(database)).toEqual([])
  })

  test('refuses everybody else with not_recontacted, and Explain says so; a test passes', async () => {
    const { accountId, hexOf, enter, explain, testToken, change } = await invited(['ann', 'bob'])
    const test = sent(await enter('t', { testToken }))
    expect([sent(await enter('eve')).code, test.code, test.address?.split('first=')[1]]).toEqual([
      21,
      11,
      formatRdud(accountId, test.hex),
    ])
    await change(
      'update recontact_person set removed_at = now() where account_id = $1 and source_id = $2 and rid = $3',
      ['bob'],
    )
    expect(sent(await enter('bob', { invitation: hexOf('bob') })).code).toBe(21)
    const told = async (rid: string) => (await explain(rid))?.verdicts
    const said = { rule: 'not_recontacted', refused: true, threshold: 'a respondent of the recontact list' }
    expect([await told('eve'), await told('bob')]).toEqual([
      [{ ...said, value: 'not in the list' }],
      [{ ...said, value: 'removed from the list' }],
    ])
  })

  test('records no listed entrant who comes by another link: their own stays good', async () => {
    const { hexOf, enter, explain } = await invited(['ann', 'bob'])
    const other = { kind: 'not_found', what: 'personal_link' }
    expect([await enter('ann'), await enter('ann', { invitation: hexOf('bob') }), await explain('ann')]).toEqual([
      other,
      other,
      null,
    ])
    expect(sent(await enter('ann', { invitation: hexOf('ann') })).code).toBe(11)
  })

  test('takes a link once: of 20 at once on two platforms one enters, the others are recorded as repeats', async () => {
    const { accountId, hexOf, enter, explain, database } = await invited(['ann'])
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => enter('ann', { invitation: hexOf('ann') }, ledgers[at % 2 === 0 ? 0 : 1])),
    )
    const entered = outcomes.filter(({ kind }) => kind === 'sent')
    expect([entered.length, outcomes.filter(({ kind }) => kind === 'link_used').length]).toEqual([1, 19])
    // the plain link leads no way around it while they are in the survey
    expect((await enter('ann')).kind).toBe('link_used')
    const day = new Date().toISOString().slice(0, 10)
    const steps = (await explain('ann'))?.steps ?? []
    expect([steps.length, steps.at(-1)]).toEqual([
      22,
      expect.objectContaining({
        changed: false,
        rule: 'personal_link',
        threshold: 'one use',
        value: `used on ${day}`,
        detail: 'entered again',
      }),
    ])
    expect(await verifyLedger(database)).toEqual([])
    const { rows } = await database.readAsAccount(accountId, tx =>
      tx.client.query(
        `select config -> 'recontact' as recontact from door_config where account_id = $1 and scope = 3 order by version desc limit 1`,
        [accountId],
      ),
    )
    expect(rows).toEqual([{ recontact: true }])
  })

  test('is open to all once its list is empty, but not to the link of a removed person', async () => {
    const { hexOf, enter, change } = await invited(['ann'])
    expect(sent(await enter('before')).code).toBe(21)
    await change('update recontact_person set removed_at = now() where account_id = $1 and source_id = $2', [])
    await change('update recontact_list set people = 0 where account_id = $1 and source_id = $2', [])
    expect([
      sent(await enter('after', {}, ledgers[1])).code,
      sent(await enter('after too')).code,
      sent(await enter('ann', { invitation: hexOf('ann') })).code,
    ]).toEqual([11, 11, 21])
  })
})
