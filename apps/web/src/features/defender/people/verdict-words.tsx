import type { RespondentVerdict } from '@desk/schema/respondents/explain'
import { ruleWords } from '#kit/respondents/respondent-words.ts'
import styles from '../defender-views.module.css'

/** The rules' objections to an entry, the deciding one first; nothing of an ordinary one. */
export function Verdicts({ verdicts }: { readonly verdicts: readonly RespondentVerdict[] }) {
  if (verdicts.length === 0) return 'None'
  return (
    <ul className={styles['verdicts']}>
      {verdicts.map(({ rule, refused, threshold, value }, at) => (
        <li key={at} title={`Threshold: ${threshold}`}>
          {ruleWords(rule)}: {value}
          {refused ? '' : ' (recorded only)'}
        </li>
      ))}
    </ul>
  )
}
