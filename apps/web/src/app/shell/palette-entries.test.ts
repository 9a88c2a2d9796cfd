import type { SearchHit } from '@desk/schema/search/search'
import { describe, expect, test } from 'vitest'
import type { MenuItem } from './menu-items.ts'
import { askSection, nearOf, pagesFor, pathOf, questionIn, recentSection, sectionsOf } from './palette-entries.ts'

const hit = (over: Partial<SearchHit>): SearchHit => ({
  scope: 'project',
  id: 7,
  name: 'Habits',
  detail: 'H-1',
  statusid: 1,
  held_by: null,
  pm_proj_ud: 7,
  pm_sy_ud: null,
  type: null,
  ...over,
})

describe('the palette', () => {
  test('each kind has its page (§2.15, §2.18, §2.19, §2.20, §2.21)', () => {
    const source = { scope: 'source', id: 9, pm_proj_ud: 7, pm_sy_ud: 8 } as const
    expect(
      [
        hit({}),
        hit({ scope: 'survey', id: 8 }),
        hit({ ...source, type: 'diy' }),
        hit({ ...source, type: 'lucid' }),
        hit({ ...source, type: 'classic' }),
        hit({ scope: 'supplier', id: 5, pm_proj_ud: null }),
        hit({ scope: 'qualification', id: 6, pm_proj_ud: null }),
      ].map(found => pathOf(found, 'internal')),
    ).toEqual([
      '/manage/project/7/survey',
      '/manage/project/7/survey/8/streams',
      '/manage/project/7/survey/8/stream/9',
      '/manage/project/7/survey/8/stream/9',
      '/manage/project/7/survey/8/manual-streams/9',
      '/suppliers/5',
      '/qualifications/6',
    ])
    expect(
      ['classic', 'diy'].map(type => pathOf(hit({ ...source, type: type as 'classic' | 'diy' }), 'external')),
    ).toEqual(['/manage/project/7/survey/8/streams', '/manage/project/7/survey/8/stream/9'])
  })

  test('near things are the project and the survey of the page (§2.17, §2.18)', () => {
    expect(
      [
        '/manage/project/7/survey/8/streams',
        '/projects/7/survey/8/stream/9',
        '/manage/project/7/survey',
        '/manage/project/7/edit',
        '/manage/project/new',
        '/projects',
        '/suppliers/7',
      ].map(nearOf),
    ).toEqual([
      { pm_proj_ud: 7, pm_sy_ud: 8 },
      { pm_proj_ud: 7, pm_sy_ud: 8 },
      { pm_proj_ud: 7 },
      { pm_proj_ud: 7 },
      {},
      {},
      {},
    ])
  })

  test('hits are grouped by kind, with what distinguishes them from others of the same name', () => {
    expect(
      sectionsOf(
        [hit({}), hit({ id: 9 }), hit({ scope: 'supplier', id: 5, name: 'North', detail: null, statusid: null })],
        'internal',
      ),
    ).toEqual([
      {
        title: 'Projects',
        entries: [
          {
            id: 'project/7',
            label: 'Habits',
            detail: 'H-1 · 7',
            path: '/manage/project/7/survey',
            statusid: 1,
            heldBy: null,
          },
          {
            id: 'project/9',
            label: 'Habits',
            detail: 'H-1 · 9',
            path: '/manage/project/9/survey',
            statusid: 1,
            heldBy: null,
          },
        ],
      },
      {
        title: 'Suppliers',
        entries: [
          { id: 'supplier/5', label: 'North', detail: '5', path: '/suppliers/5', statusid: null, heldBy: null },
        ],
      },
    ])
  })

  test('recent pages are offered in order, each with its kind, except the present one (look.md 10)', () => {
    const survey = { scope: 'survey', id: 8, name: 'Habits, wave 2', pm_proj_ud: 7, pm_sy_ud: 8, type: null } as const
    const { detail: _detail, statusid: _statusid, held_by: _heldBy, ...project } = hit({})
    expect(recentSection([survey, project], 'internal', '/projects')).toEqual({
      title: 'Recent',
      entries: [
        {
          id: 'recent/survey/8',
          label: 'Habits, wave 2',
          detail: 'Survey · 8',
          path: '/manage/project/7/survey/8/streams',
          statusid: null,
        },
        {
          id: 'recent/project/7',
          label: 'Habits',
          detail: 'Project · 7',
          path: '/manage/project/7/survey',
          statusid: null,
        },
      ],
    })
    expect([
      recentSection([survey, project], 'internal', '/manage/project/7/survey')?.entries.map(({ id }) => id),
      recentSection([project], 'internal', '/manage/project/7/survey'),
    ]).toEqual([['recent/survey/8'], null])
  })

  test('pages of the menus are found by their words, but not external links', () => {
    const menus: readonly MenuItem[] = [
      { kind: 'page', route: '/projects', label: 'Projects', icon: 'projects' },
      { kind: 'page', route: '/admin', label: 'Administration', icon: 'administration' },
      { kind: 'outside', id: 'guide', href: 'https://guide.example', label: 'Redirect Guide', icon: 'guide' },
    ]
    const news = [{ label: 'New project', path: '/manage/project/new' }]
    const labels = (text: string, isDesk = true) =>
      pagesFor(text, menus, isDesk ? news : [])?.entries.map(({ label }) => label) ?? null
    expect([labels(''), labels('pro'), labels('new pro'), labels('guide'), labels('', false)]).toEqual([
      ['New project', 'Projects', 'Administration'],
      ['New project', 'Projects'],
      ['New project'],
      null,
      ['Projects', 'Administration'],
    ])
  })

  test('the assistant is asked the typed text, numbers and signs as they are', () => {
    expect(askSection(' 12 & completes? ')).toEqual({
      title: 'Assistant',
      entries: [
        {
          id: 'ask',
          label: 'Ask: 12 & completes?',
          detail: 'figures, changes, alerts',
          path: '/assistant?ask=%2212%20%26%20completes%3F%22',
          statusid: null,
          question: '12 & completes?',
          keys: '?',
        },
      ],
    })
  })

  test('a text that begins with the sign is a question (day.md §4)', () =>
    expect([' ? 12 & completes?', '?', 'completes?'].map(questionIn)).toEqual(['12 & completes?', '', null]))
})
