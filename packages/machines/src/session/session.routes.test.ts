import { expect, test } from 'vitest'
import { deepLinkOf, pathname } from './session.routes.ts'

const linkTo = (route: string) => deepLinkOf(`/login?redirect=${encodeURIComponent(route)}`)

test('a path of a query alone is the index (§2.9)', () => {
  expect([pathname('?tab=1'), pathname(''), pathname('/projects?tab=1?2')]).toEqual(['/', '/', '/projects'])
})

test('an empty redirect counts as none (§2.31)', () => {
  expect([deepLinkOf('/login?redirect='), deepLinkOf('/login')]).toEqual([{ kind: 'none' }, { kind: 'none' }])
})

test.each([
  ['a segment of one dot', '/projects/./5'],
  ['a segment of two dots', '/projects/5/../../admin'],
  ['an encoded segment of two dots', '/projects/%2e%2e/admin'],
  ['a backslash in the path', '/projects/5\\evil'],
  ['an encoded backslash in the path', '/projects/5%5cevil'],
  ['a backslash in the query', '/projects/5?to=\\\\evil.example'],
  ['a broken encoding', '/projects/%zz'],
])('%s leads nowhere (§2.31)', (_, route) => {
  expect(linkTo(route)).toEqual({ kind: 'invalid' })
})

test('a plain route is followed, in the account that it names (§2.31)', () => {
  expect([
    linkTo('/projects/5/survey?state=open'),
    linkTo('#/projects/5?pm_dsh_ud=3'),
    linkTo('/projects/5?a=1&pm_dsh_ud=3'),
  ]).toEqual([
    { kind: 'link', path: '/projects/5/survey?state=open', pm_dsh_ud: null },
    { kind: 'link', path: '/projects/5', pm_dsh_ud: 3 },
    { kind: 'link', path: '/projects/5?a=1', pm_dsh_ud: 3 },
  ])
})
