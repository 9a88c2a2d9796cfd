import { expect, test } from 'vitest'
import { newPasswordProblems } from './new-password.ts'
import { waitText } from './wait-text.ts'

test('a wait is shown in seconds, then in minutes, never as 0', () => {
  expect([1, 900, 59_000, 60_000, 61_000, 900_000].map(waitText)).toEqual([
    'Try again in 1 s.',
    'Try again in 1 s.',
    'Try again in 59 s.',
    'Try again in 1 min.',
    'Try again in 2 min.',
    'Try again in 15 min.',
  ])
})

test('a new password says the first rule that it breaks, in the order and words of the rules, and its confirmation whether it differs (§5.25, §5.26)', () => {
  const problems = (proposed: string, again = proposed) =>
    newPasswordProblems({ proposed, again }, 'desk', 'ada.byron@acme.example')
  expect([
    problems('Short1!'),
    problems('PASSWORD1!'),
    problems('password1!'),
    problems('Password!'),
    problems('Password1'),
    problems('Password1!'),
    problems('Password1!', 'Password1?'),
    problems('Ada.Byron-1!'),
  ]).toEqual([
    { proposed: 'Password must be at least 8 characters', again: undefined },
    { proposed: 'Password must contain at least one lowercase letter', again: undefined },
    { proposed: 'Password must contain at least one uppercase letter', again: undefined },
    { proposed: 'Password must contain at least one digit', again: undefined },
    { proposed: 'Password must contain at least one symbol', again: undefined },
    { proposed: undefined, again: undefined },
    { proposed: undefined, again: 'Passwords do not match' },
    { proposed: 'Password must not contain the username', again: undefined },
  ])
})

test('where length alone counts, a long password of one kind of letter is taken (S7)', () => {
  expect(
    newPasswordProblems({ proposed: 'correct horse battery', again: 'correct horse battery' }, 'nist', null),
  ).toEqual({ proposed: undefined, again: undefined })
})
