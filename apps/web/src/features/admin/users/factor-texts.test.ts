import { expect, test } from 'vitest'
import { whoHasNone } from './factor-texts.ts'

const on = { uid: 1, second_factor_on: true }
const off = { uid: 2, second_factor_on: false }

test.each([
  [undefined, ''],
  [[on], 'All users have one.'],
  [[on, { ...off, uid: 3 }], '1 of 2 users has none.'],
  [[on, off, { ...off, uid: 3 }], '2 of 3 users have none, you among them: you will be led to set it up at once.'],
])('of %j: %s', (users, text) => {
  expect(whoHasNone(users, 2)).toBe(text)
})
