import { isActiveItem } from '@desk/machines/sidebar/sidebar.selectors'
import { describe, expect, test } from 'vitest'
import { configFrom, DEFAULT_CONFIG } from '#runtime/config.ts'
import { bottomMenu, isBuilt, menuPath, topMenu, type MenuFacts } from './menu-items.ts'

const { links } = configFrom({
  links: {
    redirectGuide: 'https://help.example/redirects',
    dataCleaning: 'https://forms.example/clean?lang=en',
    reference: { DESK: 'https://ref.example/desk', DEFENDER: 'https://ref.example/defender' },
    contactSupport: { DESK: 'https://help.example/desk', DEFENDER: 'https://help.example/defender' },
  },
})
const desk: MenuFacts = {
  accountType: 'DESK',
  accountId: 42,
  links,
  mayExportDefender: false,
  isSupport: false,
  isAdmin: true,
  isBuilt: () => true,
}
const defender: MenuFacts = { ...desk, accountType: 'DEFENDER' }
const shown = (items: ReturnType<typeof topMenu>) =>
  items.map(item => [item.label, item.kind === 'page' ? item.route : item.href])

describe('the top menu', () => {
  test('of DESK; Data Cleaning carries the account and leads elsewhere (§2.36)', () => {
    expect(shown(topMenu(desk))).toEqual([
      ['Projects', '/projects'],
      ['Suppliers', '/suppliers'],
      ['Qualifications', '/qualifications'],
      ['Reports', '/reports'],
      ['Defender Metrics', '/defender/metrics'],
      ['Data Cleaning', 'https://forms.example/clean?lang=en&account=42'],
    ])
  })

  const DEFENDER_ITEMS = [
    ['Termination Overview', '/defender/terminationoverview'],
    ['SEARCH', '/defender/search'],
    ['ACTIVITY', '/defender/activity'],
    ['REVIEW', '/defender/review'],
    ['Platform Trends', '/defender/trends'],
    ['Supplier Performance', '/defender/suppliers'],
  ]

  test('of DEFENDER; Export Data only with access and flag (§2.37)', () => {
    expect(shown(topMenu(defender))).toEqual(DEFENDER_ITEMS)
    expect(shown(topMenu({ ...defender, mayExportDefender: true }))).toEqual([
      ...DEFENDER_ITEMS,
      ['Export Data', '/defender/export-data'],
    ])
  })

  test('links only pages of this version, and only configured links', () => {
    expect(shown(topMenu({ ...desk, isBuilt, links: DEFAULT_CONFIG.links }))).toEqual([
      ['Projects', '/projects'],
      ['Suppliers', '/suppliers'],
      ['Qualifications', '/qualifications'],
      ['Reports', '/reports'],
      ['Defender Metrics', '/defender/metrics'],
    ])
    expect(shown(topMenu({ ...defender, isBuilt, mayExportDefender: true }))).toEqual([
      ...DEFENDER_ITEMS,
      ['Export Data', '/defender/export-data'],
    ])
  })
})

test('Projects is current on a project’s pages under either prefix (§2.17, §2.34)', () =>
  expect(
    [
      '/manage/project/5/survey/9/streams',
      '/manage/project/new',
      '/projects/5/survey',
      '/manage/projector',
      '/suppliers',
    ].map(path => isActiveItem('/projects', menuPath(path, 'DESK'))),
  ).toEqual([true, true, true, false, false]))

test('Reports is current on statements, which it leads to (settlement.md §2)', () =>
  expect(
    ['/statements', '/statements/2026-10', '/reports/traffic', '/suppliers'].map(path =>
      isActiveItem('/reports', menuPath(path, 'DESK')),
    ),
  ).toEqual([true, true, true, false]))

test('Defender’s pages in a DESK account are no suppliers; a DEFENDER account’s entry is their own (§2.34)', () =>
  expect([
    isActiveItem('/suppliers', menuPath('/defender/suppliers', 'DESK')),
    isActiveItem('/admin', menuPath('/defender/suppliers', 'DESK')),
    isActiveItem('/defender/suppliers', menuPath('/defender/suppliers', 'DEFENDER')),
  ]).toEqual([false, true, true]))

describe('the bottom menu', () => {
  test('has Redirect Guide only for DESK; Reference and Contact Support differ by account type (§2.38)', () => {
    expect([shown(bottomMenu(desk)), shown(bottomMenu(defender))]).toEqual([
      [
        ['Redirect Guide', 'https://help.example/redirects'],
        ['Reference', 'https://ref.example/desk'],
        ['Contact Support', 'https://help.example/desk'],
        ['Administration', '/admin'],
      ],
      [
        ['Reference', 'https://ref.example/defender'],
        ['Contact Support', 'https://help.example/defender'],
        ['Administration', '/admin'],
      ],
    ])
  })

  test('has Sessions only for support', () => {
    const ofSupport = { ...desk, links: DEFAULT_CONFIG.links, isBuilt, isSupport: true, isAdmin: false }
    expect([shown(bottomMenu(ofSupport)), shown(bottomMenu({ ...ofSupport, isSupport: false }))]).toEqual([
      [['Sessions', '/support/sessions']],
      [],
    ])
  })

  test('has Administration only for admins (§2.38, domain.md §8)', () => {
    const ofAdmin = { ...desk, links: DEFAULT_CONFIG.links, isBuilt }
    expect([shown(bottomMenu(ofAdmin)), shown(bottomMenu({ ...ofAdmin, isAdmin: false }))]).toEqual([
      [['Administration', '/admin']],
      [],
    ])
  })

  test('is empty while nothing of it is configured or built', () => {
    expect(shown(bottomMenu({ ...desk, isBuilt: () => false, links: DEFAULT_CONFIG.links }))).toEqual([])
  })
})
