import { DEFENDER_RULES, type DefenderRuleName } from '@desk/schema/respondents/door-rules'
import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The kinds of a scorecard's lines. */
export const SCORECARD_LINES = { supplier: 'Suppliers', source: 'Sources', rule: 'Rules' } as const
export type ScorecardLine = keyof typeof SCORECARD_LINES

/** How many weeks back. */
export const SCORECARD_PERIODS = {
  4: 'Last 4 weeks',
  13: 'Last 13 weeks',
  26: 'Last 26 weeks',
  53: 'Last 53 weeks',
} as const
export const DEFAULT_WEEKS = 13

/** The choices of a scorecard as the URL has them. */
export interface ScorecardChoices {
  readonly by: ScorecardLine
  readonly weeks: number
  readonly rule?: DefenderRuleName
  /** One supplier's sources or rules. */
  readonly supplier?: number
}

/** The rule that the query names; undefined: any. */
export const ruleOf = (value: unknown): DefenderRuleName | undefined => DEFENDER_RULES.find(rule => rule === value)

/** The weeks that the query asks for. */
export function weeksOf(value: unknown): number {
  const weeks = idOf(value)
  return weeks !== undefined && weeks in SCORECARD_PERIODS ? weeks : DEFAULT_WEEKS
}

/** Reads the choices from the query; invalid ones, and what the viewer may not see, are none. @param seesSuppliers whether the viewer sees the supply side */
export function readScorecardChoices(raw: RawSearch, seesSuppliers: boolean): ScorecardChoices {
  const lines = Object.keys(SCORECARD_LINES) as ScorecardLine[] // Object.keys loses the key types
  const asked = lines.find(line => line === raw['by'])
  const supplier = seesSuppliers ? idOf(raw['supplier']) : undefined
  const isOpen = asked !== undefined && (asked !== 'supplier' || (seesSuppliers && supplier === undefined))
  const byDefault = supplier !== undefined || !seesSuppliers ? 'rule' : 'supplier'
  return {
    by: isOpen ? asked : byDefault,
    weeks: weeksOf(raw['weeks']),
    ...compact({ rule: ruleOf(raw['rule']), supplier }),
  }
}
