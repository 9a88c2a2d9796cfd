import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { focusIn } from '#kit/forms/form-hooks.ts'
import { LaunchLine, LaunchList } from '#kit/launch/launch-list.tsx'
import { launchBlocks } from './launch-words.ts'
import styles from './surveys.module.css'

/**
 * The obstacles to the saved survey going live, each with a link to the field that fixes it.
 * @param field the field to focus, from a link of another checklist
 */
export function LaunchChecklist({
  survey,
  field,
}: {
  survey: Pick<SurveyDetail, 'statusid' | 'live_blocks'>
  field: string | null
}) {
  const { id } = useOpenForm()
  useEffect(() => {
    if (field !== null) focusIn(id, field)
  }, [id, field])
  const blocks = launchBlocks(survey.live_blocks)
  if (survey.statusid === STATUS_CODES.live) return null
  return (
    <LaunchList id="launch-checklist" title="Before it goes live" isClear={blocks.length === 0}>
      {blocks.length === 0 ? (
        <p className={styles['note']}>
          <span className={styles['good']} aria-hidden>
            ✓
          </span>{' '}
          Nothing is in the way. Its status starts the traffic.
        </p>
      ) : (
        <ul role="list">
          {blocks.map(({ reason, words, field: mends, fieldLabel }) => (
            <LaunchLine key={reason} words={words}>
              {mends === null ? null : (
                <Button size="small" onPress={() => focusIn(id, mends)}>
                  Go to {fieldLabel}
                </Button>
              )}
            </LaunchLine>
          ))}
        </ul>
      )}
    </LaunchList>
  )
}
