import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DeskDatabase } from '#kernel/db/desk-database'
import { useDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { hashParameters } from '../facts/return-hash.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy, SUPPLIER, type Study, type StudySpec } from '../testing/study.ts'
import { createLedger, type Ledger } from './ledger.ts'

const CHANGES = 50

const fresh = useDatabase()
let second: DeskDatabase
/** Two platforms on one database, each with its own cache. */
let ledgers: readonly Ledger[]
let study: Study
let entrants = 0

const make = async (spec: StudySpec = {}) => {
  study = await fresh().database.asSystem(tx => makeStudy(tx, spec))
}
const change = (text: string, values: readonly unknown[]) =>
  fresh().database.asAccount(study.accountId, tx => tx.client.query(text, [...values]))

beforeAll(() => {
  second = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 2 })
  const gatherMs = { least: 0, most: 0 }
  ledgers = [createLedger(fresh().database, { gatherMs }), createLedger(second, { gatherMs })]
})
afterAll(() => second.close())
beforeEach(() => make())

const enter = async (
  ledger: Ledger,
  parameters: readonly (readonly [string, string])[] = [],
  more: Partial<EntryOperation> = {},
) => {
  entrants += 1
  return sent(
    await ledger.enter(
      study.accountId,
      entry(study.sourceId, `r${entrants}`, { parameters: new Map(parameters), ...more }),
    ),
  )
}
const comeBack = async (ledger: Ledger, parameters = new Map<string, string>(), code = '1000') =>
  sent(await ledger.return(study.accountId, back((await enter(ledger)).hex, code, { parameters })))
const priceOf = async (hex: string) =>
  (
    await change('select cpi_cents as cents from respondent where account_id = $1 and rdud = $2', [
      study.accountId,
      hex,
    ])
  ).rows[0]

/** The outcome on each platform for the very next respondent after each change. */
async function afterEach<A>(
  changeTo: (number: number) => Promise<unknown>,
  next: (ledger: Ledger) => Promise<A>,
): Promise<A[]> {
  const seen: A[] = []
  for (const ledger of ledgers) await next(ledger) // each fills its cache
  for (let number = 1; number <= CHANGES; number++) {
    await changeTo(number)
    for (const ledger of ledgers) seen.push(await next(ledger))
  }
  return seen
}
const twiceEach = <A>(of: (number: number) => A): A[] =>
  Array.from({ length: CHANGES }, (_, at) => of(at + 1)).flatMap(value => [value, value])

