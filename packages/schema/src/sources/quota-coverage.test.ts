import { expect, test } from 'vitest'
import type { Condition, SourceQualification } from './quals-quotas.ts'
import { groupsWithoutQuota } from './quota-coverage.ts'

const GENDER: SourceQualification = { name: 'Gender', param: 'GENDER', in: ['1', '2'] }
const AGE: SourceQualification = { name: 'Age', param: 'AGE', min: 18, max: 99 }
const gender = (...codes: string[]): Condition => ({ param: 'GENDER', in: codes })
const age = (min: number | null, max: number | null): Condition => ({ param: 'AGE', min, max })
const without = (qualifications: readonly SourceQualification[], ...quotas: readonly (readonly Condition[])[]) =>
  groupsWithoutQuota({ qualifications, quota_groups: [{ quotas: quotas.map(conditions => ({ conditions })) }] })

test.each<[string, readonly string[], readonly string[]]>([
  ['quotas that take everybody', without([GENDER, AGE], [gender('1')], [gender('2')]), []],
  ['no quotas', without([GENDER]), []],
  ['a code that no quota has', without([GENDER], [gender('1')]), ['Gender 2']],
  ['ages around the quotas', without([AGE], [age(25, 34)], [age(35, 64)]), ['Age 18 to 24', 'Age 65 to 99']],
  ['ages between the quotas', without([AGE], [age(18, 24)], [age(35, null)]), ['Age 25 to 34']],
  ['a combination', without([GENDER, AGE], [gender('1')], [gender('2'), age(18, 44)]), ['Gender 2, Age 45 to 99']],
  [
    'answers that no qualification limits',
    without([], [gender('1'), age(18, 64)], [gender('2'), age(18, 64)]),
    ['GENDER other than 1, 2', 'AGE 17 or less', 'AGE 65 or more'],
  ],
  ['numbers that are not whole', without([AGE], [age(18.5, 64)]), []],
])('the groups without a quota are named: %s (day.md §3)', (_, found, said) => {
  expect(found.toSorted()).toEqual(said.toSorted())
})

test('the conditions of a group hold for each of its quotas (api:T4)', () => {
  const quota_groups = [{ conditions: [gender('1')], quotas: [{ conditions: [age(18, 99)] }] }]
  expect(groupsWithoutQuota({ qualifications: [GENDER, AGE], quota_groups })).toEqual(['Gender 2'])
})
