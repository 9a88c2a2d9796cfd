import { HOLDS_USERNAME, passwordFaults } from '@desk/schema/users/password-rules'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KNOWN_WEAK, passwordRefusals } from './password-refusals.ts'

test('a listed password is refused in either policy, however its letters are cased (S7)', () => {
  const refusals = (['desk', 'nist'] as const).map(policy =>
    ['P@ssW0rd!', 'CorrectHorseBatteryStaple', 'Kettle-brass-9'].map(password =>
      passwordRefusals(password, policy, 'ada@acme.example'),
    ),
  )
  expect(refusals).toEqual([
    [
      [KNOWN_WEAK],
      ['Password must contain at least one digit', 'Password must contain at least one symbol', KNOWN_WEAK],
      [],
    ],
    [
      ['Password must be at least 15 characters', KNOWN_WEAK],
      [KNOWN_WEAK],
      ['Password must be at least 15 characters'],
    ],
  ])
})

test('a password does not contain the username (S7)', () => {
  expect([
    passwordRefusals('Ada1@acme.example', 'desk', 'ada1@acme.example'),
    passwordRefusals('My Ada1@acme.example 2', 'nist', 'ada1@acme.example'),
  ]).toEqual([[HOLDS_USERNAME], [HOLDS_USERNAME]])
})

test('the list holds only passwords that a policy would accept, each once', () => {
  const lines = readFileSync(new URL('./weak-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  // the rules ask for a capital, which the list leaves out
  const useless = lines.filter(
    line =>
      passwordFaults(`${line.slice(0, 1).toUpperCase()}${line.slice(1)}A`, 'desk', null).length > 0 &&
      passwordFaults(line, 'nist', null).length > 0,
  )
  expect({
    useless,
    doubled: lines.length - new Set(lines).size,
    cased: lines.filter(line => line !== line.toLowerCase()),
  }).toEqual({ useless: [], doubled: 0, cased: [] })
})
