import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { preparedRead } from './prepared-read.ts'

const fresh = useDatabase()
const SUPPLIERS = preparedRead(
  ['text'],
  sql<{ accountId: number }>`select account_id as "accountId" from supplier where name = ${sql.raw('$1')} order by 1`,
)
const WHO = preparedRead([], sql<{ role: string }>`select current_user::text as role`)

test('each read sees the rows of its own scope, in the order asked for, and on a connection that has run it before', async () => {
  const { database } = fresh()
  const make = new StudyMaker(database)
  const [one, two] = [await make.account(), await make.account()]
  const name = `O'Neill \\ "Panels"; reset role; --`
  for (const accountId of [one, two]) await make.supplier({ accountId, name })
  const read = (accountId: number) =>
    ({ scope: { role: 'desk_app', accountId }, read: SUPPLIERS, values: [name] }) as const
  const house = { scope: { role: 'desk_system' }, read: SUPPLIERS, values: [name] } as const
  for (let again = 0; again < 3; again++) {
    expect(await database.readAtOnce([read(one), house, read(two), { ...house, read: WHO, values: [] }])).toEqual([
      [{ accountId: one }],
      [{ accountId: one }, { accountId: two }],
      [{ accountId: two }],
      [{ role: 'desk_system' }],
    ])
  }
})

test('a failed read does not leave a broken connection in the pool', async () => {
  const { database } = fresh()
  const DIVIDE = preparedRead(['int'], sql<{ part: number }>`select 1 / ${sql.raw('$1')} as part`)
  const divide = (by: number) => database.readAtOnce([{ scope: { role: 'desk_system' }, read: DIVIDE, values: [by] }])
  expect(await divide(1)).toEqual([[{ part: 1 }]])
  await expect(divide(0)).rejects.toThrow('division by zero')
  await expect(divide(0.5)).rejects.toThrow(RangeError)
  expect(await Promise.all([divide(1), divide(1), divide(1)])).toEqual([
    [[{ part: 1 }]],
    [[{ part: 1 }]],
    [[{ part: 1 }]],
  ])
})

test('a snapshot keeps its name until something is committed', async () => {
  const { database } = fresh()
  const readOnly = async () => (await database.snapshotName()) === (await database.snapshotName())
  // other test files share the server: two in a row may be parted by one of theirs
  await expect.poll(readOnly).toBe(true)
  const before = await database.snapshotName()
  await new StudyMaker(database).account()
  expect(await database.snapshotName()).not.toBe(before)
})

test('a value that is not given as $1 is refused on creation', () => {
  expect(() => preparedRead(['int'], sql`select ${1}`)).toThrow('takes its values as $1')
})
