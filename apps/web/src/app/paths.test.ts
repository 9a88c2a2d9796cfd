import { describe, expect, test } from 'vitest'
import { idFrom, matchingManagePage, pageAbove, twinOf, withoutOldPrefix } from './paths.ts'

test('a path beginning /v2 is the same path without it (§2.30)', () => {
  const paths = ['/v2/projects/5/survey', '/v2', '/v2/', '/projects', '/login', '/v1/x']
  expect(paths.map(withoutOldPrefix)).toEqual(['/projects/5/survey', '/', '/', null, null, null])
})

describe('/manage and its sub-routes', () => {
  test.each([
    ['', '/projects'],
    ['anything', '/projects'],
    ['0', '/projects'],
    ['5', '/manage/project/5/survey'],
    ['5/', '/manage/project/5/survey'],
    ['5/nonsense', '/manage/project/5/survey'],
    ['5/survey/9', '/manage/project/5/survey/9/streams'],
    ['5/survey/x', '/manage/project/5/survey'],
  ])('%j lead to the project list or the matching project page (§2.11)', (rest, page) => {
    expect(matchingManagePage(rest)).toBe(page)
  })
})

test('also under /projects, the beginning of a screen’s path redirects to the page above; anything else is not found (§2.11, §2.17, §2.29)', () => {
  const sources = '/projects/5/survey/9/streams'
  const paths = [
    'survey/9',
    'survey/9/',
    'survey/9/stream',
    'survey/9/manual-streams/',
    'survey/9/nowhere',
    'survey/x',
    'survey/9/stream/7/x',
    'nonsense',
  ]
  expect(paths.map(path => pageAbove('5', path))).toEqual([sources, sources, sources, sources, null, null, null, null])
  expect(pageAbove('x', 'survey/9')).toBeNull()
})

test('a page of a project has a second path under /manage/project; the list and redirects have none (§2.17)', () => {
  const paths = ['/projects/new', '/projects/$projectUID/survey/', '/projects/$projectUID/survey/$surveyUID/edit']
  expect(paths.map(twinOf)).toEqual([
    '/manage/project/new',
    '/manage/project/$projectUID/survey/',
    '/manage/project/$projectUID/survey/$surveyUID/edit',
  ])
  const single = [
    '/projects',
    '/projects/',
    '/projects/$projectUID',
    '/projects/$projectUID/',
    '/projects/$projectUID/$',
  ]
  expect([...single, '/suppliers/new', '/manage/$', '/projectors/new'].flatMap(path => twinOf(path) ?? [])).toEqual([])
})

test('ids in paths are positive whole numbers, everything else is not found', () => {
  expect(['1', '2147483647', '2147483648', '0', '01', '-1', '1.5', '1e3', '', 'abc'].map(idFrom)).toEqual([
    1,
    2_147_483_647,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
