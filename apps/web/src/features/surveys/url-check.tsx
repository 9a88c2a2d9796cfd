import styles from './surveys.module.css'
import { urlReadings } from './url-readings.ts'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SurveyForm } from '@desk/schema/surveys/survey-form'

const { useFormValue } = formFields<SurveyForm>()

const NAMES = { typed: 'New', stored: 'Stored' } as const

/** The results of both readings of §5.1 for the survey URL while typing. */
export function UrlCheck() {
  const typed = useFormValue('survey_url')
  const readings = urlReadings(typeof typed === 'string' ? typed : '')
  return (
    <ul role="list" className={styles['check']} aria-label="Survey URL check" aria-live="polite">
      {readings.map(({ reading, isMet, words }) => (
        <li key={reading} data-met={isMet}>
          <span className={styles['mark']} aria-hidden>
            {isMet ? '✓' : '✕'}
          </span>
          <span>
            <span className={styles['reading']}>
              {NAMES[reading]}: {isMet ? 'good' : 'not good'}.
            </span>{' '}
            {words}
          </span>
        </li>
      ))}
    </ul>
  )
}
