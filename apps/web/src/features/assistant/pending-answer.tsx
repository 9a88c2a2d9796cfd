import { Square } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Prose } from './prose.tsx'
import type { Pending } from './use-question.ts'
import styles from './assistant.module.css'

const STEPS: Readonly<Record<string, string>> = {
  find_anything: 'Looking for what the question names…',
  read_figures: 'Reading figures…',
  compare_ranges: 'Comparing two times…',
  explain_status: 'Reading why the status is as it is…',
  read_history: 'Reading changes…',
  explain_respondent: 'Looking the respondent up…',
}

/** A question that a model answers just now: its steps and its words while they come, and how to stop it. */
export function PendingAnswer({
  pending: { question, tool, pieces },
  onStop,
}: {
  pending: Pending
  onStop: () => void
}) {
  return (
    <div className={styles['turn']}>
      <p className={styles['question']}>{question}</p>
      <div className={styles['answer']} role="status" aria-label="The answer so far">
        {pieces.length > 0 ? (
          <Prose pieces={pieces} />
        ) : (
          <p className={styles['note']}>
            {tool === null ? 'The model reads the question…' : (STEPS[tool] ?? 'Looking it up…')}
          </p>
        )}
        <Button size="small" icon={<Square aria-hidden />} onPress={onStop}>
          Stop
        </Button>
      </div>
    </div>
  )
}
