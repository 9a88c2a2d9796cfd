import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routeWordsText } from './endpoint-table.ts'
import { tracedRoute } from './traced-route.ts'

test('the words of routes are those of the contract; after a change of it, run `pnpm exec tsx scripts/write-endpoint-table.ts`', () => {
  expect(readFileSync(new URL('route-words.ts', import.meta.url), 'utf8')).toBe(routeWordsText())
})

test('a route of a trace has the fixed words of a path and nothing else (S4)', () => {
  expect(
    [
      '/v1/projects?search=secret',
      '/v1/survey-streams/12/status',
      '/v1/reset-password/canary-token',
      '/entry/3001?rid=r-1',
      '/return?inbound_code=1000&rdud=1-ab',
      '/scim/v2/Users/17',
      '/hunter2/desk_0123456789',
      '/%70assword',
      '',
      undefined,
      `/${'a/'.repeat(100)}`,
    ].map(tracedRoute),
  ).toEqual([
    '/v1/projects',
    '/v1/survey-streams/{}/status',
    '/v1/reset-password/{}',
    '/entry/{}',
    '/return',
    '/scim/v2/Users/{}',
    '/{}/{}',
    '/{}',
    '/',
    '/',
    `/${'{}/'.repeat(11)}{}`,
  ])
})
