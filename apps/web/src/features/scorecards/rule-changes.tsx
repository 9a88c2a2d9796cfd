import type { RuleChange, Trend } from '@desk/schema/defender/scorecard'
import { momentText } from '#ui/format/moments.ts'
import styles from './scorecards.module.css'

const OF: Readonly<Record<RuleChange['of'], string>> = {
  account: 'The account’s default',
  project: 'Project',
  survey: 'Survey',
  supplier: 'Supplier',
}

/** The changes of the rules within the period, the latest first: the vertical lines of the chart. */
export function RuleChanges({ trend: { changes, has_more_changes: hasMore }, zone }: { trend: Trend; zone: string }) {
  return (
    <section className={styles['multiples']} aria-labelledby="rule-changes">
      <h2 id="rule-changes" className={styles['heading']}>
        Changes of rules
      </h2>
      {changes.length === 0 ? (
        <p className={styles['note']}>No rule was changed within the period.</p>
      ) : (
        <ol className={styles['changes']}>
          {changes.map(({ at, of, id, name, changes: words }) => (
            <li key={`${at}${of}${id}`}>
              <span className={styles['when']}>{momentText(at, zone)}</span>
              <span>
                {of === 'account' ? OF.account : `${OF[of]} ${name}`}: {words.join('; ')}
              </span>
            </li>
          ))}
        </ol>
      )}
      {hasMore ? (
        <p className={styles['note']}>There were more; these are the latest. Choose a shorter period.</p>
      ) : null}
    </section>
  )
}
