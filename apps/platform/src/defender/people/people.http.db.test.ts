import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { defenderStage, type DefenderStage } from '../testing/defender-stage.ts'

const platform = usePlatform()
let on: DefenderStage
let other: DefenderStage
let ann: { readonly hex: string; readonly rdud: string }
const search = async (text: string, stage = on) =>
  (await stage.admin('GET', `/v1/defender/search?text=${encodeURIComponent(text)}`)).body
const found = async (text: string) => {
  const { found_as: as, entries } = await search(text)
  return [as, entries.map(({ rid }: { rid: string }) => rid)]
}

beforeAll(async () => {
  on = await defenderStage(platform(), { defender: [{ rule: 'country', mode: 'shadow' }], country: 'US' })
  other = await defenderStage(platform())
  ann = await on.enter('ann', { fingerprint: 'f-1', address: '2001:db8::7', country: 'CA', device: 2 })
  await on.enter('bob', { fingerprint: 'f-1', address: '203.0.113.7' })
  await on.enter('kim', { fingerprint: 'f-2', address: '203.0.113.7' })
  await other.enter('ann', { fingerprint: 'f-1', address: '203.0.113.7' })
})

describe('the search for an entrant', () => {
  test('finds entries by RDUD, rid, fingerprint and any spelling of an address, and nothing else (§2.27, §9.7)', async () => {
    expect([
      await found(ann.rdud),
      await found(ann.rdud.toUpperCase()),
      await found('ann'),
      await found('f-1'),
      await found('2001:0DB8:0:0:0:0:0:7'),
      await found('::ffff:203.0.113.7'),
      await found('::FFFF:cb00:7107'),
      await found('203.0.113'),
      await found('a%'),
      await found('f_1'),
      await found("' or 1=1 --"),
    ]).toEqual([
      [['rdud'], ['ann']],
      [['rdud'], ['ann']],
      [['rid'], ['ann']],
      [['fingerprint'], ['bob', 'ann']],
      [['address'], ['ann']],
      [['address'], ['kim', 'bob']],
      [['address'], ['kim', 'bob']],
      [[], []],
      [[], []],
      [[], []],
      [[], []],
    ])
  })

  test('an entry has its facts and verdicts, and its marks say who else came with them and which list they are on', async () => {
    await on.admin('POST', '/v1/defender/marks', {
      list: 'watch',
      kind: 'fingerprint',
      text: 'f-1',
      note: '',
      until: null,
      take: 'all',
    })
    const { entries, marks, is_partial: isPartial } = await search('ann')
    expect(entries).toMatchObject([
      {
        rdud: ann.rdud,
        stream_name: 'Source',
        survey_name: 'Survey',
        supplier: 'Panel',
        code: 11,
        fingerprint: 'f-1',
        address: '2001:db8::7',
        country: 'CA',
        device: 2,
        verdicts: [{ rule: 'country', refused: false, threshold: 'US', value: 'CA', set_by: 'survey' }],
      },
    ])
    expect(
      marks.map(({ kind, value, lists, others, has_more: more }: (typeof marks)[number]) => [
        kind,
        value,
        lists,
        others.map(({ rid }: { rid: string }) => rid),
        more,
      ]),
    ).toEqual([
      ['fingerprint', 'f-1', ['watch'], ['bob'], false],
      ['address', '2001:db8::7', [], [], false],
      ['rid', 'ann', [], [], false],
    ])
    expect(isPartial).toBe(false)
  })

  test('another account’s respondent does not exist, by RDUD or path, and the plain view sees no supplier (§6.6)', async () => {
    expect([(await search(ann.rdud, other)).entries, (await search(ann.hex, other)).entries]).toEqual([[], []])
    expect((await other.admin('GET', `/v1/defender/path?rdud=${ann.rdud}`)).status).toBe(404)
    const path = await on.admin('GET', `/v1/defender/path?rdud=${ann.rdud}`)
    expect([path.body.supplier, path.body.steps.length]).toEqual(['Panel', 2])
    const plain = (await on.plain('GET', '/v1/defender/search?text=f-1')).body
    const plainPath = (await on.plain('GET', `/v1/defender/path?rdud=${ann.rdud}`)).body
    expect(JSON.stringify([plain, plainPath])).not.toContain('Panel')
  })

  test('what cannot be anybody is refused, not looked for (§5.28)', async () => {
    const status = async (text: string) => (await on.admin('GET', `/v1/defender/search?text=${text}`)).status
    expect([await status(''), await status('%20'), await status('a%00b'), await status('a'.repeat(201))]).toEqual([
      422, 422, 400, 422,
    ])
    const huge = await on.admin('GET', `/v1/defender/search?text=${'a'.repeat(1_000_000)}`)
    expect([413, 414, 422, 431]).toContain(huge.status)
  })
})

describe('activity', () => {
  test('counts attempts of devices and addresses in a time, with the busiest of them (§2.27, §9.7)', async () => {
    const { body } = await on.admin('GET', '/v1/defender/activity?hours=1')
    expect([body.hours, body.entries, body.is_partial, body.without_fingerprint]).toEqual([1, 3, false, 0])
    const levels = (kind: 'fingerprint' | 'address') =>
      body.levels[kind].map(({ from, marks, attempts }: { from: number; marks: number; attempts: number }) =>
        [from, marks, attempts].join(' '),
      )
    expect(levels('fingerprint')).toEqual(['1 1 1', '2 1 2', '3 0 0', '6 0 0', '11 0 0', '26 0 0', '71 0 0'])
    expect(body.busiest.fingerprint).toMatchObject([
      { value: 'f-1', attempts: 2, rids: 2, surveys: 1, completes: 0, refused: 0, lists: ['watch'] },
      { value: 'f-2', attempts: 1, rids: 1, lists: [] },
    ])
    expect(body.busiest.address.map(({ value }: { value: string }) => value)).toEqual(['203.0.113.7', '2001:db8::7'])
    expect((await on.admin('GET', '/v1/defender/activity?hours=2')).status).toBe(422)
  })

  test('an entrant with neither device nor address is an entry of no mark, and an account without entries has none (§2.27)', async () => {
    const bare = await defenderStage(platform())
    const read = async () => (await bare.admin('GET', '/v1/defender/activity?hours=1')).body
    const counted = async () => {
      const { entries, without_fingerprint: without, levels, busiest } = await read()
      return [entries, without, levels.fingerprint[0], levels.address[0], busiest]
    }
    const nobody = { from: 1, marks: 0, attempts: 0 }
    expect(await counted()).toEqual([0, 0, nobody, nobody, { fingerprint: [], address: [] }])
    await bare.enter('lee', { fingerprint: null, address: null })
    expect(await counted()).toEqual([1, 1, nobody, nobody, { fingerprint: [], address: [] }])
  })
})
