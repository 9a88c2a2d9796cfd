import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import styles from './surveys.module.css'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SurveyForm } from '@desk/schema/surveys/survey-form'

const { useFormValue } = formFields<SurveyForm>()

/** The language in which respondents of a stored survey are addressed (api:S5), unless the form chooses another. */
export function EngageLanguageLine({
  surveyUID,
  stored,
}: {
  readonly surveyUID: number
  readonly stored: { readonly pm_cy_cs_id: number | null; readonly languages_id: number | null }
}) {
  const desk = useDesk()
  const isAsStored =
    useFormValue('languages_id') === stored.languages_id && useFormValue('pm_cy_cs_id') === stored.pm_cy_cs_id
  const { data } = useQuery({ ...desk.query('surveys.engageLanguage', { params: { id: surveyUID } }), staleTime: 0 })
  if (data === undefined || !isAsStored || data.locale === null) return null
  return (
    <p className={styles['note']} role="note" aria-label="Engage language">
      Respondents are spoken to in {data.language_name ?? 'this language'}, {data.locale}.
      {data.is_of_country ? null : (
        <strong> It is not among the languages of the survey’s country: check both before the launch.</strong>
      )}
    </p>
  )
}
