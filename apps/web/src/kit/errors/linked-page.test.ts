import { expect, test } from 'vitest'
import { linkedPage } from './linked-page.ts'

test('a page is of the innermost thing that its path names, under either prefix (§2.17–2.21)', () => {
  const pages = {
    project: ['/projects/5/survey', '/manage/project/5/survey/new', '/projects/5/edit', '/projects/5/details'],
    survey: [
      '/projects/9/survey/5/streams',
      '/manage/project/9/survey/5/edit',
      '/projects/9/survey/5/stream/new',
      '/projects/9/survey/5/manual-streams/new',
    ],
    source: ['/projects/9/survey/8/stream/5', '/manage/project/9/survey/8/manual-streams/5'],
    supplier: ['/suppliers/5'],
    qualification: ['/qualifications/5'],
  }
  for (const [kind, paths] of Object.entries(pages))
    expect(paths.map(linkedPage)).toEqual(paths.map(() => ({ kind, id: 5 })))
})

test('the path of no single thing causes no request', () => {
  const paths = [
    '/',
    '/projects',
    '/projects/new',
    '/projects/5',
    '/projects/5/nothing',
    '/projects/0/survey',
    '/projects/05/survey',
    '/suppliers/new',
    '/suppliers/2147483648',
    '/suppliers/5/6',
    '/admin/users',
    '/x/suppliers/5',
  ]
  expect(paths.filter(path => linkedPage(path) !== null)).toEqual([])
})
