import { expect, test } from 'vitest'
import { pendingMigrations, refuseNewer, requireThisVersion } from './database-version.ts'
import { migrations } from './list.ts'

const ours = Object.keys(migrations).toSorted()

test.each([
  ['an empty database', [], 'This database has no tables of a desk yet.'],
  ['an older one', ours.slice(0, -1), `This database is of an older version: it lacks ${ours.at(-1)}.`],
  ['a newer one', [...ours, '9999_later'], 'A newer version of Sample Desk has changed this database (9999_later).'],
  ['one from before the baseline', ['0001_house', '0067_exclusions'], 'This database is of an older version'],
])('a command that only reads refuses %s in words (operate.md §2)', (_, applied, sentence) => {
  expect(() => requireThisVersion(applied)).toThrow(sentence)
})

test('it takes one of this version; migrations that are older than the baseline are not newer', () => {
  expect(() => requireThisVersion(ours)).not.toThrow()
  expect(() => refuseNewer(['0001_house', '0121_alerts_of_accounts'])).not.toThrow()
  expect(pendingMigrations(ours)).toEqual([])
})
