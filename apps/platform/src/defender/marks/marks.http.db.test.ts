import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Ask } from '#testing/stage'
import { defenderStage, type DefenderStage } from '../testing/defender-stage.ts'

const platform = usePlatform()
let on: DefenderStage
beforeEach(async () => {
  on = await defenderStage(platform())
})

const FORM = { list: 'block', kind: 'either', note: '', until: null, take: 'all' }
const add = (form: object) => on.admin('POST', '/v1/defender/marks', { ...FORM, ...form })
const list = async (query = '') => (await on.admin('GET', `/v1/defender/marks?list=block${query}`)).body
const values = ({ rows }: Answer['body']): unknown => rows.map(({ value, state }: Answer['body']) => [value, state])
const history = async () =>
  (await on.admin('GET', `/v1/history/mark_lists/${on.study.accountId}`)).body.map(({ changes }: Answer['body']) =>
    Object.fromEntries(changes.map(({ field, to }: Answer['body']) => [field, to])),
  )

describe('the block list', () => {
  test('takes pasted lines, each device and address once however it is spelt, and acts at the door (§2.27)', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const text = 'address\n203.0.113.7\n\n::ffff:203.0.113.7\n2001:DB8:0:0::1\n2001:db8::1\n f-1 \n'
    const added = await add({ text, note: 'farm', until })
    expect([added.status, added.body]).toEqual([
      200,
      {
        list: 'block',
        is_stored: true,
        reading: { delimiter: null, head_row: 1, sheets: [], rows_not_read: [], hidden_rows: 0 },
        lines: 5,
        added: 3,
        renewed: 0,
        faulty: 0,
        faults: [],
      },
    ])
    const { rows, total, version } = await list()
    expect([total, version, rows.map(({ kind, value }: Answer['body']) => `${kind} ${value}`).sort()]).toEqual([
      3,
      1,
      ['address 2001:db8::1', 'address 203.0.113.7', 'fingerprint f-1'],
    ])
    expect(rows[0]).toMatchObject({ note: 'farm', until, state: 'in_force', removed_by: null, removed_at: null })
    expect([
      (await on.enter('a', { fingerprint: 'f-1' })).code,
      (await on.enter('b', { address: '2001:db8:0:0:0:0:0:1' })).code,
      (await on.enter('c', { fingerprint: 'f-2', address: '203.0.113.8' })).code,
    ]).toEqual([20, 20, 11])
    expect(await history()).toEqual([{ block_added: 3, note: 'farm', until }])
  })

  test('networks of IPv4 and IPv6 act at the door whatever their spelling; one address is an address (§2.27)', async () => {
    const text = 'cidr\n203.0.113.0/24\n::ffff:198.51.100.0/120\n2001:DB8:7::/48\n192.0.2.9/32\n2001:db8::9/128\n'
    const added = await add({ text })
    expect([added.status, added.body.added, added.body.faulty]).toEqual([200, 5, 0])
    expect((await list('&kind=network')).rows.map(({ value }: Answer['body']) => value).sort()).toEqual([
      '198.51.100.0/24',
      '2001:db8:7::/48',
      '203.0.113.0/24',
    ])
    const addresses = ['203.0.113.77', '203.0.113.255', '198.51.100.1', '2001:db8:7:1::5', '192.0.2.9', '2001:db8::9']
    const codes: number[] = []
    for (const [at, address] of [...addresses, '203.0.114.1', '2001:db8:8::1', '192.0.2.8'].entries())
      codes.push((await on.enter(`n${at}`, { address })).code)
    expect(codes).toEqual([20, 20, 20, 20, 20, 20, 11, 11, 11])
    const [entry] = (await list('&text=203.0.113.0')).rows
    await on.admin('POST', '/v1/defender/marks/remove', { entries: [entry.entry_id] })
    expect([
      (await on.enter('after', { address: '203.0.113.78' })).code,
      (await on.enter('other', { address: '198.51.100.2' })).code,
    ]).toEqual([11, 20])
  })

  test('a network is refused where it is too wide, has bits beyond its length or is none; wide ones are taken when they are meant', async () => {
    const text =
      '0.0.0.0/0\n10.0.0.0/7\n::/0\n10.0.0.0/8\n2001:db8::/31\n203.0.113.7/24\n203.0.113.0/33\n2001:db8::/200'
    const { body } = await add({ text, kind: 'network' })
    expect([body.is_stored, body.faults.map(({ line, message }: Answer['body']) => [line, message])]).toEqual([
      false,
      [
        [1, 'Too wide: no network of IPv4 wider than /8 can be listed'],
        [2, 'Too wide: no network of IPv4 wider than /8 can be listed'],
        [3, 'Too wide: no network of IPv6 wider than /16 can be listed'],
        [4, 'Wider than /16: say that wide networks are meant, if this one is'],
        [5, 'Wider than /32: say that wide networks are meant, if this one is'],
        [6, 'The address has bits beyond /24: write the first address of the network'],
        [7, 'This is no network: write its first address and a length, 203.0.113.0/24'],
        [8, 'This is no network: write its first address and a length, 203.0.113.0/24'],
      ],
    ])
    const meant = (await add({ text, kind: 'network', take: 'good', wide: true })).body
    expect([meant.added, meant.faulty, (await on.enter('a', { address: '10.200.1.1' })).code]).toEqual([2, 6, 20])
  })

  test('an entrant within a listed network is shown as listed (§2.27)', async () => {
    const { rdud } = await on.enter('a', { address: '203.0.113.7' })
    await add({ list: 'watch', text: '203.0.113.0/24' })
    const { body } = await on.admin('GET', `/v1/defender/search?text=${rdud}`)
    expect(body.marks.find(({ kind }: Answer['body']) => kind === 'address').lists).toEqual(['watch'])
  })

  test('faulty lines are named, and nothing is stored unless the good ones are asked for', async () => {
    const text = `203.0.113.7\n203.0.113.999\n${'f'.repeat(201)}\n10.0.0.0/8\n`
    const refused = (await add({ text, kind: 'address' })).body
    expect([refused.is_stored, refused.added, refused.faulty, (await list()).total, await history()]).toEqual([
      false,
      0,
      3,
      0,
      [],
    ])
    expect(refused.faults.map(({ line, message }: Answer['body']) => [line, message])).toEqual([
      [2, 'This is no IPv4 or IPv6 address'],
      [3, 'This is no IPv4 or IPv6 address'],
      [4, 'This is no IPv4 or IPv6 address'],
    ])
    const either = (await add({ text, take: 'good' })).body
    expect([either.is_stored, either.added, either.faults.map(({ line }: Answer['body']) => line)]).toEqual([
      true,
      1,
      [2, 3, 4],
    ])
  })

  test('a removal lets them in again and can be undone, one that a later entry replaced cannot', async () => {
    await add({ text: 'f-1\nf-2' })
    const [second, first] = (await list()).rows.map(({ entry_id: id }: Answer['body']) => id)
    const act = async (what: string, entries: unknown) =>
      (await on.admin('POST', `/v1/defender/marks/${what}`, { entries })).body.entries
    expect(await act('remove', [first, 999_999])).toEqual([first])
    expect([(await on.enter('a', { fingerprint: 'f-1' })).code, values(await list('&state=removed'))]).toEqual([
      11,
      [['f-1', 'removed']],
    ])
    expect([await act('restore', [first]), await act('restore', [first])]).toEqual([[first], []])
    expect((await on.enter('b', { fingerprint: 'f-1' })).code).toBe(20)
    await act('remove', [first, second])
    await add({ text: 'f-1', note: 'again' })
    expect([await act('restore', [first, second]), (await list('&state=in_force')).total]).toEqual([[second], 2])
    expect((await history()).map((facts: object) => Object.keys(facts).join())).toEqual([
      'block_restored',
      'block_added,note',
      'block_removed',
      'block_restored',
      'block_removed',
      'block_added',
    ])
  })

  test('a mark that is listed again has the new note and end, and the old entry stays as removed', async () => {
    await add({ text: 'f-1', note: 'old' })
    expect((await add({ text: 'f-1\nf-2', note: 'new' })).body).toMatchObject({ added: 1, renewed: 1 })
    const { rows } = await list('&text=f-1')
    expect(rows.map(({ note, state }: Answer['body']) => [note, state])).toEqual([
      ['new', 'in_force'],
      ['old', 'removed'],
    ])
  })

  test('takes 100,000 lines of a file, pages them and compares a text letter by letter', async () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `fp_${at}`).join('\n')
    const file = { filename: 'farm.csv', base64: Buffer.from(text).toString('base64') }
    expect((await add({ file })).body).toMatchObject({ is_stored: true, lines: 100_000, added: 100_000 })
    const page = await list('&limit=2&offset=99999')
    expect([page.total, page.rows.length]).toEqual([100_000, 1])
    expect([(await list('&text=fp_9999')).total, (await list('&text=fp%25')).total]).toEqual([11, 0])
    const more = { filename: 'more.csv', base64: Buffer.from(`${text}\none`).toString('base64') }
    expect((await add({ file: more })).status).toBe(422)
  })

  test('is not another account’s, and refuses a text that is no list (§5.28)', async () => {
    await add({ text: 'f-1' })
    const [{ entry_id: id }] = (await list()).rows
    const other = await defenderStage(platform())
    expect((await other.admin('POST', '/v1/defender/marks/remove', { entries: [id] })).body.entries).toEqual([])
    expect((await other.admin('GET', '/v1/defender/marks?list=block')).body.total).toBe(0)
    const status = async (form: object) => (await add(form)).status
    expect([
      await status({}),
      await status({ text: 'f-1', file: { filename: 'a', base64: '' } }),
      await status({ text: 'a\0b' }),
      await status({ text: 'f-1', until: '2020-01-01T00:00:00Z' }),
      await status({ text: 'f-1', note: 'a\0b' }),
      await status({ file: { filename: 'a.pdf', base64: Buffer.from('%PDF-1.7').toString('base64') } }),
      await status({ file: { filename: 'a.csv', base64: 'not base64!' } }),
      (await on.admin('GET', '/v1/defender/marks?list=block&text=a%00')).status,
      (
        await on.admin('POST', '/v1/defender/marks/remove', {
          entries: Array.from({ length: 1001 }, (_, at) => at + 1),
        })
      ).status,
    ]).toEqual([422, 422, 400, 422, 400, 422, 422, 400, 422])
  })
})

