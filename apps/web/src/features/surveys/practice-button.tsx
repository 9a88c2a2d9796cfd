import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import styles from './surveys.module.css'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SurveyForm } from '@desk/schema/surveys/survey-form'

const { useFormField } = formFields<SurveyForm>()

/** Fills in the URL of the practice survey, if this desk serves one: a page with a button for each outcome. */
export function PracticeButton() {
  const desk = useDesk()
  const { value, change, isBusy } = useFormField('survey_url')
  const { data } = useQuery({ ...desk.query('surveys.practiceSurvey', {}), staleTime: Number.POSITIVE_INFINITY })
  const url = data?.survey_url ?? null
  if (url === null || value === url) return null
  return (
    <p className={styles['practice']}>
      <Button size="small" onPress={() => change(url)} isDisabled={isBusy}>
        Use the practice survey
      </Button>
      <span className={styles['note']}>
        A page of this desk with a button for each outcome: for trying sources before the client’s survey is there.
      </span>
    </p>
  )
}
