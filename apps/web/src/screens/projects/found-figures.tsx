import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { integerText, moneyText, NO_FIGURE, percentText } from '../../ui/format/figures.ts'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { Skeleton } from '../../ui/skeleton.tsx'
import { counted, Figure, FRESH_MS } from './figure.tsx'
import styles from './landing-figures.module.css'
import type { ProjectFilters } from './project-search.ts'

/** What the projects come to that the list's filters find, as the server adds it up. What only the whole account has is left out. */
export function FoundFigures({ filters }: { readonly filters: ProjectFilters }) {
  const { data, error } = useQuery({ ...desk.query('projects.totals', { query: filters }), staleTime: FRESH_MS })
  if (error !== null && data === undefined) {
    return (
      <p role="status" className={styles['failure']}>
        The figures of the projects found did not load: {failureMessage(error)}
      </p>
    )
  }
  if (data === undefined) return <Skeleton label="Loading the figures of the projects found" lines={2} />
  const { completes, target, entrants, ir, conversion, expense } = data
  return (
    <dl className={styles['figures']} aria-label="The figures of the projects found">
      <Figure name="Completes" value={integerText(completes, '0')} note={`of ${integerText(target, '0')} wanted`} />
      <Figure name="Entrants" value={integerText(entrants, '0')} note={`${counted(completes, 'complete')} of them`} />
      <Figure name="IR" value={ir === null ? NO_FIGURE : percentText(ir)} note="of the projects found" />
      <Figure name="Conversion" value={conversion === null ? NO_FIGURE : percentText(conversion)} note="of the projects found" />
      {expense === undefined ? null : <Figure name={`Expense, ${ACCOUNT_CURRENCY}`} value={moneyText(expense * 100)} note="of the projects found" />}
    </dl>
  )
}