test('a DESK account’s admins keep its block list, its users do not', async () => {
  const desk = await stage(platform())
  const form = { ...FORM, text: 'f-1' }
  expect([
    (await desk.advanced('POST', '/v1/defender/marks', form)).status,
    (await desk.plain('POST', '/v1/defender/marks', form)).status,
    (await desk.plain('GET', '/v1/defender/marks?list=block')).status,
    (await desk.advanced('GET', '/v1/defender/search?text=f-1')).status,
  ]).toEqual([200, 403, 403, 403])
})

test('an account that defends reads the history of the lists where they act, by its own path (docs/decisions/0077)', async () => {
  const desk = await stage(platform())
  await platform().database.asSystem(tx =>
    sql`update account set defended_account_id = ${desk.study.accountId} where account_id = ${on.study.accountId}`.execute(
      tx,
    ),
  )
  await add({ text: 'f-1', note: 'farm' })
  const told = async (ask: Ask) =>
    (await ask('GET', '/v1/defender/marks/history')).body.map(({ by, changes }: Answer['body']) => [
      by,
      changes.map(({ field, to }: Answer['body']) => [field, to]),
    ])
  const changes = [
    ['block_added', 1],
    ['note', 'farm'],
  ]
  expect([await told(on.admin), await told(desk.advanced)]).toEqual([[['Staff', changes]], [['Staff', changes]]])
  expect([
    (await desk.plain('GET', '/v1/defender/marks/history')).status,
    (await on.admin('GET', '/v1/defender/marks/history?limit=0')).status,
    await told(desk.otherAccount),
  ]).toEqual([403, 422, []])
})
