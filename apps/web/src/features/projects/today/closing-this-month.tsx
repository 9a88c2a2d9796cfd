import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { balanceText } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'
import { daysLeftText, reconIndicators } from '../recon-indicators.ts'
import styles from './today.module.css'

const MOST = 5

/** The projects whose windows of reconciliation close this month, most money first. */
export function ClosingThisMonth() {
  const { data = [] } = useQuery(reconIndicators(useDesk()))
  const closing = data
    .filter(each => each.closing === 'this_month')
    .toSorted((one, other) => other.at_risk_cents - one.at_risk_cents)
  if (closing.length === 0) return null
  const more = closing.length - MOST
  return (
    <section className={styles['card']} aria-labelledby="closing-this-month">
      <h2 id="closing-this-month">Closing this month</h2>
      <ul>
        {closing.slice(0, MOST).map(({ pm_proj_ud: id, pm_proj_name: name, at_risk_cents, currency, days_left }) => (
          <li key={id}>
            <a href={`#/manage/project/${id}/reconciliation`}>{isolated(name)}</a>
            <span className={styles['meta']}>
              {balanceText(at_risk_cents, currency)}
              {days_left === null ? null : ` · ${daysLeftText(days_left)}`}
            </span>
          </li>
        ))}
        {more > 0 ? (
          <li>
            <a href="#/projects?closing=this_month">{`${more} more`}</a>
          </li>
        ) : null}
      </ul>
    </section>
  )
}
