import { beforeEach, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage } from '#testing/stage'
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
      { list: 'block', is_stored: true, lines: 5, added: 3, renewed: 0, faulty: 0, faults: [] },
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
      2,
      [3, 4],
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

  test('is not another account’s, and refuses what is no list (§5.28)', async () => {
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
