import { keptOut } from '@desk/schema/respondents/door-rules'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { FormSection } from '#kit/forms/form-page.tsx'
import styles from './sources.module.css'

/** The exclusions of the source (api:U9). */
export function Exclusions({ surveyId }: { surveyId: number }) {
  const desk = useDesk()
  const { data, error } = useQuery({
    ...desk.query('sources.defenderSettings', { params: { id: surveyId } }),
    staleTime: 60_000,
  })
  return (
    <FormSection
      title="Exclusions"
      description="No list of respondents is kept out of a source: neither those of other projects nor those of a supplier. What keeps somebody out today are the source’s and the survey’s own checks:"
    >
      <ul className={`${styles['rules']} ${styles['wide']}`}>
        <li>who was in this source before, by the supplier’s own respondent id</li>
        {(data?.rules ?? []).map(({ rule, threshold, window_hours: hours }) => (
          <li key={rule}>
            {keptOut(rule)}
            {threshold === null ? '' : `, more than ${threshold} times`}
            {hours === null ? '' : ` within ${hours} hours`}
          </li>
        ))}
      </ul>
      {data === undefined && error !== null ? (
        <p className={`${styles['fault']} ${styles['wide']}`}>
          What else keeps somebody out did not load: {failureMessage(error)}
        </p>
      ) : null}
    </FormSection>
  )
}
