import type { FormValues } from '@desk/machines/form/form.setup'
import { completeRedirectWarning } from '@desk/schema/statuses/change-notes'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import { redirectField } from '@desk/schema/suppliers/supplier-form'
import type { LaunchProblem } from './launch-problems.ts'
import type { Seller } from './source-lists.ts'
import { partsIn } from './source-plan.ts'

const withoutRedirect = (suppliers: readonly string[]): readonly LaunchProblem[] =>
  suppliers.length === 0 ? [] : [{ words: completeRedirectWarning(suppliers), way: null }]

/** The warnings of a launch of the stored source. */
export const launchWarnings = ({ effects }: Pick<StatusOptions, 'effects'>): readonly LaunchProblem[] =>
  withoutRedirect(effects.no_complete_redirect ?? [])

/** The redirects that send a complete back (domain.md §3). */
const OF_COMPLETES = ['complete', 'default'] as const

/** The warnings of a launch of a new source, by the values of its form. */
export function newLaunchWarnings(values: FormValues, sellers: readonly Seller[]): readonly LaunchProblem[] {
  const hasOwn = OF_COMPLETES.some(type => {
    const typed = values[redirectField(type)]
    return typeof typed === 'string' && typed.trim() !== ''
  })
  const ids = [values['pm_sup_ud'], ...partsIn(values['suppliers']).map(({ pm_sup_ud }) => pm_sup_ud)]
  const lacking = sellers.filter(
    ({ pm_sup_ud, redirect_types: types }) =>
      ids.includes(pm_sup_ud) && !OF_COMPLETES.some(type => types.includes(type)),
  )
  return withoutRedirect(hasOwn ? [] : lacking.map(({ name }) => name))
}