describe('the very next respondent, on either of two platforms, is judged by the last stored setup (0023)', () => {
  test.each([
    [
      'the price agreed with a supplier',
      'update source_supplier set supply_price_cents = $1 where source_id = $2',
      () => study.sourceId,
    ],
    ['the source’s own price', 'update source set supply_price_cents = $1 where source_id = $2', () => study.sourceId],
    [
      'the supplier’s own price',
      'with own as (update source set supply_price_cents = null where source_id in (select source_id from source_supplier where supplier_id = $2)) update supplier set supplier_cpi_cents = $1 where supplier_id = $2',
      () => study.supplierId,
    ],
  ])('%s', async (_name, text, id) => {
    const paid = await afterEach(
      number => change(text, [number, id()]),
      async ledger => priceOf((await comeBack(ledger)).hex),
    )
    expect(paid).toEqual(twiceEach(cents => ({ cents })))
  })

  test.each([
    ['a supplier’s redirect', 'update supplier_redirect set url = $1 where supplier_id = $2', () => study.supplierId],
    [
      'a source’s own redirect',
      `insert into source_redirect (account_id, source_id, type, url) select account_id, source_id, 'complete', $1 from source where source_id = $2 on conflict (account_id, source_id, type) do update set url = excluded.url`,
      () => study.sourceId,
    ],
  ])('%s', async (_name, text, id) => {
    const addresses = await afterEach(
      number => change(text, [`${SUPPLIER}/${number}?r=[%RID%]`, id()]),
      async ledger => (await comeBack(ledger)).address?.split('?')[0],
    )
    expect(addresses).toEqual(twiceEach(number => `${SUPPLIER}/${number}`))
  })

  test('an ended key, and its replacement', async () => {
    await make({ hashRequired: true, hashSecrets: ['key 0'] })
    let secret = 'key 0'
    const signed = (key: string) =>
      new Map([
        ['inbound_code', '1000'],
        ['hash', hashParameters(new Map([['inbound_code', '1000']]), key)],
      ])
    const verdicts = await afterEach(
      async number => {
        await change('update hash_key set valid_until = now() where account_id = $1 and valid_until is null', [
          study.accountId,
        ])
        secret = `key ${number}`
        await change(`insert into hash_key (account_id, secret, valid_from) values ($1, $2, '-infinity')`, [
          study.accountId,
          secret,
        ])
      },
      async ledger => {
        const ended = `key ${Number(secret.slice('key '.length)) - 1}`
        return [(await comeBack(ledger, signed(ended))).code, (await comeBack(ledger, signed(secret))).code]
      },
    )
    expect(verdicts).toEqual(twiceEach(() => [35, 30]))
  })

  test('a key that expires, without any edit', async () => {
    await make({ hashRequired: true, hashSecrets: ['key'] })
    const parameters = new Map([['inbound_code', '1000']])
    const signed = new Map([...parameters, ['hash', hashParameters(parameters, 'key')]])
    const clock = { nowMs: Date.now() }
    const ledger = createLedger(fresh().database, { nowMs: () => clock.nowMs })
    await change('update hash_key set valid_until = to_timestamp($2::float8 / 1000) where account_id = $1', [
      study.accountId,
      clock.nowMs + 1000,
    ])
    const codes = [(await comeBack(ledger, signed)).code]
    clock.nowMs += 1000
    codes.push((await comeBack(ledger, signed)).code)
    expect(codes).toEqual([30, 35])
  })

  test('whether returns must be hashed', async () => {
    const codes = await afterEach(
      number =>
        change('update account set hash_required = $1 where account_id = $2', [number % 2 === 1, study.accountId]),
      async ledger => (await comeBack(ledger)).code,
    )
    expect(codes).toEqual(twiceEach(number => (number % 2 === 1 ? 35 : 30)))
  })

  test('the survey’s URL and the devices that it takes', async () => {
    const addresses = await afterEach(
      number =>
        change('update survey set survey_url = $1 where survey_id = $2', [
          `https://survey.example/${number}?id=[%RDUD%]`,
          study.surveyId,
        ]),
      async ledger => (await enter(ledger)).address?.split('?')[0],
    )
    const codes = await afterEach(
      number =>
        change('update survey set device_types = $1 where survey_id = $2', [
          number % 2 === 1 ? [3] : [1, 2, 3],
          study.surveyId,
        ]),
      async ledger => (await enter(ledger)).code,
    )
    expect([addresses, codes]).toEqual([
      twiceEach(number => `https://survey.example/${number}`),
      twiceEach(number => (number % 2 === 1 ? 21 : 11)),
    ])
  })

  test('a Defender rule', async () => {
    await make({ country: 'US' })
    const codes = await afterEach(
      number =>
        change(
          number % 2 === 1
            ? `insert into defender_rule (account_id, survey_id, rule) values ($1, $2, 'country')`
            : 'delete from defender_rule where account_id = $1 and survey_id = $2',
          [study.accountId, study.surveyId],
        ),
      async ledger => (await enter(ledger, [], { country: 'CA' })).code,
    )
    expect(codes).toEqual(twiceEach(number => (number % 2 === 1 ? 20 : 11)))
  })

  test('an entry of the block list', async () => {
    await make({})
    const codes = await afterEach(
      async number => {
        if (number === 1) await change('insert into mark_list values ($1, 0, 0)', [study.accountId])
        await change(
          number % 2 === 1
            ? `insert into listed_mark (account_id, list, kind, value, note, added_by, added_at) values ($1, 'block', 'fingerprint', 'f-1', '', 1, now())`
            : 'delete from listed_mark where account_id = $1',
          [study.accountId],
        )
        await change('update mark_list set entries = $2 where account_id = $1', [study.accountId, number % 2])
      },
      async ledger => (await enter(ledger, [], { fingerprint: 'f-1' })).code,
    )
    expect(codes).toEqual(twiceEach(number => (number % 2 === 1 ? 20 : 11)))
  })

  test('a qualification', async () => {
    const codes = await afterEach(
      async number => {
        await change('delete from source_qualification where source_id = $1', [study.sourceId])
        await change(
          `insert into source_qualification (account_id, source_id, qualification_no, name, condition) values ($1, $2, 1, 'age', $3)`,
          [study.accountId, study.sourceId, JSON.stringify({ param: 'age', min: number, max: number })],
        )
      },
      async ledger =>
        Promise.all(
          Array.from({ length: 3 }, (_, at) => enter(ledger, [['age', String(at + 1)]]).then(({ code }) => code)),
        ),
    )
    expect(codes).toEqual(twiceEach(number => [1, 2, 3].map(age => (age === number ? 11 : 21))))
  })
})
