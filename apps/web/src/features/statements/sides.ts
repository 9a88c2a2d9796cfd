import { may } from '@desk/schema/permissions/permissions'
import type { SellPeriod, SellSummary } from '@desk/schema/statements/sell-statement'
import type { CurrentUser } from '@desk/schema/users/current-user'

/** Whose statements: what suppliers are owed, or what projects and business units are charged. */
export type Side = 'supplier' | 'project' | 'unit'

/** A statement in a list; its id is of the supplier, project or business unit, null of those without one. */
export type Listed = SellSummary
export type ListedPeriod = SellPeriod

interface SideWords {
  readonly one: string
  readonly many: string
  /** The name of the line without an id of its own. */
  readonly without: string
  /** Of a month without any. */
  readonly nothing: string
}

export const SIDES: Readonly<Record<Side, SideWords>> = {
  supplier: {
    one: 'Supplier',
    many: 'Suppliers',
    without: 'Without a supplier',
    nothing: 'No supplier is owed anything.',
  },
  project: {
    one: 'Project',
    many: 'Projects',
    without: 'Without a project',
    nothing: 'No project is charged anything.',
  },
  unit: {
    one: 'Business unit',
    many: 'Business units',
    without: 'Without a business unit',
    nothing: 'No business unit is charged anything.',
  },
}

/** The sides that a user has: suppliers are of those who see supply prices, business units of accounts that invoice by them. */
export function sidesOf(user: CurrentUser): readonly Side[] {
  return [
    ...(may(user, 'read statements') ? (['supplier'] as const) : []),
    ...(may(user, 'read sell statements') ? (['project'] as const) : []),
    ...(may(user, 'read sell statements') && user.invoices_by_business_unit === true ? (['unit'] as const) : []),
  ]
}

/** The side that a link names, where the user has it; else their first. */
export const sideFrom = (of: unknown, sides: readonly Side[]): Side | undefined =>
  sides.find(side => side === of) ?? sides[0]

/** The platform's name of a charged side. */
export const scopeOf = (side: 'project' | 'unit') => (side === 'unit' ? 'business_unit' : 'project')
