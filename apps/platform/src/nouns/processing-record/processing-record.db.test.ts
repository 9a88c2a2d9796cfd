import { expect, test } from 'vitest'
import { withOwner } from '#kernel/db/with-owner'
import { useDatabase } from '#testing/database/harness'
import { categoryOf, declaredIn } from './category-of.ts'
import { OTHER_COLUMNS } from './other-columns.ts'
import { PERSONAL_COLUMNS } from './personal-columns.ts'
import { readColumns } from './record.store.ts'

const fresh = useDatabase()
const undeclared = async () =>
  (await fresh().database.readAsSystem(readColumns)).filter(
    ({ table, column }) => categoryOf(table, column) === undefined,
  )

test('each column is declared as data of people or as none (docs/decisions/0114)', async () => {
  expect((await fresh().database.readAsSystem(readColumns)).length).toBeGreaterThan(800)
  expect(await undeclared()).toEqual([])
})

test('no declaration outlives its column (docs/decisions/0114)', async () => {
  const columns = await fresh().database.readAsSystem(readColumns)
  const existing = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const declared = [...new Set([...Object.keys(PERSONAL_COLUMNS), ...Object.keys(OTHER_COLUMNS)])].flatMap(table =>
    [...declaredIn(table).keys()].map(column => `${table}.${column}`),
  )
  expect(declared.filter(name => !existing.has(name))).toEqual([])
})

test('a new column without an entry is found', async () => {
  await withOwner(fresh().url, 'test', owner => owner.query('alter table respondent add column date_of_birth date'))
  expect(await undeclared()).toEqual([{ table: 'respondent', column: 'date_of_birth' }])
})
