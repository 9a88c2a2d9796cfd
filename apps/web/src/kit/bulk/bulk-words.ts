import type { ActQuestion } from '@desk/machines/act/act.events'
import type { EndpointKey } from '#runtime/api/endpoints.ts'
import type { BulkResult } from './bulk-calls.ts'
import type { BulkPlan, PlannedChange, Staying } from './bulk-plan.ts'
import { counted, type BulkKind, type BulkNoun } from './bulk-rows.ts'

interface KindWords {
  readonly title: string
  /** The call that changes one row. */
  readonly call: EndpointKey
}

export const BULK_KINDS: Readonly<Record<BulkKind, KindWords>> = {
  status: { title: 'Change the status', call: 'statuses.change' },
  supplyPrice: { title: 'Change the price', call: 'sourceSuppliers.price' },
  sellPrice: { title: 'Change the sell price', call: 'sourceSuppliers.setBuyerRate' },
  sourceEnd: { title: 'Change the out of field date', call: 'sources.update' },
  surveyEnd: { title: 'Change the out of field date', call: 'surveys.update' },
}

export const NO_VALUE_YET = 'Enter a value to see what will change.'

/** The journal names at most as many rows of a list, and counts the others. */
const MOST_ROWS = 50

function listed<Row>(title: string, rows: readonly Row[], words: (row: Row) => string): readonly string[] {
  if (rows.length === 0) return []
  const more = rows.length - MOST_ROWS
  return [`${rows.length} ${title}`, ...rows.slice(0, MOST_ROWS).map(words), ...(more > 0 ? [`and ${more} more`] : [])]
}

const changeWords = ({ name, from, to, note, warning }: PlannedChange): string =>
  `${name}: ${from} → ${to}${note === null ? '' : ` · ${note}`}${warning === undefined ? '' : ` ${warning}`}`
const stayWords = ({ name, why }: Staying): string => `${name}: ${why}`

/** The label of the button that makes the planned changes. */
export function changeLabel(noun: BulkNoun, plan: BulkPlan | null): string {
  if (plan === null) return 'Change them'
  return plan.changes.length === 0 ? 'Nothing to change' : `Change ${counted(noun, plan.changes.length)}`
}

/** The preview in words. @param plan null: the fields are incomplete */
export const planQuestion = (title: string, noun: BulkNoun, plan: BulkPlan | null): ActQuestion => ({
  title,
  lines:
    plan === null
      ? [NO_VALUE_YET]
      : [
          ...plan.notes,
          ...listed('will change', plan.changes, changeWords),
          ...listed('will not change', plan.stays, stayWords),
        ],
  confirmLabel: changeLabel(noun, plan),
  tone: plan?.isStopping === true ? 'danger' : 'neutral',
})

/** The partial result in words. */
export const resultQuestion = (
  title: string,
  results: readonly BulkResult[],
  stays: readonly Staying[],
  isUndo: boolean,
): ActQuestion => ({
  title,
  lines: [
    ...listed(
      'failed',
      results.filter(result => result.outcome === 'failed'),
      ({ change: { name }, message }) => `${name}: ${message}`,
    ),
    ...listed(
      isUndo ? 'undone' : 'changed',
      results.filter(result => result.outcome === 'done'),
      ({ change }) => changeWords(change),
    ),
    ...listed('not changed', stays, stayWords),
  ],
  confirmLabel: 'Close',
  tone: 'neutral',
})
