import { beforeAll, describe, expect, test } from 'vitest'
import { formatRdud } from '#ledger/facts/rdud'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'
import { makeRespondents, type MadeRespondent } from '../reconciliation/testing/respondents.ts'

const platform = usePlatform()
let on: Stage
/** The source in which everybody was before. */
let before: number
beforeAll(async () => {
  on = await stage(platform())
  before = await newSource()
})

const newSource = () => on.make.source({ ...on.study, supplierIds: [on.study.supplierId] })
const people = (rids: readonly string[], more: Parameters<typeof makeRespondents>[3] = {}, sourceId = before) =>
  makeRespondents(
    platform().database,
    { accountId: on.study.accountId, sourceId, supplierId: on.study.supplierId },
    rids,
    more,
  )
const rdudsOf = (made: readonly MadeRespondent[]): readonly string[] => made.map(({ rdud }) => rdud)
const NONE = {
  found: 0,
  listed: 0,
  in_source: 0,
  no_supplier: 0,
  rejected: 0,
  test_session: 0,
  duplicate: 0,
  unknown: 0,
}
const lookup = (stmid: number, body: object, as: Ask = on.plain) =>
  as('POST', '/v1/supplier-recontact/rdudlookup', { stmid, ...body })
const store = (stmid: number, body: object, as: Ask = on.plain, headers = {}) =>
  as('POST', '/v1/supplier-recontact/store', { stmid, added: [], removed: [], ...body }, headers)
const retrieve = (stmid: number, query = '', as: Ask = on.plain) =>
  as('GET', `/v1/supplier-recontact/retrieve?stmid=${stmid}${query}`)
const faultsOf = ({ status, body: { details = [] } }: Answer): unknown => [
  status,
  ...details.map(({ path, message }: Answer['body']) => `${path.join('_')}: ${message}`),
]

describe('the lookup of a list (api:T34)', () => {
  test('gives each line one outcome, and stores nothing (§7.15, api:T34)', async () => {
    const stmid = await newSource()
    const [complete, term] = [await people(['l1']), await people(['l2'], { inboundCode: '2000' })]
    const rest = await people(['l1 test'], { isTest: true })
    const [here] = [await people(['l3'], {}, stmid)]
    const elsewhere = await on.make.supplier({ accountId: on.study.accountId, name: 'Elsewhere' })
    const other = await makeRespondents(
      platform().database,
      { accountId: on.study.accountId, sourceId: before, supplierId: elsewhere },
      ['l4'],
    )
    const unknown = formatRdud(on.study.accountId, '0'.repeat(32))
    const text = ['rdud', ...rdudsOf([...complete, ...term, ...rest, ...here, ...other, ...complete]), unknown, 'x']
    const { status, body } = await lookup(stmid, { text: text.join('\n') })
    const [one = '', two = ''] = rdudsOf([...complete, ...term])
    expect([status, body]).toEqual([
      200,
      {
        stmid,
        lines: 8,
        reading: { delimiter: null, head_row: 1, sheets: [], rows_not_read: [], hidden_rows: 0 },
        counts: { ...NONE, found: 2, in_source: 1, no_supplier: 1, test_session: 1, duplicate: 1, unknown: 2 },
        completes: 1,
        found: [one, two],
        others: [
          { line: 4, text: rest[0]?.rdud, outcome: 'test_session', code: 30 },
          { line: 5, text: here[0]?.rdud, outcome: 'in_source', code: 30 },
          { line: 6, text: other[0]?.rdud, outcome: 'no_supplier', code: 30 },
          { line: 7, text: one, outcome: 'duplicate', code: 30 },
          { line: 8, text: unknown, outcome: 'unknown', code: null },
          { line: 9, text: 'x', outcome: 'unknown', code: null },
        ],
      },
    ])
    expect((await retrieve(stmid)).body).toEqual({
      stmid,
      version: 0,
      people: 0,
      used: 0,
      has_ordud: false,
      rows: [],
    })
  })

  test('tells nothing of another account: its respondents are as unknown as none (api:T34)', async () => {
    const stmid = await newSource()
    const accountId = await on.make.account()
    const theirs = await on.make.study({ accountId })
    const [foreign] = await makeRespondents(
      platform().database,
      {
        accountId,
        sourceId: await on.make.source({ ...theirs, supplierIds: [theirs.supplierId] }),
        supplierId: theirs.supplierId,
      },
      ['l1'],
    )
    const [rdud, hex] = [foreign?.rdud ?? '', foreign?.hex ?? '']
    const { body } = await lookup(stmid, { text: `${rdud}\n${formatRdud(on.study.accountId, hex)}\n` })
    expect([body.counts, body.others.map(({ outcome, code }: Answer['body']) => [outcome, code])]).toEqual([
      { ...NONE, unknown: 2 },
      [
        ['unknown', null],
        ['unknown', null],
      ],
    ])
    expect([
      (await lookup(stmid, { text: rdud }, on.otherAccount)).status,
      (await retrieve(stmid, '', on.otherAccount)).status,
      (await retrieve(stmid, '&format=csv', on.otherAccount)).status,
      (await store(stmid, {}, on.otherAccount)).status,
      (await store(stmid, {}, on.defender)).status,
    ]).toEqual([404, 404, 404, 404, 403])
  })

  test('reads a file, or chooses the respondents of projects, and a rejected one is not invited (api:T34)', async () => {
    const stmid = await newSource()
    const project = await on.make.study({ accountId: on.study.accountId })
    const source = await on.make.source({ ...project, supplierIds: [on.study.supplierId] })
    const made = await people(['f1', 'f2', 'f3'], {}, source)
    await people(['f4'], { inboundCode: '2000' }, source)
    await platform().database.asAccount(on.study.accountId, tx =>
      tx.client.query('update respondent set code = 50 where account_id = $1 and rid = $2', [on.study.accountId, 'f3']),
    )
    const file = { filename: 'list.csv', base64: Buffer.from(`id\n${rdudsOf(made).join('\n')}\n`).toString('base64') }
    const choice = { projects: [project.projectId], states: 'completes', look_back_days: 30 }
    const [byFile, completes, entrants] = await Promise.all([
      lookup(stmid, { file }),
      lookup(stmid, { choice }),
      lookup(stmid, { choice: { ...choice, states: 'entrants' } }),
    ])
    expect([byFile?.body.counts, completes?.body.found.toSorted(), entrants?.body.counts]).toEqual([
      { ...NONE, found: 2, rejected: 1 },
      rdudsOf(made.slice(0, 2)).toSorted(),
      { ...NONE, found: 3, rejected: 1 },
    ])
    expect([
      faultsOf(await lookup(stmid, { file: { filename: 'a', base64: '%' } })),
      faultsOf(await lookup(stmid, { text: '' })),
      (await lookup(stmid, {})).status,
      (await lookup(stmid, { text: 'a', file })).status,
      (await lookup(stmid, { text: 'a\n'.repeat(100_001) })).status,
    ]).toEqual([[422, 'file: The file is not in base64.'], [422, 'text: The file has no rows.'], 422, 422, 422])
  })
})

