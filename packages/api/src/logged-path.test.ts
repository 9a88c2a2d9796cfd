import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

test('a log keeps neither a query, nor the token of a password link, nor an API key in a path (S4)', () => {
  expect(
    [
      '/v1/projects/7?t=a',
      '/v1/reset-password/secret',
      '/v1//Reset-Password//secret/x?y',
      '/v1/reset-password%2Fsecret',
      `/v1/projects/desk_${'0'.repeat(12)}_${'A'.repeat(43)}/x`,
      undefined,
    ].map(loggedPath),
  ).toEqual([
    '/v1/projects/7',
    '/v1/reset-password/…',
    '/v1//Reset-Password//…',
    '/v1/reset-password%2F…',
    '/v1/projects/desk_…/x',
    '',
  ])
})
