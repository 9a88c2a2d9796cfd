import { DEFENDER_CATALOGUE } from '@desk/schema/defender/rules'
import type { DefenderPreview } from '@desk/schema/defender/settings'
import { countText } from '#ui/format/figures.ts'
import styles from './defender.module.css'

const count = (number: number): string => countText(number)

/** The hypothetical effect of settings on the latest entrants of a project or a survey. */
export function PreviewWords({ preview }: { readonly preview: DefenderPreview }) {
  const { entrants, days, is_partial: isPartial, refused, more, fewer, rules } = preview
  if (entrants === 0)
    return <p role="status">No respondents entered in the last {days} days: there is nothing to judge again.</p>
  const spoken = rules.filter(({ against }) => against > 0)
  return (
    <div role="status" className={styles['preview']}>
      <p>
        Of {isPartial ? 'the latest ' : ''}
        {count(entrants)} {entrants === 1 ? 'entrant' : 'entrants'} of the last {days} days it would have refused{' '}
        {count(refused)}: {count(more)} more than were refused, of whom {count(preview.more_completed)} completed and{' '}
        {count(preview.more_rejected)} were rejected later. It would not have refused {count(fewer)} who were.
      </p>
      {spoken.length === 0 ? null : (
        <ul>
          {spoken.map(({ rule, against, refused: byRule }) => (
            <li key={rule}>
              {DEFENDER_CATALOGUE[rule].label}: against {count(against)}, refuses {count(byRule)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