describe('the list of a source (api:T33, api:T35)', () => {
  test('takes people and removes them, in the history, with a link for each (§3.31, api:T33, api:T35)', async () => {
    const stmid = await newSource()
    const made = await people(['s1', 's2', 's3'])
    const [one = '', two = '', three = ''] = rdudsOf(made)
    expect((await store(stmid, { added: [one, two], version: 0 })).body).toMatchObject({
      version: 1,
      people: 2,
      added: 2,
      removed: 0,
    })
    const { body } = await store(stmid, { added: [two, three], removed: [one], version: 1 })
    expect([body.version, body.people, body.added, body.removed]).toEqual([2, 2, 1, 1])
    const { rows } = (await retrieve(stmid)).body
    expect(rows).toEqual(
      [
        ['s2', two],
        ['s3', three],
      ].map(([rid = '', rdud]) => ({
        rdud,
        ordud: rdud,
        rid,
        link: expect.stringMatching(new RegExp(`/entry/${stmid}\\?rid=${rid}&ordud=${rdud}\\.[\\w-]{43}$`)),
        used_at: null,
      })),
    )
    expect((await retrieve(stmid, '&limit=1&offset=1', on.advanced)).body.rows).toEqual([
      { ...rows[1], supplier: { pm_sup_ud: on.study.supplierId, name: expect.any(String) } },
    ])
    const history = (await on.advanced('GET', `/v1/history/source/${stmid}`)).body[0].changes
    expect(history.filter(({ field }: Answer['body']) => field.startsWith('recontact'))).toEqual([
      { field: 'recontact_added', from: null, to: 1 },
      { field: 'recontact_removed', from: null, to: 1 },
    ])
    expect((await lookup(stmid, { text: `${two}\n${one}` })).body.counts).toEqual({ ...NONE, listed: 1, found: 1 })
  })

  test('stores all of it or nothing, once, and refuses a stale save (api:T35)', async () => {
    const stmid = await newSource()
    const [one = '', two = ''] = rdudsOf(await people(['t1', 't2']))
    const [test = ''] = rdudsOf(await people(['t3'], { isTest: true }))
    expect(faultsOf(await store(stmid, { added: [one, 'nobody', test] }))).toEqual([
      422,
      'added_1: There is no such respondent',
      'added_2: This is a test session: it has no respondent to invite',
    ])
    const key = { 'idempotency-key': 'recontact-once' }
    const first = await store(stmid, { added: [one], version: 0 }, on.plain, key)
    expect((await store(stmid, { added: [one], version: 0 }, on.plain, key)).body).toEqual(first.body)
    const stale = await store(stmid, { added: [two], version: 0 })
    expect([stale.status, stale.body.reason, stale.body.current.people]).toEqual([409, 'stale_version', 1])
    expect((await retrieve(stmid)).body.version).toBe(1)
    expect((await store(stmid, { added: Array.from({ length: 100_001 }, () => 'a') })).status).toBe(422)
  })

  test('the CSV has every link, by the supplier’s rid; a supplier is named to those who see the supply side (api:T33)', async () => {
    const stmid = await newSource()
    const [one = ''] = rdudsOf(await people(['=1+1']))
    await store(stmid, { added: [one] })
    const { rows } = (await retrieve(stmid, '', on.advanced)).body
    const [{ link, supplier }] = rows
    expect([
      (await retrieve(stmid, '&format=csv')).body,
      (await retrieve(stmid, '&format=csv', on.advanced)).body,
    ]).toEqual([
      `rid,link,used_at,rdud,ordud\r\n'=1+1,${link},,${one},${one}\r\n`,
      `rid,supplier,link,used_at,rdud,ordud\r\n'=1+1,${supplier.name},${link},,${one},${one}\r\n`,
    ])
  })

  test('the CSV has everybody of a long list, each once, in the order in which they were added (api:T33)', async () => {
    const stmid = await newSource()
    const [one = ''] = rdudsOf(await people(['long']))
    await store(stmid, { added: [one] })
    await platform().database.asSystem(tx =>
      tx.client.query(
        `insert into recontact_person (account_id, source_id, rid, rdud, ordud, supplier_id, added_at)
         select account_id, source_id, 'r' || n, rdud, ordud, supplier_id, added_at + (n / 100) * interval '1 millisecond'
         from recontact_person, generate_series(1, 4321) n where account_id = $1 and source_id = $2`,
        [on.study.accountId, stmid],
      ),
    )
    const { body } = await retrieve(stmid, '&format=csv')
    const rids = Array.from({ length: 4_321 }, (_, at) => at + 1)
    // added at the same moment, they are in the order of their ids
    const inOrder = ['long', ...rids.map(n => `r${n}`)].toSorted((a, b) => {
      const lots = [a, b].map(rid => Math.floor(Number(rid.slice(1)) / 100) || 0) as [number, number] // of two
      return lots[0] - lots[1] || (a < b ? -1 : 1)
    })
    expect(body.split('\r\n').map((line: string) => line.split(',')[0])).toEqual(['rid', ...inOrder, ''])
  })

  test('a person invited again and again keeps their first RDUD (§3.31)', async () => {
    const [first, second] = [await newSource(), await newSource()]
    const [one = ''] = rdudsOf(await people(['c1']))
    await store(first, { added: [one] })
    const [again = ''] = rdudsOf(await people(['c1'], {}, first))
    await store(second, { added: [again] })
    const [person] = (await retrieve(second)).body.rows
    expect([person.rdud, person.ordud]).toEqual([again, one])
    const { people: listed, used, rows } = (await retrieve(first)).body
    expect([listed, used, typeof rows[0].used_at]).toEqual([1, 1, 'string'])
  })

  test('a link leads its respondent into the survey once; another source’s or a changed one is refused (settlement.md §6)', async () => {
    const [stmid, other] = [await newSource(), await newSource()]
    const made = rdudsOf(await people(['d1', 'd2']))
    await store(stmid, { added: made })
    await store(other, { added: made })
    const linkOf = async (of: number) => new URL((await retrieve(of)).body.rows[0].link)
    const [link, theirs] = [await linkOf(stmid), await linkOf(other)]
    const follow = async (path: string) => {
      const answer = await fetch(`${platform().url}${path}`, { redirect: 'manual' })
      return [answer.status, /<h1>(.*?)<\/h1>/.exec(await answer.text())?.[1] ?? null]
    }
    const nowhere = [404, 'This link does not lead anywhere']
    expect([
      await follow(`${link.pathname}${theirs.search}`),
      await follow(`${link.pathname}${link.search.replace('d1', 'd2')}`),
      await follow(`${link.pathname}?rid=d1&sup=${on.study.supplierId}`),
      await follow(`${link.pathname}${link.search}`),
      await follow(`${link.pathname}${link.search}`),
    ]).toEqual([nowhere, nowhere, nowhere, [302, null], [410, 'This link was used already']])
  })
})
