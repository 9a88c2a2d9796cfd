import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { useState } from 'react'
import { useFormValue } from '#kit/forms/form-context.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { daysMoved, offerToMove } from './moved-sources.ts'
import styles from './surveys.module.css'

interface MoveSourcesProps {
  readonly survey: Pick<SurveyDetail, 'out_of_field_date' | 'ends_with_survey'>
  /** IANA name of the form's zone. */
  readonly zone: string
  /** The save moves them, or does not. */
  readonly onChoose: (isChosen: boolean) => void
}

/** Offers to move the dates of a survey's sources with its own, in the same save (docs/decisions/0100). */
export function MoveSources({ survey, zone, onChoose }: MoveSourcesProps) {
  const [isChosen, setChosen] = useState(true)
  const typed = useFormValue('out_of_field_date')
  const days = typeof typed === 'string' ? daysMoved(survey.out_of_field_date, typed, zone) : 0
  const count = survey.ends_with_survey?.length ?? 0
  if (days === 0 || count === 0) return null
  return (
    <div className={styles['wide']}>
      <Checkbox
        isSelected={isChosen}
        onChange={next => {
          setChosen(next)
          onChoose(next)
        }}
      >
        {offerToMove(count, days)}
      </Checkbox>
      <p className={styles['note']}>
        Sources with a date of their own on the survey’s last day or later. A source without one ends with the survey.
      </p>
    </div>
  )
}
