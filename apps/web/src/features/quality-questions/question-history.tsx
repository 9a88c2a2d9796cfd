import type { QualityQuestion } from '@desk/schema/quality-questions/quality-question'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'

const FIELDS: HistoryFields = {
  language: { label: 'Language' },
  question: { label: 'Question' },
  sort_order_nbr: { label: 'Place' },
}

/** Who changed what of a quality question. */
export function QuestionHistory({
  question,
  onClosed,
}: {
  readonly question: QualityQuestion
  readonly onClosed: () => void
}) {
  return (
    <Dialog
      isOpen
      title={`Question ${question.sort_order_nbr}`}
      onClose={onClosed}
      footer={<Button onPress={onClosed}>Close</Button>}
    >
      <p>{question.question}</p>
      <HistoryPanel scope="quality_question" id={question.pm_q_uid} fields={FIELDS} />
    </Dialog>
  )
}
