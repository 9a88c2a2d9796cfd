import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { binaryArray, RowSet, type SqlType } from './row-set.ts'

const fresh = useDatabase()

/** PostgreSQL's reading of an array, as text. */
async function readBack(type: SqlType, values: readonly (string | number | boolean | null)[]): Promise<unknown> {
  const { rows } = await fresh().database.asSystem(tx =>
    tx.client.query<{ texts: string[] | null }>(`select $1::${type}[]::text[] as texts`, [binaryArray(type, values)]),
  )
  return rows[0]?.texts
}

test('arrays arrive unchanged, with the limits of each type and empty', async () => {
  expect(await readBack('int', [0, -1, 2_147_483_647, -2_147_483_648, null])).toEqual([
    '0',
    '-1',
    '2147483647',
    '-2147483648',
    null,
  ])
  expect(await readBack('smallint', [32_767, -32_768])).toEqual(['32767', '-32768'])
  expect(await readBack('bigint', [0, -1, -4_294_967_296, 9_007_199_254_740_991, -9_007_199_254_740_991])).toEqual([
    '0',
    '-1',
    '-4294967296',
    '9007199254740991',
    '-9007199254740991',
  ])
  expect(await readBack('float8', [0.5, -1e300])).toEqual(['0.5', '-1e+300'])
  expect(await readBack('boolean', [true, false, null])).toEqual(['true', 'false', null])
  expect(await readBack('uuid', ['0189dcd553117d408db09496a2eef37b'])).toEqual(['0189dcd5-5311-7d40-8db0-9496a2eef37b'])
  expect(await readBack('text', ['', 'ü€😀', '{"a"}\\,NULL', 'NULL', null])).toEqual([
    '',
    'ü€😀',
    '{"a"}\\,NULL',
    'NULL',
    null,
  ])
  expect(await readBack('bytea', ['', '00', 'ff00000000000000ff0a', null])).toEqual([
    '\\x',
    '\\x00',
    '\\xff00000000000000ff0a',
    null,
  ])
  for (const type of ['int', 'text', 'uuid', 'timestamptz'] as const) expect(await readBack(type, [])).toEqual([])
})

test('moments keep their milliseconds, before and after 2000', async () => {
  const moments = ['2026-11-20T12:34:56.789Z', '1999-12-31T23:59:59.999Z', '1970-01-01T00:00:00.001Z']
  const { rows } = await fresh().database.asSystem(tx =>
    tx.client.query<{ at: Date }>('select unnest($1::timestamptz[]) as at', [
      binaryArray(
        'timestamptz',
        moments.map(moment => Date.parse(moment)),
      ),
    ]),
  )
  expect(rows.map(({ at }) => at.toISOString())).toEqual(moments)
})

test('rows are read as a table', async () => {
  const people = new RowSet<{ id: number; name: string | null }>([
    ['id', 'int', ({ id }) => id],
    ['name', 'text', ({ name }) => name],
  ])
  const text = `select $1::text as greeting, u.* from ${people.from(2)}`
  const { rows } = await fresh().database.asSystem(tx =>
    tx.client.query({
      text,
      values: [
        'hi',
        ...people.values([
          { id: 1, name: 'a' },
          { id: 2, name: null },
        ]),
      ],
    }),
  )
  expect(rows).toEqual([
    { greeting: 'hi', id: 1, name: 'a' },
    { greeting: 'hi', id: 2, name: null },
  ])
})
