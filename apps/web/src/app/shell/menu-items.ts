import { may } from '@desk/schema/permissions/permissions'
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
  /** access_research_defender_export of the account, with the defender-export flag on (§2.37). */
  readonly mayExportDefender: boolean
  /** Whether the user may open sessions (domain.md §8). */
  readonly isSupport: boolean
  /** Whether the user may open the admin pages (domain.md §8). */
  readonly isAdmin: boolean
  /** Whether a route has a page in this version; others are not linked. */
  readonly isBuilt: (route: string) => boolean
}

/** The facts behind this user's menus. */
export function menuFactsOf(user: CurrentUser, links: ClientConfig['links']): MenuFacts {
  return {
    accountType: user.account_type,
    accountId: user.pm_dsh_ud,
    links,
    mayExportDefender: may(user, 'export Defender data'),
    isSupport: may(user, 'read journals'),
    isAdmin: may(user, 'open administration'),
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
  '/support/sessions',
  '/admin',
])
export const isBuilt = (route: string): boolean => BUILT_ROUTES.has(route)

/** Defender's pages in a DESK account are found under Administration. */
const RULES_PATH = '/admin/defender-rules'

/** The path for marking the active menu item: a project's pages have two prefixes (§2.17), and Projects matches both. Reports lead to statements. */
export const menuPath = (pathname: string, accountType: AccountType): string =>
  (accountType === 'DESK' ? pathname.replace(/^\/defender\/(?!metrics).*$/, RULES_PATH) : pathname)
    .replace(/^\/manage\/project(?=\/|$)/, '/projects')
    .replace(/^\/statements(?=\/|$)/, '/reports')

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
          ...(facts.mayExportDefender ? [page('/defender/export-data', 'Export Data', 'export')] : []),
        ]
  return all.filter(item => item.kind === 'outside' || facts.isBuilt(item.route))
}

/** The menu at the foot of the sidebar, above the user's own entry (§2.38). */
export function bottomMenu(facts: MenuFacts): readonly MenuItem[] {
  const { accountType, links } = facts
  const all = [
    ...(accountType === 'DESK' ? outside('guide', links.redirectGuide, 'Redirect Guide') : []),
    ...outside('reference', links.reference[accountType], 'Reference'),
    ...outside('support', links.contactSupport[accountType], 'Contact Support'),
    ...(facts.isSupport ? [page('/support/sessions', 'Sessions', 'sessions')] : []),
    ...(facts.isAdmin ? [page('/admin', 'Administration', 'administration')] : []),
  ]
  return all.filter(item => item.kind === 'outside' || facts.isBuilt(item.route))
}
