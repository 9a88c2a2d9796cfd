import { expect, test } from 'vitest'
import { HOLDS_USERNAME, passwordFaults, passwordRules } from './password-rules.ts'

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
  expect(passwordFaults(password, 'desk', null)).toEqual(faults)
})

test.each([
  ['fourteen chars', ['Password must be at least 15 characters']],
  ['fifteen letters', []],
])('under the policy nist only the length counts: %j (S7)', (password, faults) => {
  expect(passwordFaults(password, 'nist', null)).toEqual(faults)
})

test('in either policy a password contains neither the username nor, from four letters on, the part before the @ (S7)', () => {
  const holds = (password: string, username: string) =>
    (['desk', 'nist'] as const).map(policy => passwordFaults(password, policy, username).includes(HOLDS_USERNAME))
  expect([
    holds('My-Ada@Acme.Example-1', ' ada@acme.example'),
    holds('Kettle-LOVELACE-9-brass', 'lovelace@acme.example'),
    holds('Kettle-adamant-9-brass', 'ada@acme.example'),
    holds('Kettle-brass-9-kettle', 'lovelace@acme.example'),
    holds('Kettle-brass-9-kettle', ''),
  ]).toEqual([
    [true, true],
    [true, true],
    [false, false],
    [false, false],
    [false, false],
  ])
})

test('the list of requirements ends with the username rule, also for an empty password and an unknown user', () => {
  const met = (password: string, username: string | null) => passwordRules('desk', username).at(-1)?.isMet(password)
  expect([
    passwordRules('nist', 'ada@acme.example').map(({ message }) => message),
    met('', 'ada@acme.example'),
    met('Kettle-brass-9', 'ada@acme.example'),
    met('Kettle-brass-9', null),
  ]).toEqual([['Password must be at least 15 characters', HOLDS_USERNAME], false, true, false])
})
