import { expect, test } from 'vitest'
import { passwordFaults } from './password-rules.ts'

const [LENGTH, LOWER, UPPER, DIGIT, SYMBOL] = [
  'Password must be at least 8 characters',
  'Password must contain at least one lowercase letter',
  'Password must contain at least one uppercase letter',
  'Password must contain at least one digit',
  'Password must contain at least one symbol',
]

test.each([
  ['', [LENGTH, LOWER, UPPER, DIGIT, SYMBOL]],
  ['Aa1-Aa1', [LENGTH]],
  ['Aa1-Aa1-', []],
  ['AA1-AA1-', [LOWER]],
  ['aa1-aa1-', [UPPER]],
  ['Aaa-Aaa-', [DIGIT]],
  ['Aa1aAa1a', [SYMBOL]],
  // four characters, though eight units of UTF-16
  ['👩👩👩👩', [LENGTH, LOWER, UPPER, DIGIT]],
])('a password meets each rule of the desk: %j (§5.25, §9.2)', (password, faults) => {
  expect(passwordFaults(password, 'desk')).toEqual(faults)
})

test.each([
  ['fourteen chars', ['Password must be at least 15 characters']],
  ['fifteen letters', []],
])('length alone counts under the other policy: %j (S7)', (password, faults) => {
  expect(passwordFaults(password, 'nist')).toEqual(faults)
})
