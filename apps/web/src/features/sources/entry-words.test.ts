import { expect, test } from 'vitest'
import { paramWords } from './entry-words.ts'

test('a supplier’s values for an entry link are explained by parameter, with the qualification’s name where that says more (§3.25)', () => {
  const rid = { param: 'rid', name: null }
  expect([
    paramWords([rid]),
    paramWords([
      rid,
      { param: 'age', name: 'Age' },
      { param: 'hhi', name: 'Household income' },
      { param: 'region', name: null },
    ]),
  ]).toEqual([
    'For each respondent the supplier fills in rid (the supplier’s own id of the respondent), each in place of its [%…%].',
    'For each respondent the supplier fills in rid (the supplier’s own id of the respondent), age, hhi (Household income) and region, each in place of its [%…%].',
  ])
})
