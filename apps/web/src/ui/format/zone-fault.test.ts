import { expect, test } from 'vitest'
import { zoneFault } from './zone-fault.ts'

const INVALID = 'Invalid offset format. Use +HH:mm or -HH:mm'

test.each([
  ['(UTC-05:00) Eastern Time, New York', null],
  ['(UTC+05:45) Kathmandu', null],
  ['(UTC+5:45) Kathmandu', INVALID],
  ['(UTC+24:00) Nowhere', INVALID],
  ['(UTC) London', INVALID],
  ['Eastern Time, New York', INVALID],
])('of a zone that a list tells as %s is said: %s (§5.31, §8.12)', (pm_code_name, fault) => {
  expect(zoneFault({ pm_code_name })).toBe(fault)
})

test('of no zone nothing is said', () => expect(zoneFault(undefined)).toBeNull())
