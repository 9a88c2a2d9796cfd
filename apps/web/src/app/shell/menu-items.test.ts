import type { Permission } from '@desk/schema/permissions/permissions'
import { describe, expect, test } from 'vitest'
import { configFrom, DEFAULT_CONFIG } from '#runtime/config.ts'
import { allMenuItems, bottomMenu, currentRoute, isBuilt, menuGroups, topMenu, type MenuFacts } from './menu-items.ts'

const { links } = configFrom({
  links: {
    redirectGuide: 'https://help.example/redirects',
    dataCleaning: 'https://forms.example/clean?lang=en',
    reference: { DESK: 'https://ref.example/desk', DEFENDER: 'https://ref.example/defender' },
    contactSupport: { DESK: 'https://help.example/desk', DEFENDER: 'https://help.example/defender' },
  },
})
function only(...permissions: readonly Permission[]): MenuFacts['may'] {
  return permission => permissions.includes(permission)
}
const desk: MenuFacts = {
  accountType: 'DESK',
  accountId: 42,
  links,
  may: only('open administration'),
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
    expect(shown(topMenu({ ...defender, may: only('export Defender data') }))).toEqual([
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
    expect(shown(topMenu({ ...defender, isBuilt, may: only('export Defender data') }))).toEqual([
      ...DEFENDER_ITEMS,
      ['Export Data', '/defender/export-data'],
    ])
  })
})

describe('the groups below the top menu', () => {
  const labels = (facts: MenuFacts) =>
    menuGroups(facts).map(({ label, items }) => [label, ...items.map(item => item.label)])

  test('lead each user to the pages that are open to them (day.md §4, domain.md §8)', () => {
    const everything: MenuFacts = { ...desk, may: () => true }
    expect([labels(everything), labels({ ...desk, may: only('read sell statements') })]).toEqual([
      [
        ['Attention', 'Alerts', 'Assistant'],
        ['Quality', 'Review', 'Supplier performance', 'Trends'],
        ['Money', 'Statements', 'Disputes'],
      ],
      [
        ['Attention', 'Alerts', 'Assistant'],
        ['Money', 'Statements'],
      ],
    ])
    expect(
      menuGroups(everything).flatMap(({ items }) => shown(items).map(([, route]) => isBuilt(route!))),
    ).not.toContain(false)
  })

  test('are not in a DEFENDER account, whose own menu has these pages (§2.37)', () =>
    expect(labels({ ...defender, may: () => true })).toEqual([]))
})

describe('the current item', () => {
  const currents = (paths: readonly string[], facts = desk) =>
    paths.map(path => currentRoute(allMenuItems({ ...facts, may: () => true }), path))

  test('is Projects on a project’s pages under either prefix (§2.17, §2.34)', () =>
    expect(
      currents([
        '/manage/project/5/survey/9/streams',
        '/manage/project/new',
        '/projects/5/survey',
        '/manage/projector',
        '/suppliers',
      ]),
    ).toEqual(['/projects', '/projects', '/projects', null, '/suppliers']))

  test('is the closest one: Disputes are no Statements, and Defender’s suppliers are no Suppliers (§2.34)', () =>
    expect([
      ...currents(['/statements', '/statements/2026-10', '/statements/disputes', '/reports/traffic']),
      ...currents(['/defender/suppliers', '/defender/metrics']),
      ...currents(['/defender/suppliers'], defender),
    ]).toEqual([
      '/statements',
      '/statements',
      '/statements/disputes',
      '/reports',
      '/defender/suppliers',
      '/defender/metrics',
      '/defender/suppliers',
    ]))
})

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
    const ofSupport = { ...desk, links: DEFAULT_CONFIG.links, isBuilt, may: only('read journals') }
    expect([shown(bottomMenu(ofSupport)), shown(bottomMenu({ ...ofSupport, may: only() }))]).toEqual([
      [['Sessions', '/support/sessions']],
      [],
    ])
  })

  test('has Administration only for admins (§2.38, domain.md §8)', () => {
    const ofAdmin = { ...desk, links: DEFAULT_CONFIG.links, isBuilt }
    expect([shown(bottomMenu(ofAdmin)), shown(bottomMenu({ ...ofAdmin, may: only() }))]).toEqual([
      [['Administration', '/admin']],
      [],
    ])
  })

  test('is empty while nothing of it is configured or built', () => {
    expect(shown(bottomMenu({ ...desk, isBuilt: () => false, links: DEFAULT_CONFIG.links }))).toEqual([])
  })
})
