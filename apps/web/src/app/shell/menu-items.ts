import { isActiveItem } from '@desk/machines/sidebar/sidebar.selectors'
import { may, type Permission } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { ClientConfig } from '#runtime/config.ts'

export type AccountType = 'DESK' | 'DEFENDER'
export type MenuIcon =
  | 'projects'
  | 'suppliers'
  | 'qualifications'
  | 'reports'
  | 'defender'
  | 'endings'
  | 'search'
  | 'activity'
  | 'review'
  | 'trends'
  | 'scorecards'
  | 'statements'
  | 'disputes'
  | 'alerts'
  | 'assistant'
  | 'export'
  | 'cleaning'
  | 'guide'
  | 'reference'
  | 'support'
  | 'sessions'
  | 'administration'

/** An entry of the sidebar: a page of the console, or a page elsewhere in a new tab. */
export type MenuItem =
  | { readonly kind: 'page'; readonly route: string; readonly label: string; readonly icon: MenuIcon }
  | {
      readonly kind: 'outside'
      readonly id: 'data-cleaning' | 'guide' | 'reference' | 'support'
      readonly href: string
      readonly label: string
      readonly icon: MenuIcon
    }

/** The facts behind the menus. */
export interface MenuFacts {
  readonly accountType: AccountType
  readonly accountId: number
  readonly links: ClientConfig['links']
  /** Whether the user has a permission (domain.md §8). */
  readonly may: (permission: Permission) => boolean
  /** Whether a route has a page in this version; others are not linked. */
  readonly isBuilt: (route: string) => boolean
}

/** The facts behind this user's menus. */
export function menuFactsOf(user: CurrentUser, links: ClientConfig['links']): MenuFacts {
  return {
    accountType: user.account_type,
    accountId: user.pm_dsh_ud,
    links,
    may: permission => may(user, permission),
    isBuilt,
  }
}

/** The routes of the menus that have a page in this version. */
const BUILT_ROUTES: ReadonlySet<string> = new Set([
  '/projects',
  '/suppliers',
  '/qualifications',
  '/reports',
  '/defender/review',
  '/defender/terminationoverview',
  '/defender/search',
  '/defender/activity',
  '/defender/trends',
  '/defender/suppliers',
  '/defender/metrics',
  '/defender/export-data',
  '/statements',
  '/statements/disputes',
  '/alerts',
  '/assistant',
  '/support/sessions',
  '/admin',
])
export const isBuilt = (route: string): boolean => BUILT_ROUTES.has(route)

/**
 * The route of the current item: the longest one that the path contains (§2.34). A project's pages have two prefixes (§2.17), and
 * Projects matches both.
 */
export function currentRoute(items: readonly MenuItem[], pathname: string): string | null {
  const path = pathname.replace(/^\/manage\/project(?=\/|$)/, '/projects')
  const routes = items.flatMap(item => (item.kind === 'page' && isActiveItem(item.route, path) ? [item.route] : []))
  return routes.toSorted((one, other) => other.length - one.length)[0] ?? null
}

const page = (route: string, label: string, icon: MenuIcon): MenuItem => ({ kind: 'page', route, label, icon })

/** The query parameter that tells the cleaning-request form which account asks (§2.36). */
const CLEANING_ACCOUNT_PARAM = 'account'

function cleaningLink({ links, accountId }: MenuFacts): readonly MenuItem[] {
  if (links.dataCleaning === null) return []
  const href = new URL(links.dataCleaning)
  href.searchParams.set(CLEANING_ACCOUNT_PARAM, String(accountId))
  return [{ kind: 'outside', id: 'data-cleaning', href: href.href, label: 'Data Cleaning', icon: 'cleaning' }]
}

const outside = (id: 'guide' | 'reference' | 'support', href: string | null, label: string): readonly MenuItem[] =>
  href === null ? [] : [{ kind: 'outside', id, href, label, icon: id }]

/** The menu at the top of the sidebar, by account type (§2.36, §2.37). */
export function topMenu(facts: MenuFacts): readonly MenuItem[] {
  const all =
    facts.accountType === 'DESK'
      ? [
          page('/projects', 'Projects', 'projects'),
          page('/suppliers', 'Suppliers', 'suppliers'),
          page('/qualifications', 'Qualifications', 'qualifications'),
          page('/reports', 'Reports', 'reports'),
          page('/defender/metrics', 'Defender Metrics', 'defender'),
          ...cleaningLink(facts),
        ]
      : [
          page('/defender/terminationoverview', 'Termination Overview', 'endings'),
          page('/defender/search', 'SEARCH', 'search'),
          page('/defender/activity', 'ACTIVITY', 'activity'),
          page('/defender/review', 'REVIEW', 'review'),
          page('/defender/trends', 'Platform Trends', 'trends'),
          page('/defender/suppliers', 'Supplier Performance', 'scorecards'),
          ...(facts.may('export Defender data') ? [page('/defender/export-data', 'Export Data', 'export')] : []),
        ]
  return all.filter(item => item.kind === 'outside' || facts.isBuilt(item.route))
}

/** Items of the menu with a heading of their own. */
export interface MenuGroup {
  readonly label: string
  readonly items: readonly MenuItem[]
}

/** The pages of a DESK account beside those of §2.36, in groups; a DEFENDER account has its own in the top menu. */
export function menuGroups(facts: MenuFacts): readonly MenuGroup[] {
  if (facts.accountType !== 'DESK') return []
  const pageFor = (permission: Permission, item: MenuItem) => (facts.may(permission) ? [item] : [])
  const groups = [
    {
      label: 'Attention',
      items: [page('/alerts', 'Alerts', 'alerts'), page('/assistant', 'Assistant', 'assistant')],
    },
    {
      label: 'Quality',
      items: [
        ...pageFor('see flagged completes', page('/defender/review', 'Review', 'review')),
        ...pageFor('read scorecards', page('/defender/suppliers', 'Supplier performance', 'scorecards')),
        ...pageFor('read scorecards', page('/defender/trends', 'Trends', 'trends')),
      ],
    },
    {
      label: 'Money',
      items: [
        ...pageFor('read sell statements', page('/statements', 'Statements', 'statements')),
        ...pageFor('read statements', page('/statements/disputes', 'Disputes', 'disputes')),
      ],
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** Every item of the user's menus. */
export const allMenuItems = (facts: MenuFacts): readonly MenuItem[] => [
  ...topMenu(facts),
  ...menuGroups(facts).flatMap(({ items }) => items),
  ...bottomMenu(facts),
]

/** The menu at the foot of the sidebar, above the user's own entry (§2.38). */
export function bottomMenu(facts: MenuFacts): readonly MenuItem[] {
  const { accountType, links } = facts
  const all = [
    ...(accountType === 'DESK' ? outside('guide', links.redirectGuide, 'Redirect Guide') : []),
    ...outside('reference', links.reference[accountType], 'Reference'),
    ...outside('support', links.contactSupport[accountType], 'Contact Support'),
    ...(facts.may('read journals') ? [page('/support/sessions', 'Sessions', 'sessions')] : []),
    ...(facts.may('open administration') ? [page('/admin', 'Administration', 'administration')] : []),
  ]
  return all.filter(item => item.kind === 'outside' || facts.isBuilt(item.route))
}
