import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { createLedger } from '../batches/ledger.ts'
import { formatRdud } from '../facts/rdud.ts'
import { back, entry, sent, TOLD } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { explainRespondent } from './explain.store.ts'

const fresh = useDatabase()
const noon = Date.UTC(2026, 10, 20, 12)
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()

test('a device that the survey excludes is named in words (§3.12, §3.29)', async () => {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, { devices: [2, 3] }))
  await createLedger(database).write(study.accountId, [entry(study.sourceId, 'r1', { atMs: noon, device: 1 })])
  const path = await database.readAsAccount(study.accountId, tx =>
    explainRespondent(tx, study.accountId, study.sourceId, 'r1'),
  )
  expect([path?.code, path?.steps[1]]).toEqual([
    21,
    {
      at: at(0),
      from: 10,
      to: 21,
      changed: true,
      rule: 'device',
      threshold: 'Mobile or Tablet',
      value: 'Desktop',
      detail: null,
    },
  ])
})

test("one respondent's path is shown step by step, by RDUD or by rid, with rule, threshold and value of a refusal (§3.11)", async () => {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, { defender: [{ rule: 'country' }], country: 'US' }))
  const ledger = createLedger(database)
  const [through, refused] = (
    await ledger.write(study.accountId, [
      entry(study.sourceId, 'r1', { atMs: noon, country: 'US' }),
      entry(study.sourceId, 'r2', { atMs: noon, country: 'ZZ' }),
    ])
  ).map(sent)
  if (!through || !refused) throw new Error('No entry')
  await ledger.write(study.accountId, [
    back(through.hex, '2000', { atMs: noon + 5 * 60_000 }),
    back(through.hex, '1000', { atMs: noon + 10 * 60_000, viaServer: true }),
    back(through.hex, '1000', { atMs: noon + 20 * 60_000, ...TOLD }),
    back(through.hex, '9', { atMs: noon + 30 * 60_000 }),
  ])
  const explain = (find: string, accountId = study.accountId) =>
    database.readAsAccount(accountId, tx => explainRespondent(tx, accountId, study.sourceId, find))
  const nothing = { rule: null, threshold: null, value: null }
  const rdud = formatRdud(study.accountId, through.hex)
  const path = {
    rdud,
    rid: 'r1',
    stmid: study.sourceId,
    source_name: 'Source',
    supplier: 'Panel',
    code: 30,
    is_test: false,
    late: false,
    entered_at: at(0),
    ended_at: at(20),
    loi_minutes: 5,
    steps: [
      { at: at(0), from: null, to: 10, changed: true, ...nothing, detail: null },
      { at: at(0), from: 10, to: 11, changed: true, ...nothing, detail: null },
      {
        at: at(5),
        from: 11,
        to: 31,
        changed: true,
        ...nothing,
        detail: 'inbound code 2000, by browser, no hash checked',
      },
      {
        at: at(10),
        from: 31,
        to: 31,
        changed: false,
        rule: 'unsigned_return',
        threshold: 'a valid hash',
        value: 'none checked',
        detail: 'returned again, inbound code 1000, server-to-server, no hash checked',
      },
      {
        at: at(20),
        from: 31,
        to: 30,
        changed: true,
        ...nothing,
        detail: 'inbound code 1000, server-to-server, no hash checked',
      },
      {
        at: at(30),
        from: 30,
        to: 30,
        changed: false,
        rule: 'inbound_code',
        threshold: 'one of 1, 1000, 2000, 3000, 4000',
        value: '9',
        detail: 'returned again, inbound code 9, by browser, no hash checked',
      },
    ],
    verdicts: [],
  }
  expect([await explain(rdud), await explain('r1'), await explain(through.hex)]).toEqual([path, path, path])
  expect((await explain('r2'))?.steps[1]).toEqual({
    at: at(0),
    from: 10,
    to: 20,
    changed: true,
    rule: 'country',
    threshold: 'US',
    value: 'ZZ',
    detail: null,
  })
  const other = await database.asSystem(tx => makeStudy(tx))
  expect([await explain('r3'), await explain(`zz-${through.hex}`), await explain('r1', other.accountId)]).toEqual([
    null,
    null,
    null,
  ])
})

test('every rule that spoke against an entry is shown in the order in which the door asks, also one in shadow mode (§3.11, docs/decisions/0032)', async () => {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, {
      defender: [{ rule: 'country', mode: 'shadow' }, { rule: 'datacentre' }],
      country: 'US',
      devices: [2, 3],
    }),
  )
  await createLedger(database).write(study.accountId, [
    entry(study.sourceId, 'r1', { atMs: noon, country: 'ZZ', fromDatacentre: true, device: 1 }),
    entry(study.sourceId, 'r2', { atMs: noon, country: 'ZZ', device: 2 }),
  ])
  const explain = (find: string) =>
    database.readAsAccount(study.accountId, tx => explainRespondent(tx, study.accountId, study.sourceId, find))
  const shadow = { rule: 'country', refused: false, threshold: 'US', value: 'ZZ', set_by: 'survey' }
  const [refused, letIn] = [await explain('r1'), await explain('r2')]
  expect([refused?.code, refused?.steps[1]?.rule, refused?.verdicts]).toEqual([
    20,
    'datacentre',
    [
      shadow,
      { rule: 'datacentre', refused: true, threshold: 'no datacentre', value: 'datacentre', set_by: 'survey' },
      { rule: 'device', refused: true, threshold: 'Mobile or Tablet', value: 'Desktop' },
    ],
  ])
  expect([letIn?.code, letIn?.verdicts]).toEqual([11, [shadow]])
})
