import { expect, test } from 'vitest'
import { PASSWORD_RULES } from './password-rules.ts'
import { twinUnderProjects } from './project-twin.ts'
import { waitText } from './wait-text.ts'

test('a page under /manage is gone back to by its twin under /projects (§2.17, §2.31)', () => {
  expect(['/manage/project/5/survey?state=1', '/projects/5/survey', '/manage', '/manage/project/x'].map(twinUnderProjects)).toEqual([
    '/projects/5/survey?state=1',
    '/projects/5/survey',
    '/manage',
    '/manage/project/x',
  ])
})

test('a wait is told in seconds, then in minutes, never as none', () => {
  expect([1, 900, 59_000, 60_000, 61_000, 900_000].map(waitText)).toEqual([
    'Try again in 1 s.',
    'Try again in 1 s.',
    'Try again in 59 s.',
    'Try again in 1 min.',
    'Try again in 2 min.',
    'Try again in 15 min.',
  ])
})

test('a password says the first rule that it breaks, in the order and words of the rules (§5.25)', () => {
  const firstBroken = (password: string) => PASSWORD_RULES.find(({ isMet }) => !isMet(password))?.message ?? null
  expect(['Short1!', 'PASSWORD1!', 'password1!', 'Password!', 'Password1', 'Password1!'].map(firstBroken)).toEqual([
    'Password must be at least 8 characters',
    'Password must contain at least one lowercase letter',
    'Password must contain at least one uppercase letter',
    'Password must contain at least one digit',
    'Password must contain at least one symbol',
    null,
  ])
})
