import { RECONCILIATION_OUTCOME_NAMES, RECONCILIATION_OUTCOMES } from '@desk/schema/reconciliation/outcomes'
import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import { idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

const NONE = 'none'
/** The most digits of a reason that a person wrote into a file. */
const REASON_PATTERN = /^-?\d{1,9}$/

/** A filter's part of the URL; all of it is replaced by another one. */
export const NO_ROW_FILTER = {
  outcome: undefined,
  rest: undefined,
  applied: undefined,
  reason: undefined,
  rowSup: undefined,
  rowSource: undefined,
} as const

/** Reads which rows the URL asks for; ignores an invalid filter. */
export function readRowFilter(raw: RawSearch): RowFilter {
  const outcome = RECONCILIATION_OUTCOME_NAMES.find(name => name === raw['outcome'])
  const flag = (key: string): 'true' | 'false' | undefined => {
    const text = textOf(raw[key]) ?? String(raw[key])
    return text === 'true' || text === 'false' ? text : undefined
  }
  const [rest, applied] = [flag('rest'), flag('applied')]
  const reason = textOf(raw['reason'])
  const sup = textOf(raw['rowSup'])
  const supplier = sup === NONE ? NONE : idOf(raw['rowSup'])
  const stmid = idOf(raw['rowSource'])
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(rest === undefined ? {} : { rest }),
    ...(applied === undefined ? {} : { applied }),
    ...(reason === NONE
      ? { reason: NONE }
      : reason !== undefined && REASON_PATTERN.test(reason)
        ? { reason: Number(reason) }
        : {}),
    ...(supplier === undefined ? {} : { sup: supplier }),
    ...(stmid === undefined ? {} : { stmid }),
  }
}

/** A filter as the URL has it, in place of the one before. */
export const searchOf = ({ outcome, rest, applied, reason, sup, stmid }: RowFilter) => ({
  outcome,
  // the query of the page has booleans as such
  rest: rest === undefined ? undefined : rest === 'true',
  applied: applied === undefined ? undefined : applied === 'true',
  reason,
  rowSup: sup,
  rowSource: stmid,
})

/** The rows that a filter leaves, in words; '': all. */
export function filterText({ outcome, rest, applied, reason, sup, stmid }: RowFilter, names: FilterNames): string {
  return [
    outcome === undefined ? '' : RECONCILIATION_OUTCOMES[outcome].label,
    rest === undefined ? '' : rest === 'true' ? 'not in the list' : 'in the list',
    applied === undefined ? '' : applied === 'true' ? 'applied' : 'not applied',
    reason === undefined
      ? ''
      : reason === NONE
        ? 'no number as reason'
        : `reason ${reason} ${reasonLabel(reason) ?? 'unknown'}`,
    sup === undefined ? '' : sup === NONE ? 'without a supplier' : `supplier ${names.supplier(sup) ?? sup}`,
    stmid === undefined ? '' : `source ${names.source(stmid) ?? stmid}`,
  ]
    .filter(text => text !== '')
    .join(', ')
}

export interface FilterNames {
  readonly supplier: (id: number) => string | undefined
  readonly source: (id: number) => string | undefined
}
