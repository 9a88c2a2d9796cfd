import { expect, test } from 'vitest'
import { missingIn } from './missing-confirmation.ts'

test('an empty confirmation names the missing value at each requested field, and nothing of the others (S8)', () => {
  const empty = { password: '', code: ' ' }
  expect([
    missingIn(empty, 'password'),
    missingIn(empty, 'code'),
    missingIn(empty, 'both'),
    missingIn({ password: ' ', code: '123456' }, 'both'),
  ]).toEqual([
    { password: 'Password is required', code: undefined },
    { password: undefined, code: 'Code is required' },
    { password: 'Password is required', code: 'Code is required' },
    { password: undefined, code: undefined },
  ])
})
